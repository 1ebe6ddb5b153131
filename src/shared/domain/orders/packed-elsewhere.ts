/** Lines that another station has packed and that the marketplace does not show yet. */

/** What a station has told of lines that it packed. Milliseconds since the epoch by the clock of who was told. */
export type ToldLines = {
  /** The marketplace has confirmed the shipment. */
  sent: boolean
  /** When it was told; of what is sent, when that was told first. */
  toldAtMs: number
}

/**
 * Whether such lines still count as packed. An order that was read later shows whatever was sent before; what is not
 * sent counts as long as its station is there to say so.
 * @param readAtMs when the order was last read from the marketplace, by the same clock
 */
export function countsAsPacked(
  { sent, toldAtMs }: ToldLines,
  readAtMs: number,
  stationIsThere: boolean,
): boolean {
  return (stationIsThere && !sent) || toldAtMs >= readAtMs
}
