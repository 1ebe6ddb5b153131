import { sql, type Db } from '../db/database'
import { jsonIn } from '../db/stored-json'

/** Ops that the marketplace has confirmed, to compare with what it shows. */

/** Enough to determine the precision: a single time may happen to be round, and a few may hide that it changes. */
const ECHOES = 50
/** If the last so many operations show none, older ones would not either. */
const LOOKED_AT = 2_000

/** The times of the shipments packed here last: as sent, and as the marketplace shows them. */
export function packedEchoes(db: Db): { asked: string; shown: string }[] {
  return sql(
    db,
    `SELECT ${jsonIn('o.body')} ->> '$.packed_at' AS asked, ${jsonIn('s.server_copy')} ->> '$.packed_at' AS shown
       FROM outbox o JOIN shipments s ON s.shipment_uid = o.shipment_uid
      WHERE o.seq > (SELECT coalesce(max(seq), 0) FROM outbox) - ${LOOKED_AT}
        AND o.kind = 'create_shipment' AND o.state = 'confirmed'
        AND json_type(${jsonIn('s.server_copy')}, '$.packed_at') = 'text' AND json_valid(o.body)
      ORDER BY o.seq DESC LIMIT ?`,
  ).all(ECHOES) as { asked: string; shown: string }[]
}

const REFUSALS: ReadonlySet<string | null> = new Set([
  'not_found',
  'unprocessable',
  'invalid_request',
  'busy',
])

export type Refusal = { code: string; status: number | null }

/** How the marketplace said no to the last send of an op that is still being looked for; `null` when it did not. */
export function refusalOf(db: Db, seq: number): Refusal | null {
  const last = sql(
    db,
    `SELECT error_code AS code, error_status AS status FROM op_events
      WHERE seq = +? AND event = 'lose' ORDER BY event_id DESC LIMIT 1`,
  ).get(seq) as Refusal | undefined
  return last !== undefined && REFUSALS.has(last.code) ? last : null
}
