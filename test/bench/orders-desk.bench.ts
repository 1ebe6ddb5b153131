import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ANY_ORDER, DESK_SORTS, type DeskFilter } from '../../src/shared/domain/orders/order-desk'
import type { Db } from '../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../src/main/store/db/open'
import { deskQuery } from '../../src/main/store/views/desk-query'
import { deskRows } from '../../src/main/store/views/desk-rows'
import { countFound, nextFound } from '../../src/main/store/views/desk-walk'
import { makeStation } from '../support/account'
import { BIG, buildBigFile } from '../support/big-file'
import { spreadOrders, SPREAD_NOW_MS } from '../support/spread-orders'
import { percentiles } from '../support/measure'
import { tempDir } from '../support/temp-dir'
import { printTurns, turnsWhile } from '../support/turns'

/** What the order desk asks for: the first rows of each filter in each sort, and how many orders it shows. */

const daysAgo = (days: number): string => new Date(SPREAD_NOW_MS - days * 86_400_000).toISOString()
const FILTERS: Readonly<Record<string, Partial<DeskFilter>>> = {
  'no filter': {},
  'created in the last 7 days': { createdAfter: daysAgo(7) },
  'created before 300 days ago': { createdBefore: daysAgo(300) },
  'updated in the last day': { updatedAfter: daysAgo(1) },
  'updated before 300 days ago': { updatedBefore: daysAgo(300) },
  'purchased in one week of last spring': { purchasedFrom: daysAgo(200), purchasedTo: daysAgo(193) },
  paid: { states: ['paid'] },
  'a rare state': { states: ['under_review'] },
  'to pack': { work: 'to_pack' },
  'to ship': { work: 'to_ship' },
  'to deliver': { work: 'to_deliver' },
  done: { work: 'done' },
  canceled: { work: 'canceled' },
  UPS: { carriers: ['UPS'] },
  'a rare carrier': { carriers: ['Pigeon Post'] },
  late: { late: true },
  'over 900 dollars': { amountFrom: 90_000 },
  'around 50 dollars': { amountFrom: 4_900, amountTo: 5_100 },
  'with refunds': { refunded: true },
  'needs a person': { needsPerson: true },
  'search: dress': { search: 'dress' },
  'search: a number': { search: '10000471' },
  'paid, UPS, over 100 dollars': { states: ['paid'], carriers: ['UPS'], amountFrom: 10_000 },
  'done with refunds, by DHL': { work: 'done', refunded: true, carriers: ['DHL'] },
}
const DUE = { nowMs: SPREAD_NOW_MS, afterMs: 86_400_000 }
const ROWS = 100
const ROUNDS = 3
const GOAL_MS = 50
const BENCHMARK_WITHIN_MS = 3_600_000

it('every filter and sort of the order desk', { timeout: BENCHMARK_WITHIN_MS }, async () => {
  const file = join(tempDir(), 'station.sqlite')
  buildBigFile(file, { ...BIG, finished: BIG.orders, open: 1_000 })
  const filling = openDatabase(file)
  spreadOrders(filling)
  closeDatabase(filling)
  const { db, close } = makeStation({ file })
  const all: Taken[] = []
  const turns = await turnsWhile(async () => {
    for (const [name, part] of Object.entries(FILTERS))
      all.push(...(await measureFilter(db, name, { ...ANY_ORDER, ...part })))
  })
  const { p50, p95 } = percentiles(all.map(({ ms }) => ms))
  const cpu = percentiles(all.map(({ cpuMs }) => cpuMs))
  console.log(
    `order desk, ${BIG.orders.toLocaleString('en')} orders, ${all.length} lists: p50 ${p50.toFixed(1)}, ` +
      `p95 ${p95.toFixed(1)} ms (goal: p95 under ${GOAL_MS} ms); processor p50 ${cpu.p50.toFixed(1)}, p95 ${cpu.p95.toFixed(1)} ms`,
  )
  printTurns('the main thread meanwhile', turns)
  await close()
})

/** How long a list took, and the processor's part of it, which another program on the same machine does not change much. */
type Taken = { ms: number; cpuMs: number }

/** @returns how long each list took */
async function measureFilter(db: Db, name: string, filter: DeskFilter): Promise<Taken[]> {
  const times: (Taken & { sort: string })[] = []
  const counts: number[] = []
  let count = 0
  for (const by of DESK_SORTS)
    for (const descending of [true, false])
      for (let round = 0; round < ROUNDS; round += 1) {
        const [startMs, cpu] = [performance.now(), process.cpuUsage()]
        const query = await deskQuery(db, filter, { by, descending }, DUE)
        const found = await nextFound(db, query, query.span, ROWS)
        const ids = found.map(([orderId]) => orderId)
        const rows = deskRows(db, ids, DUE)
        const [listedMs, { user, system }] = [performance.now(), process.cpuUsage(cpu)]
        count = await countFound(db, query)
        counts.push(performance.now() - listedMs)
        times.push({
          ms: listedMs - startMs,
          cpuMs: (user + system) / 1_000,
          sort: `${by} ${descending ? 'down' : 'up'}`,
        })
        expect(rows.length, name).toBe(Math.min(ROWS, count))
        expect(rows.length, name).toBeGreaterThan(0)
      }
  const [list, counting] = [percentiles(times.map(({ ms }) => ms)), percentiles(counts)]
  const cpu = percentiles(times.map(({ cpuMs }) => cpuMs))
  const slowest = times.toSorted((one, other) => other.ms - one.ms)[0]
  console.log(
    `${name} (${count.toLocaleString('en')}): rows p50 ${list.p50.toFixed(1)}, p95 ${list.p95.toFixed(1)} ms, processor p95 ${cpu.p95.toFixed(1)}, slowest ` +
      `${slowest?.ms.toFixed(1)} (${slowest?.sort}); count p50 ${counting.p50.toFixed(1)}, p95 ${counting.p95.toFixed(1)} ms`,
  )
  return times
}
