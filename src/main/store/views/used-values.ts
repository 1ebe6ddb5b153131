import { sql, type Db } from '../db/database'
import { CREATED_ITEMS } from '../tables/outbox'

/** Copies of the items that the marketplace changed last, as JSON. @param limit most at once; @param offset of the first */
export function latestItemCopies(db: Db, limit: number, offset: number): string[] {
  return sql(
    db,
    `SELECT c.server_copy FROM items i JOIN item_copies c USING (item_id)
      ORDER BY i.updated_ms DESC LIMIT +@limit OFFSET +@offset`,
  )
    .pluck()
    .all({ limit, offset }) as string[]
}

/** What was sent, or waits to be sent, to list items, as JSON; newest first. Reads do not echo all of it. */
export function latestItemBodies(db: Db, limit: number): string[] {
  return sql(db, `SELECT body FROM ${CREATED_ITEMS} ORDER BY seq DESC LIMIT +@limit`)
    .pluck()
    .all({ limit }) as string[]
}
