import type { OrderView } from '../../../shared/contract/views'

/** The order, with the lines that say the same as before being the same: hundreds of them are not rendered again. */
export function withSameLines(before: OrderView | null, order: OrderView): OrderView {
  const known = new Map(before?.lines.map((line) => [line.lineId, line]))
  const lines = order.lines.map((line) => {
    const old = known.get(line.lineId)
    return old !== undefined && JSON.stringify(old) === JSON.stringify(line) ? old : line
  })
  return { ...order, lines }
}
