import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { countOpen } from '../../src/main/store/outbox'
import { packShipment } from '../../src/main/usecases/pack-shipment'
import { makeStation } from '../support/account'
import { measure } from '../support/measure'
import { makeOrder } from '../support/orders'
import { tempDir } from '../support/temp-dir'

const ROUNDS = 5
const PER_ROUND = 1_000

it('durable enqueue', async () => {
  const station = makeStation()
  const ids = Array.from({ length: ROUNDS * PER_ROUND }, (_, index) => index + 1)
  station.take(...ids.map((id) => makeOrder({ id })))
  const bare = makeBareLoop()
  await measure(
    {
      name: 'durable enqueue (shipment, lines, summary and outbox row)',
      baseline: 'one-row synchronous=FULL commit',
      unit: 'commits',
      rounds: ROUNDS,
    },
    (round) => {
      for (const orderId of ids.slice(round * PER_ROUND, (round + 1) * PER_ROUND))
        packShipment(station, {
          orderId,
          lineIds: [orderId * 10 + 1, orderId * 10 + 2],
          carrier: 'UPS',
          trackingNumber: '1Z999',
          trackingUrl: null,
          warehouseId: 1,
        })
      return PER_ROUND
    },
    bare,
  )
  expect(countOpen(station.db).waiting).toBe(ROUNDS * PER_ROUND)
})

function makeBareLoop(): () => number {
  const db = new Database(join(tempDir(), 'bare.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT')
  const insert = db.prepare('INSERT INTO rows (body) VALUES (?)')
  const body = 'x'.repeat(200)
  return () => {
    for (let index = 0; index < PER_ROUND; index += 1) insert.run(body)
    return PER_ROUND
  }
}
