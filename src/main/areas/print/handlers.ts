import type { printCalls } from '../../../shared/contract/print'
import type { HandlersOf } from '../../bridge/handle'
import { printDocument } from './print-document'
import type { Parts } from '../parts'

export function printHandlers({
  account,
  host,
  preferences,
  logo,
  operators,
}: Parts): HandlersOf<typeof printCalls> {
  const { printing } = host
  return {
    'print:printers': () => printing.printers(),
    'print:document': (request) =>
      printDocument(account(), { printing, preferences: preferences.read(), logo, operators }, request),
    'print:logo': () => logo.read(),
    'print:save-logo': ({ picture }) => logo.save(picture === null ? null : Buffer.from(picture, 'base64')),
  }
}
