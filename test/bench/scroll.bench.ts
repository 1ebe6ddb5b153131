import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listOutbox } from '../../src/main/store/views/outbox-list'
import { listQueue } from '../../src/main/store/views/queue'
import type { QueueFilter, QueueView } from '../../src/shared/domain/orders/order-queue'
import { PAGE_ROWS } from '../../src/shared/domain/station/first-screen'
import { makeStation } from '../support/account'
import { BIG, buildBigFile } from '../support/big-file'
import { percentiles, threadCpuMs } from '../support/measure'
import { rawDb } from '../support/raw-db'
import { tempDir } from '../support/temp-dir'

/** Jumps to any place of a long list, as a pulled scroll bar makes them: what one page costs the main thread. */

const JUMPS = 300
const BENCHMARK_WITHIN_MS = 3_600_000
/** Every third order has one item, and every seventh op has gone to the archive. */
const ONE_ITEM = 3
const ARCHIVED = 7

it('jumps far down the lists', { timeout: BENCHMARK_WITHIN_MS }, async () => {
  const file = join(tempDir(), 'station.sqlite')
  buildBigFile(file)
  const station = makeStation({ file })
  const db = rawDb(station.db)
  const ops = db.prepare('SELECT count(*) FROM outbox').pluck()
  const before = ops.get() as number
  db.exec(`UPDATE orders SET goods_lines = 1 WHERE order_id % ${ONE_ITEM} = 0;
    DELETE FROM outbox WHERE state = 'confirmed' AND seq % ${ARCHIVED} = 0;`)
  expect(before - (ops.get() as number)).toBeGreaterThan(BIG.finished / (ARCHIVED + 1))
  const days = db.prepare('SELECT count(DISTINCT substr(purchased_at, 1, 10)) FROM orders').pluck().get()
  // One order a minute.
  expect(days).toBeGreaterThanOrEqual(Math.floor(BIG.orders / 1_440))

  const due = { nowMs: 0, afterMs: 0 }
  const orders = (view: QueueView, filter: QueueFilter) => (offset: number) =>
    listQueue(station.db, { view, filter, due }, offset, PAGE_ROWS)
  const lists = [
    ['all orders', orders('all', 'any'), BIG.orders],
    ['all orders, one item', orders('all', 'one_item'), Math.floor(BIG.orders / ONE_ITEM)],
    ['orders to pack', orders('to_pack', 'any'), BIG.orders / 4],
    [
      'history of operations',
      (offset: number) => listOutbox(station.db, 'all', offset, PAGE_ROWS),
      before * 0.8,
    ],
    ['open operations', (offset: number) => listOutbox(station.db, 'open', offset, PAGE_ROWS), BIG.open],
  ] as const
  for (const [name, list, least] of lists) {
    const { total } = list(0)
    expect(total, name).toBeGreaterThanOrEqual(least)
    const times = Array.from({ length: JUMPS }, (_, jump) => {
      // Each whole page once in an order that no cache expects.
      const offset = Math.floor((((jump * 7_919) % JUMPS) * (total - PAGE_ROWS)) / (JUMPS - 1))
      const startMs = threadCpuMs()
      const { rows } = list(offset)
      const ms = threadCpuMs() - startMs
      expect(rows, `${name} from ${offset}`).toHaveLength(PAGE_ROWS)
      return ms
    })
    const { p50, p95 } = percentiles(times)
    console.log(
      `a page anywhere in ${total.toLocaleString('en')} rows (${name}): CPU p50 ${p50.toFixed(1)} ms, ` +
        `p95 ${p95.toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms (goal: under 10 ms)`,
    )
  }
  await station.close()
})
