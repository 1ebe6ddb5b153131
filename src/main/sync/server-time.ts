/** What the station knows of the marketplace's clock, from the `Date` header of its answers (1 s precision). */
export type ServerTime = {
  note(sample: { dateHeader: string | null; sentAtMs: number; receivedAtMs: number }): void
  /** The marketplace's wall time at the station's wall time `stationMs`; the same while nothing is known. */
  at(stationMs: number): number
}

/** Knows nothing yet. */
export function createServerTime(): ServerTime {
  let offsetMs = 0
  return {
    note({ dateHeader, sentAtMs, receivedAtMs }) {
      const serverMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
      if (!Number.isNaN(serverMs)) offsetMs = serverMs - (sentAtMs + receivedAtMs) / 2
    },
    at: (stationMs) => stationMs + offsetMs,
  }
}
