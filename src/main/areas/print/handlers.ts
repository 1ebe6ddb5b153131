import type { printCalls } from '../../../shared/contract/print'
import type { HandlersOf } from '../../bridge/handle'
import { printDocument } from './print-document'
import type { Parts } from '../parts'

export function printHandlers({
  account,
  host,
  preferences,
  operators,
}: Parts): HandlersOf<typeof printCalls> {
  const { printing } = host
  return {
    'print:printers': () => printing.printers(),
    'print:document': (request) =>
      printDocument(account(), { printing, preferences: preferences.read().printing, operators }, request),
  }
}
