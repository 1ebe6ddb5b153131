import type { printCalls } from '../../../shared/contract/print'
import type { HandlersOf } from '../../bridge/handle'
import { byDueRules } from '../trucks/due-rules'
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
  const byDue = byDueRules({ account, preferences })
  return {
    'print:printers': () => printing.printers(),
    'print:document': (request) =>
      byDue((station, rules) =>
        printDocument(station, { printing, preferences: rules, logo, operators }, request),
      ),
    'print:logo': () => logo.read(),
    'print:save-logo': ({ picture }) => logo.save(picture === null ? null : Buffer.from(picture, 'base64')),
  }
}
