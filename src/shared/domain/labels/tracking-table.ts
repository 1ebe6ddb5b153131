import { isCutOff, isSheetError, isShortened, plainHeading } from '../tables/cell-text'

/** A table of orders and their tracking numbers, as carrier software saves it. */

export const MOST_TRACKING_ROWS = 20_000

const COLUMNS = ['order', 'carrier', 'number'] as const
type Column = (typeof COLUMNS)[number]

/** Headings, in the languages of the app. */
const HEADINGS: Readonly<Record<Column, readonly string[]>> = {
  order: [
    'order',
    'order_id',
    'order number',
    'reference',
    'bestellung',
    'bestellnummer',
    'commande',
    'pedido',
  ],
  carrier: ['carrier', 'versanddienst', 'transporteur', 'transportista'],
  number: [
    'tracking_number',
    'tracking',
    'tracking no',
    'number',
    'trackingnummer',
    'sendungsnummer',
    'numéro de suivi',
    'número de seguimiento',
  ],
}
const COLUMN_OF = new Map(
  COLUMNS.flatMap((name) => HEADINGS[name].map((heading) => [plainHeading(heading), name] as const)),
)

/** `carrier`: empty if the table does not say. */
export type TrackingRow = { orderId: number; carrier: string; trackingNumber: string }

/** Why a row is not used. `number_spoiled`: a spreadsheet has shortened the number or cut its end off. */
export type TrackingRowProblem = 'order_wrong' | 'no_number' | 'number_spoiled'

const LONGEST = 100

/**
 * @param headings the first row of the table
 * @returns reads one of the other rows; `null` without a column of orders and one of tracking numbers
 */
export function trackingRowReader(
  headings: readonly string[],
): ((cells: readonly string[]) => TrackingRow | TrackingRowProblem) | null {
  const names = headings.map((heading) => COLUMN_OF.get(plainHeading(heading)))
  if (!names.includes('order') || !names.includes('number')) return null
  return (cells) => readRow((name) => cells[names.indexOf(name)] ?? '')
}

function readRow(cell: (name: Column) => string): TrackingRow | TrackingRowProblem {
  const [order, carrier, trackingNumber] = [cell('order'), cell('carrier'), cell('number')]
  if (!/^#?[1-9]\d{0,14}$/.test(order)) return 'order_wrong'
  if (trackingNumber === '') return 'no_number'
  const isSpoiled = isShortened(trackingNumber) || isSheetError(trackingNumber) || isCutOff(trackingNumber)
  if (isSpoiled || trackingNumber.length > LONGEST || carrier.length > LONGEST) return 'number_spoiled'
  return { orderId: Number(order.replace('#', '')), carrier, trackingNumber }
}
