import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createPurge } from '../../src/main/areas/station/purge-buyers'
import { systemClock } from '../../src/main/base/clock'
import { listBackups } from '../../src/main/store/recovery/backup-files'
import { makeBackup } from '../../src/main/store/recovery/backup'
import { readSetting } from '../../src/main/store/tables/settings'
import { countOpen } from '../../src/main/store/views/outbox-list'
import { makeStation, type TestStation } from '../support/account'
import { BIG, buildBigFile } from '../support/big-file'
import { OPS_PER_LANE, queueLane } from '../support/drain'
import { fetchPages, untouchedOrders } from '../support/marketplace-pages'
import { startMarketplaceProcess } from '../support/marketplace-process'
import { rawDb } from '../support/raw-db'
import { tempDir } from '../support/temp-dir'
import { printTurns, turnsWhile } from '../support/turns'

/** How long each kind of work in the background keeps the main thread from the packer, beside the orders of years. */

const BENCHMARK_WITHIN_MS = 3_600_000
const MARKET_ORDERS = 4_000
const LANES = 300
const PAUSE_MS = 50
const HURRIED = 50

const count = ({ db }: TestStation, rows: string): number =>
  rawDb(db).prepare(`SELECT count(*) FROM ${rows}`).pluck().get() as number

async function until(isOver: () => boolean): Promise<void> {
  while (!isOver()) await pause(PAUSE_MS)
}

async function bigStation() {
  const market = await startMarketplaceProcess(MARKET_ORDERS)
  const file = join(tempDir(), 'station.sqlite')
  buildBigFile(file)
  const station = makeStation({
    file,
    baseUrl: market.baseUrl,
    accessToken: () => market.accessToken,
    clock: {
      ...systemClock,
      // Pauses are shortened, so that there is more work in the time that is measured.
      after: (delayMs, callback) => systemClock.after(delayMs / HURRIED, callback),
      advance: () => {},
      setWall: () => {},
      pending: () => 0,
    },
  })
  // Only what a benchmark queues itself is sent.
  rawDb(station.db).exec(
    `UPDATE outbox SET state = 'confirmed', settled_at = captured_at WHERE settled_at IS NULL`,
  )
  rawDb(station.db).exec(`UPDATE outbox SET shown_at = settled_at`)
  rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
  return { market, station, file }
}

it(
  'turns of the main thread during each work in the background',
  { timeout: BENCHMARK_WITHIN_MS },
  async () => {
    const { market, station, file } = await bigStation()
    const { db } = station

    const firstImport = async (): Promise<void> => {
      const before = count(station, 'orders')
      station.pull.start()
      await station.pull.now()
      await station.pull.stop()
      expect(count(station, 'orders') - before).toBe(MARKET_ORDERS)
    }
    printTurns(`first import of ${MARKET_ORDERS} orders`, await turnsWhile(firstImport))

    // Half of the account looks changed to the comparison, and is taken in again.
    rawDb(db).exec(
      `UPDATE orders SET updated_at = '2020-01-01T00:00:00Z' WHERE order_id < 1000000000 AND order_id % 2 = 0`,
    )
    const stale = count(station, `orders WHERE updated_at = '2020-01-01T00:00:00Z'`)
    expect(stale).toBeGreaterThan(MARKET_ORDERS / 3)
    const compare = async (): Promise<void> => {
      station.fullCheck.start()
      await until(() => readSetting(db, 'full-check.done') !== null)
      await station.fullCheck.stop()
      expect(count(station, `orders WHERE updated_at = '2020-01-01T00:00:00Z'`)).toBe(0)
    }
    printTurns(`comparison of ${MARKET_ORDERS} orders, of which ${stale} changed`, await turnsWhile(compare))

    const buyers = count(station, 'orders WHERE buyer IS NOT NULL')
    const purge = async (): Promise<void> => {
      station.clockWatch.view = () => ({ state: 'right', offsetMs: 0 })
      let over = false
      const purging = createPurge({
        ...station,
        clock: systemClock,
        onPurged: () => (over = true),
        onFault: (error) => {
          throw error
        },
      })
      purging.start()
      await until(() => over)
      purging.stop()
    }
    const purged = await turnsWhile(purge)
    const left = count(station, 'orders WHERE buyer IS NOT NULL')
    expect(buyers - left).toBeGreaterThan(BIG.orders / 10)
    printTurns(`purge of ${buyers - left} buyers`, purged)

    const orders = untouchedOrders(await fetchPages(market, 200)).slice(0, LANES)
    for (const order of orders) queueLane(station, order)
    expect(countOpen(db).waiting).toBe(orders.length * OPS_PER_LANE)
    const drain = async (): Promise<void> => {
      station.engine.start()
      await station.engine.settled()
    }
    printTurns(`drain of ${orders.length * OPS_PER_LANE} operations`, await turnsWhile(drain))
    expect(countOpen(db)).toEqual({ waiting: 0, held: 0 })

    const backups = join(file, '..', 'backups')
    printTurns(`backup of ${BIG.orders} orders`, await turnsWhile(() => makeBackup(db, backups, Date.now())))
    expect(listBackups(backups)).toHaveLength(1)
    expect(station.faults).toEqual([])
  },
)
