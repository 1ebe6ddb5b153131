import { z } from 'zod'
import { LOCALES } from '../domain/locale'

/** What can be printed, and what became of it. */

export const printDocument = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('packing_slip'), shipmentId: z.uuid() }),
  z.strictObject({ kind: z.literal('command_sheet') }),
  z.strictObject({ kind: z.literal('calibration_sheet') }),
  /** Of one operator, or of all who are active. Only supervisors may: a badge signs its owner in. */
  z.strictObject({ kind: z.literal('badges'), operatorId: z.uuid().nullable() }),
  /** Of what is scanned at the dock and waits, or of the round that was shipped last; `null` for every carrier. */
  z.strictObject({
    kind: z.literal('manifest'),
    of: z.enum(['scanned', 'last']),
    carrier: z.string().trim().max(500).nullable(),
  }),
])
export type PrintDocument = z.output<typeof printDocument>

/** `locale`: the language of the printed words. */
export const printRequest = z.strictObject({ document: printDocument, locale: z.enum(LOCALES) })

export type PrinterView = {
  /** The host's name of it, as kept in the preferences. */
  name: string
  /** What people call it. */
  label: string
}

export type PrintersView =
  /** The station prints by itself, on one of these. */
  | { by: 'station'; printers: readonly PrinterView[] }
  /** The browser prints and asks for the printer. */
  | { by: 'browser' }

export type PrintOutcome =
  | { kind: 'printed' }
  /** The person closed the system's print dialog. */
  | { kind: 'canceled' }
  /** The document waits here to be opened once, by the window that asked, and printed by its browser. */
  | { kind: 'page'; path: string }
