/**
 * The requests that the marketplace limits separately; shipments never wait for items. Stations name them to one another
 * at the hub: never rename.
 * @see partner-api "Errors"
 */
export const LIMIT_GROUPS = ['orders', 'item_reads', 'item_writes'] as const
export type LimitGroup = (typeof LIMIT_GROUPS)[number]
