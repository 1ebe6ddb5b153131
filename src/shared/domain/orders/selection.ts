/** Which order lines may go into a new shipment, and whether a selection may. */

/** The facts about an order line that selection needs. */
export type SelectableLine = {
  lineId: number
  isShippingFee: boolean
  /** The live shipment that already carries the line; `null` when none does. */
  shipmentId: string | null
  /** The station that has packed it, while the marketplace does not show it yet. */
  elsewhere?: object | null
}

/** Stored in refusals; never rename. */
export type SelectionProblem =
  | { code: 'order_canceled' }
  | { code: 'no_lines' }
  | { code: 'line_unknown'; lineId: number }
  | { code: 'line_is_fee'; lineId: number }
  | { code: 'line_taken'; lineId: number }
  | { code: 'line_elsewhere'; lineId: number }

/** True if the line is goods that nobody has packed yet. A shipping-fee line is never packed. */
export function isPackable(line: SelectableLine): boolean {
  return !line.isShippingFee && !isPacked(line)
}

/** True if the line is in a parcel: a shipment carries it, or another station has announced it. */
export function isPacked(line: SelectableLine): boolean {
  return line.shipmentId !== null || isElsewhere(line)
}

/** True if another station has announced the line as packed. */
export function isElsewhere({ elsewhere }: SelectableLine): boolean {
  return elsewhere !== null && elsewhere !== undefined
}

/** The first reason why `chosen` cannot become one shipment of the order, or `null` if it can. */
export function selectionProblem(
  order: { canceled: boolean; lines: readonly SelectableLine[] },
  chosen: readonly number[],
): SelectionProblem | null {
  if (order.canceled) return { code: 'order_canceled' }
  if (chosen.length === 0) return { code: 'no_lines' }
  const byId = new Map(order.lines.map((line) => [line.lineId, line]))
  for (const lineId of chosen) {
    const line = byId.get(lineId)
    if (line === undefined) return { code: 'line_unknown', lineId }
    if (line.isShippingFee) return { code: 'line_is_fee', lineId }
    if (line.shipmentId !== null) return { code: 'line_taken', lineId }
    if (isElsewhere(line)) return { code: 'line_elsewhere', lineId }
  }
  return null
}
