import { z } from 'zod'
import { QUEUE_FILTERS } from '../domain/orders/order-queue'
import type { Act } from '../domain/operators/permissions'
import { PICK_SIZES } from '../domain/orders/pick-list'
import { LOCALES } from '../domain/station/locale'
import { call, typed } from './call'
import { nothing } from './fields'
import { deskChoice } from './orders'

/** The documents that can be printed, and the outcomes. */

const printDocument = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('packing_slip'), shipmentId: z.uuid() }),
  z.strictObject({ kind: z.literal('command_sheet') }),
  /** The commands to be read from across the bench: always on a sheet. */
  z.strictObject({ kind: z.literal('command_poster') }),
  z.strictObject({ kind: z.literal('calibration_sheet') }),
  /** For one operator, or all active ones. Supervisors only: a badge signs its owner in. */
  z.strictObject({ kind: z.literal('badges'), operatorId: z.uuid().nullable() }),
  /** Of the round in progress, or of the round last shipped; `null` for every carrier. */
  z.strictObject({
    kind: z.literal('manifest'),
    of: z.enum(['scanned', 'last']),
    carrier: z.string().trim().max(500).nullable(),
  }),
  /** The orders that a filter of the order desk shows, at most `MOST_PRINTED`. */
  z.strictObject({ kind: z.literal('order_list'), ...deskChoice }),
  /** The numbers of the put wall's slots, with their codes. */
  z.strictObject({ kind: z.literal('put_wall_plan') }),
  /** What to fetch for the next orders to pack. */
  z.strictObject({
    kind: z.literal('pick_list'),
    orders: z.literal(PICK_SIZES),
    filter: z.enum(QUEUE_FILTERS),
  }),
])
export type PrintDocument = z.output<typeof printDocument>

export type PrinterView = {
  /** The host's name for the printer, as stored in the preferences. */
  name: string
  /** The printer's display name. */
  label: string
}

export type PrintersView =
  /** The station prints by itself, to one of these. */
  | { by: 'station'; printers: readonly PrinterView[] }
  /** The browser prints and asks for the printer. */
  | { by: 'browser' }

export type PrintOutcome =
  | { kind: 'printed' }
  /** The person closed the system's print dialog. */
  | { kind: 'canceled' }
  /** The document waits at this path to be opened once, by the window that requested it, and printed by its browser. */
  | { kind: 'page'; path: string }

/** A data URI; `null` for none. */
export type LogoView = { logo: string | null }

/** More than a logo may have, so that one a little too large gets its own refusal. */
const MOST_BASE64 = 1_000_000

/** The other documents go with what is packed. */
const PRINT_NEEDS: Readonly<Partial<Record<PrintDocument['kind'], Act>>> = {
  badges: 'print_badges',
  order_list: 'export_lists',
}

export const printCalls = {
  'print:printers': call({
    request: nothing,
    value: typed<PrintersView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'print:document': call({
    request: z.strictObject({
      document: printDocument,
      /** The language of the printed words. */
      locale: z.enum(LOCALES),
    }),
    value: typed<PrintOutcome>(),
    errors: ['order_not_found', 'shipment_not_found', 'nothing_to_print', 'no_printer', 'printer_refused'],
    needs: ({ document }) => PRINT_NEEDS[document.kind] ?? 'print',
    records: 'nothing',
  }),
  'print:logo': call({
    request: nothing,
    value: typed<LogoView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** A PNG or JPEG file in base64; `null` removes the logo. A refused file leaves the logo as it is. */
  'print:save-logo': call({
    request: z.strictObject({ picture: z.base64().max(MOST_BASE64).nullable() }),
    value: typed<LogoView>(),
    errors: ['logo_refused'],
    needs: 'settings',
    records: {
      kind: 'preferences',
      asked: ({ picture }) => ({ logo: picture === null ? null : 'replaced' }),
    },
  }),
}
