/** What happens between the parts of the warehouse; `warehouse.ts` says what follows from each. */
export type WarehouseEvents = {
  /** These orders may have come to another bench or put wall, or have left one. */
  'benches.changed': [orderIds: readonly number[]]
  /** The stations that are there, the network or the hub. */
  'stations.changed': []
  /** Of how many open operations the hub has a copy. */
  'copies.changed': []
}
