/** The use-cases' view of the stations of this account at the warehouse's hub, this one included. */
export type OthersAtHub = {
  /** Whether the hub is there now. Without it, `stations` are as they were last known. */
  isOpen(): boolean
  stations(): StationAtHub[]
  /** Removes a station from the list. @returns whether it was there, and has not been heard meanwhile @throws without an answer */
  remove(stationId: string): Promise<boolean>
}

/** What a station says of itself. Durations are up to when it was heard last. */
export type StationAtHub = {
  stationId: string
  isThis: boolean
  /** `silent`: nothing is heard of it any more; `closed`: it was quit. */
  state: 'online' | 'silent' | 'closed'
  /** Since it was heard last. */
  silentMs: number
  name: string
  operator: string
  hostName: string
  version: string
  /** The order on its bench, and when it came there, ISO 8601 UTC by this PC's clock; `null` where that is not known. */
  bench: { orderId: number; since: string | null } | null
  /** Its connection to the marketplace; newer versions may know other states and reasons. */
  gate: string
  noConnection: { reason: string; detail: string; forMs: number } | null
  clock: { state: string; offsetMs: number | null }
  diskFull: boolean
  waiting: number
  held: number
  heldForMs: number | null
  heldReasons: readonly { reason: string; count: number }[]
  notices: number
  /** In which quarters of an hour orders were completed, 0 being the present one; `null`: not known. */
  packed: readonly { operator: string; quarters: readonly { ago: number; orders: number }[] }[] | null
}
