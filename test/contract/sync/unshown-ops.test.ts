import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../src/main/store/db/database'
import { advance } from '../../../src/main/store/tables/outbox'
import { noteUnshown } from '../../../src/main/store/tables/unshown-notes'
import { makeStation, type TestStation } from '../../support/account'
import { heapInUse } from '../../support/heap'
import { rawJson, startHostile } from '../../support/hostile'
import { makeOrder } from '../../support/orders'
import { rawDb } from '../../support/raw-db'

/** Confirmed ops that the marketplace has never shown, more than are kept in memory (I13). */

const MOST_WAITING = 4
const LOOKS = 6

/** Confirmed by an earlier process, and never shown since. */
function confirmPacks(station: TestStation, orderIds: readonly number[]): void {
  const insert = rawDb(station.db).prepare(
    `INSERT INTO outbox (op_uid, kind, lane, order_id, body, state, server_ref, captured_at, captured_by, sent_at, settled_at)
     VALUES (lower(hex(randomblob(16))), 'create_shipment', 'order:' || @id, @id, '{}', 'confirmed', '9',
       '2026-11-20T08:00:00.000Z', 'Ann', '2026-11-20T08:00:00.000Z', '2026-11-20T08:00:01.000Z')`,
  )
  rawDb(station.db).transaction(() => orderIds.forEach((id) => insert.run({ id })))()
}

const statesOf = ({ db }: TestStation): string[] =>
  rawDb(db).prepare('SELECT state FROM outbox ORDER BY seq').pluck().all() as string[]

/** A marketplace without shipments, of which some orders can never be read. */
async function verifying(
  orderIds: readonly number[],
  unreadable: readonly number[] = [],
  first = 'confirmed',
) {
  const server = await startHostile(({ orderId }, response) => {
    response.end(unreadable.includes(orderId) ? '{}' : rawJson(makeOrder({ id: orderId })))
  })
  const verify = { mostWaiting: MOST_WAITING }
  const station = makeStation({ baseUrl: server.baseUrl, verify })
  confirmPacks(station, orderIds)
  if (first !== 'confirmed')
    rawDb(station.db).prepare('UPDATE outbox SET state = ?, settled_at = NULL WHERE seq = 1').run(first)
  station.verify.start()
  return {
    station,
    server,
    again: (file: string) => makeStation({ baseUrl: server.baseUrl, verify, file }),
    looksAt: (id: number) => server.of('order').filter(({ orderId }) => orderId === id).length,
  }
}

async function pass({ clock, verify }: TestStation, minutes: number, stepMs = 5_000): Promise<void> {
  for (let ms = 0; ms < minutes * 60_000; ms += stepMs) {
    clock.advance(stepMs)
    await verify.settled()
  }
}

describe('more unshown ops than are kept in memory (I13)', () => {
  const orderIds = Array.from({ length: 3 * MOST_WAITING + 1 }, (_, index) => 2_001 + index)
  const allVanished = orderIds.map(() => 'held')

  it('are all looked for, each as often as ever, before a person must decide', async () => {
    const { station, looksAt } = await verifying(orderIds)
    await pass(station, 10)
    expect(orderIds.map(looksAt).every((looks) => looks > 0)).toBe(true)
    await pass(station, 110)
    expect(statesOf(station)).toEqual(allVanished)
    expect(orderIds.map(looksAt)).toEqual(orderIds.map(() => LOOKS))
    expect(station.faults).toEqual([])
  })

  it('are looked for after a restart, wherever the last process was', async () => {
    const { station, again, looksAt } = await verifying(orderIds)
    let life = station
    for (let minutes = 0; minutes < 120; minutes += 15) {
      await pass(life, 15)
      await life.close()
      life = again(station.file)
      life.verify.start()
    }
    expect(statesOf(life)).toEqual(allVanished)
    expect(orderIds.map(looksAt)).toEqual(orderIds.map(() => LOOKS))
  })

  it('are looked for even if as many others can never be read', async () => {
    const unreadable = orderIds.slice(0, MOST_WAITING + 1)
    const { station } = await verifying(orderIds, unreadable)
    await pass(station, 180)
    expect(statesOf(station)).toEqual(orderIds.map((id) => (unreadable.includes(id) ? 'confirmed' : 'held')))
  })

  const confirmFirst = ({ db }: TestStation): void =>
    inTransaction(db, (tx) =>
      advance(tx, { seq: 1, state: 'unknown', attempts: 1 }, 'confirm', { at: '2026-11-20T09:01:00.000Z' }),
    )

  it('include an older one that is confirmed while as many wait as are kept in memory', async () => {
    const { station, looksAt } = await verifying([2_000, ...orderIds], [], 'unknown')
    await pass(station, 0.1)
    confirmFirst(station)
    await pass(station, 120)
    expect(statesOf(station)).toEqual(['held', ...allVanished])
    expect(looksAt(2_000)).toBe(LOOKS)
  })

  it('include one that is confirmed together with thousands of others', async () => {
    const { station } = await verifying([2_000], [], 'unknown')
    await pass(station, 1)
    for (let others = 0; others < 10_000; others += 1) noteUnshown(station.db, 100_000 + others)
    confirmFirst(station)
    await pass(station, 30)
    expect(statesOf(station)).toEqual(['held'])
  })
})

describe('unshown ops take no memory by their number', () => {
  const MANY = 300_000
  const AT_ONCE = 5_000
  const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)
  const growth = async (work: (station: TestStation) => Promise<void>): Promise<number> => {
    const station = makeStation()
    const before = heapInUse()
    await work(station)
    return (heapInUse() - before) / 1e6
  }

  it('if an earlier process left them', async () => {
    const megabytes = await growth(async (station) => {
      confirmPacks(station, idsFrom(1, MANY))
      station.verify.start()
      await pass(station, 0.1, 50)
    })
    expect(megabytes).toBeLessThan(4)
  })

  it('if they are confirmed faster than they can be looked for', async () => {
    const megabytes = await growth(async (station) => {
      station.verify.start()
      for (let first = 1; first < MANY; first += AT_ONCE) {
        confirmPacks(station, idsFrom(first, AT_ONCE))
        for (const seq of idsFrom(first, AT_ONCE)) noteUnshown(station.db, seq)
        await pass(station, 1 / 12)
      }
    })
    expect(megabytes).toBeLessThan(4)
  })

  it('if they are confirmed all at once', async () => {
    const megabytes = await growth((station) => {
      for (const seq of idsFrom(1, MANY)) noteUnshown(station.db, seq)
      return Promise.resolve()
    })
    expect(megabytes).toBeLessThan(4)
  })
})
