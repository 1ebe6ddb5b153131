import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, it } from 'vitest'
import { openOrder } from '../../src/main/areas/packing/open-order'
import { resolveScan } from '../../src/main/areas/packing/resolve-scan'
import { inTransaction } from '../../src/main/store/db/database'
import { keepTaught } from '../../src/main/store/tables/taught-codes'
import { makeStation } from '../support/account'
import { atHub } from '../support/code-stations'
import { measure, percentiles } from '../support/measure'
import { HAS_NATS } from '../support/nats-process'
import { startNatsServer } from '../support/nats-server'
import { makeLines, makeOrder } from '../support/orders'
import { turnsWhile, printTurns } from '../support/turns'

/** What many taught codes cost a scan, and how soon other stations know them. */

const CODES = 200_000
const ORDERS = 2_000
const AMOUNT = { rounds: 41, perRound: 2_000 }
const WITHIN_MS = 900_000

async function until(is: () => boolean): Promise<void> {
  while (!is()) await nextTurn()
}

const itemOf = (order: number) => ({
  item_number: `ITM-${order}`,
  external_id: `SKU-${order}`,
  mpn: `MPN-${order}`,
})

/** @param codes how many were taught; the first ones of items that orders need */
function stationWith(codes: number) {
  const station = makeStation()
  for (let from = 1; from <= ORDERS; from += 500)
    station.take(
      ...Array.from({ length: 500 }, (_, at) => {
        const id = from + at
        return makeOrder({ id, order_lines: makeLines([{ id: id * 10, ...itemOf(id) }]) })
      }),
    )
  inTransaction(station.db, (tx) => {
    for (let at = 1; at <= codes; at += 1)
      keepTaught(tx, {
        ...{ code: `TAG-${at}`, by: 'mpn', value: `MPN-${at}`, size: null },
        ...{ taughtAt: '2026-11-20T09:00:00.000Z', taughtBy: 'Ada' },
      })
  })
  return station
}
type Station = ReturnType<typeof stationWith>

it('a scan at a station that was taught 200,000 codes', { timeout: WITHIN_MS }, async () => {
  // As many as the orders have, so that the same scans find the same.
  const [many, few] = [stationWith(CODES), stationWith(ORDERS)]
  const none = stationWith(0)
  const scans = (station: Station, code: (at: number) => string, kind: string) => (): number => {
    for (let at = 0; at < AMOUNT.perRound; at += 1) {
      const found = resolveScan(station, [], [code((at % ORDERS) + 1)])
      if (found.kind !== kind) throw new Error(`${code(at)} is ${found.kind}`)
    }
    return AMOUNT.perRound
  }
  const contest = (name: string, baseline: string) => ({ ...AMOUNT, name, baseline, unit: 'scans' })
  const own = (at: number): string => `SKU-${at}`
  const tag = (at: number): string => `TAG-${at}`
  const strange = (at: number): string => `STRANGE-${at}`
  await measure(
    contest('an item’s own code, 200,000 taught', 'none taught'),
    scans(many, own, 'item'),
    scans(none, own, 'item'),
  )
  await measure(
    contest('a taught code, 200,000 taught', '2,000 taught'),
    scans(many, tag, 'item'),
    scans(few, tag, 'item'),
  )
  await measure(
    contest('an unknown code, 200,000 taught', 'none taught'),
    scans(many, strange, 'unknown'),
    scans(none, strange, 'unknown'),
  )
  const opens = (station: Station) => (): number => {
    for (let id = 1; id <= 500; id += 1) openOrder(station, id)
    return 500
  }
  await measure(
    { ...contest('an order opened, 200,000 taught', '2,000 taught'), unit: 'orders' },
    opens(many),
    opens(few),
  )
})

describe.skipIf(!HAS_NATS)('at a hub', () => {
  it('one code, and a file of 200,000, at another station', { timeout: WITHIN_MS }, async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    const known = async (is: boolean): Promise<number> => {
      const startMs = performance.now()
      await until(() => (b.finds() !== null) === is)
      return performance.now() - startMs
    }
    const times: number[] = []
    const teachOften = async () => {
      for (let taught = 0; taught < 50; taught += 1) {
        a.teach()
        times.push(await known(true))
        a.forget()
        times.push(await known(false))
      }
    }
    const say = (what: string): void => {
      const { p50, p95 } = percentiles(times.splice(0))
      console.log(`${what}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
    }
    await teachOften()
    say('a code that is taught or taken back is known at another station')
    const rows = Array.from({ length: CODES }, (_, index) => `TAG-${index},SKU-1`)
    const startMs = performance.now()
    const turns = await turnsWhile(async () => {
      await a.file(`code,external_id\n${rows.join('\n')}`)
      console.log(
        `a file of 200,000: learned here in ${((performance.now() - startMs) / 1_000).toFixed(1)} s`,
      )
      await until(() => b.finds(`TAG-${CODES - 1}`) !== null)
    })
    console.log(`known at another station in ${((performance.now() - startMs) / 1_000).toFixed(1)} s`)
    printTurns('both stations in one thread meanwhile', turns)
    const lateMs = performance.now()
    const late = await atHub(server)
    await until(() => late.finds(`TAG-${CODES - 1}`) !== null)
    console.log(`a new station has them in ${((performance.now() - lateMs) / 1_000).toFixed(1)} s`)
    await teachOften()
    say('the same, with 200,000 codes')
  })
})
