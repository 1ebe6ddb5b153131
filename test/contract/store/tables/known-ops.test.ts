import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { makeBackup } from '../../../../src/main/store/recovery/backup'
import { openStation, restoreBackup } from '../../../../src/main/store/recovery/open-station'
import { listOutbox } from '../../../../src/main/store/views/outbox-list'
import { answerOp } from '../../../../src/main/areas/outbox/answer-op'
import { refundOrder } from '../../../../src/main/areas/orders/change-order'
import { updateItem } from '../../../../src/main/areas/items/change-item'
import { leafPages, ruinPage } from '../../../support/damage'
import { aListedItem } from '../../../support/read-items'
import { goodsOf, makeSyncBench, type SyncBench } from '../../../support/sync-bench'

const opsIn = ({ station }: SyncBench) => listOutbox(station.db, 'all', 0, 500).rows.toReversed()
const backUp = async ({ station, clock }: SyncBench) => {
  const dir = join(dirname(station.file), 'backups')
  return join(dir, (await makeBackup(station.db, dir, clock.wallMs())).name)
}
const restore = async (bench: SyncBench, backup: string): Promise<number> => {
  await bench.station.close()
  const reopened = restoreBackup({ file: bench.station.file, backup, wallMs: bench.clock.wallMs() })
  await bench.restartStation()
  return reopened
}
const setPrice = async ({ station }: SyncBench, itemNumber: string, priceCents: number): Promise<number> => {
  await station.items.read(itemNumber)
  return updateItem(station, { itemNumber, priceCents, maxDiscountPercent: null }).seq
}
const writes = async ({ control }: SyncBench) =>
  (await control.requestLog())
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)

/** An item's number, and a backup in which a first price change for it waits. */
async function pricedTwice(bench: SyncBench) {
  const itemNumber = await aListedItem(bench.station)
  await bench.control.addFault({
    kind: 'status',
    status: 503,
    method: 'PUT',
    route: '/api/v1.0/items/:item_number',
  })
  const first = await setPrice(bench, itemNumber, 10_000)
  bench.station.engine.start()
  await bench.until(first, 'unknown')
  const backup = await backUp(bench)
  await bench.control.clearFaults()
  await bench.until(first, 'confirmed')
  const second = await setPrice(bench, itemNumber, 12_000)
  await bench.until(second, 'confirmed')
  await bench.control.clearRequestLog()
  return { itemNumber, backup }
}

describe('restoring a backup', () => {
  it('does not touch confirmed operations: a price does not go back', async () => {
    const bench = await makeSyncBench()
    const { backup } = await pricedTwice(bench)
    expect(await restore(bench, backup)).toBe(0)
    bench.station.engine.start()
    await bench.turn(600_000)
    expect(opsIn(bench).map(({ state }) => state)).toEqual(['confirmed', 'confirmed'])
    expect(await writes(bench)).toEqual([])
  })

  it('sends only the latest price, even if the row of an older one is unreadable', async () => {
    const bench = await makeSyncBench()
    const { backup } = await pricedTwice(bench)
    await bench.station.close()
    // As if it were on a broken page of the present file.
    const raw = new Database(bench.station.file)
    raw.exec('DELETE FROM outbox WHERE seq = 1')
    raw.close()
    expect(restoreBackup({ file: bench.station.file, backup, wallMs: bench.clock.wallMs() })).toBe(0)
    await bench.restartStation()
    expect(opsIn(bench)).toMatchObject([
      { state: 'discarded', discardReason: 'replaced' },
      { state: 'confirmed' },
    ])
    bench.station.engine.start()
    await bench.turn(600_000)
    expect(await writes(bench)).toEqual([])
  })

  it('keeps done operations done, whichever backup is restored next', async () => {
    const bench = await makeSyncBench()
    const older = await backUp(bench)
    const order = await bench.newOrder()
    await bench.goOffline()
    const { seq, shipmentId } = bench.pack(order.id, goodsOf(order))
    const later = await backUp(bench)
    await bench.goOnline()
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    expect(await restore(bench, older)).toBe(0)
    expect(opsIn(bench)).toMatchObject([{ kind: 'create_shipment', state: 'confirmed', shipmentId }])
    expect(await restore(bench, later)).toBe(0)
    expect(opsIn(bench)).toMatchObject([{ kind: 'create_shipment', state: 'confirmed', shipmentId }])
    bench.station.engine.start()
    await bench.turn(600_000)
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
    // It is known as this station's own, so it can be moved on.
    const ship = bench.move(shipmentId, 'ship')
    await bench.until(ship, 'confirmed')
    expect((await bench.control.readOrder(order.id)).shipments).toMatchObject([{ state: 'shipped' }])
  })

  it('leaves a person’s open decisions with that person', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.goOffline()
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    const backup = await backUp(bench)
    await bench.goOnline()
    await bench.control.addFault({
      kind: 'status',
      status: 422,
      method: 'POST',
      route: '/api/v1.0/orders/:id/refund',
      count: 1,
    })
    bench.station.engine.start()
    const held = await bench.until(seq, 'held')
    expect(held).toMatchObject({ heldReason: 'refused', attempts: 1, lastError: { status: 422 } })
    await restore(bench, backup)
    expect(bench.op(seq)).toEqual(held)
    bench.station.engine.start()
    answerOp(bench.station, { seq, answer: 'resend', reason: '' })
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(1)
  })

  it('holds for a damaged file as well: operations it shows as confirmed are not sent again', async () => {
    const bench = await makeSyncBench()
    await pricedTwice(bench)
    await bench.station.close()
    const { file } = bench.station
    ruinPage(file, leafPages(file, 'orders')[0] ?? 0)
    const raw = new Database(file)
    raw.exec(`INSERT INTO settings (key, value) VALUES ('station.open', '1')`)
    raw.close()
    openStation({
      file,
      backupsDir: join(dirname(file), 'backups'),
      wallMs: bench.clock.wallMs(),
      log: () => {},
    }).close()
    await bench.restartStation()
    expect(opsIn(bench).map(({ state }) => state)).toEqual(['confirmed', 'confirmed'])
    bench.station.engine.start()
    await bench.turn(600_000)
    expect(await writes(bench)).toEqual([])
  })
})
