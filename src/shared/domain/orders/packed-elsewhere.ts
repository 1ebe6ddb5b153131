/** Lines that another station has packed and that the marketplace does not show yet. */

/** Another station's announcement of packed lines. Milliseconds since the epoch by the receiver's clock. */
export type ToldLines = {
  /** The marketplace has confirmed the shipment. */
  sent: boolean
  /** When it was announced; for sent lines, when that was first announced. */
  toldAtMs: number
}

/**
 * Whether such lines still count as packed. An order read later shows every shipment sent before; unsent ones count
 * while their station is present.
 * @param readAtMs when the order was last read from the marketplace, by the same clock
 */
export function countsAsPacked(
  { sent, toldAtMs }: ToldLines,
  readAtMs: number,
  stationIsThere: boolean,
): boolean {
  return (stationIsThere && !sent) || toldAtMs >= readAtMs
}
