import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { makeBackup } from '../../../src/main/store/recovery/backup'
import { moveToArchive } from '../../../src/main/store/archive/archive'
import { closeArchive } from '../../../src/main/store/archive/months'
import { openOps } from '../../../src/main/store/tables/outbox'
import { openNotices } from '../../../src/main/store/tables/notices'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { restoreBackup } from '../../../src/main/store/recovery/open-station'
import { cancelOrder, refundOrder } from '../../../src/main/areas/orders/change-order'
import { exportOps, moveOpsToFile } from '../../../src/main/areas/outbox/export-ops'
import { importOps } from '../../../src/main/areas/outbox/import-ops'
import type { OpsOwner } from '../../../src/main/areas/outbox/ops-file'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import type { Order } from '../../../src/shared/partner-api/order'
import { makeStation, type TestStation } from '../../support/account'
import { goodsOf, makeSyncBench } from '../../support/sync-bench'
import { tempDir } from '../../support/temp-dir'
import { keysOf, sealOf, openOf, otherStation, drain, packOffline, rowsOf } from './exported-file'

describe('a copy of the open ops', () => {
  it('is a whole file for this user only, and changes nothing', async () => {
    const bench = await makeSyncBench()
    const { order } = await packOffline(bench)
    const before = rowsOf(bench.station)
    const { path, ...exported } = exportOps(bench.station, ...sealOf(bench))
    if (path === null) throw new Error('there is no file')
    expect(exported.ops).toBe(2)
    expect(dirname(path)).toBe(join(dirname(bench.station.file), 'exports'))
    expect(path).toMatch(/open-operations-2026-11-20T09-01-00\.000Z\.json$/)
    expect(readFileSync(path, 'utf8')).toBe(exported.content)
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(rowsOf(bench.station)).toEqual(before)
    for (const secret of ['@', order.shipping_address?.line1 ?? 'line1', bench.marketplace.accessToken])
      expect(exported.content).not.toContain(secret)
    expect(exportOps(bench.station, ...sealOf(bench)).path).not.toBe(path)
  })
})

describe('operations that left in a file', () => {
  it('end here with an entry in the history, free their lines, and never go out from here', async () => {
    const bench = await makeSyncBench()
    const { order } = await packOffline(bench)
    const { path } = moveOpsToFile(bench.station, ...sealOf(bench))
    expect(openOf(bench.station)).toBe(0)
    for (const { seq, state, discardReason } of rowsOf(bench.station)) {
      expect(state).toBe('discarded')
      expect(discardReason).toBe(`exported to ${basename(path)}`)
      expect(readOp(bench.station, seq).history.at(-1)).toMatchObject({ event: 'export', by: 'tester' })
    }
    const view = viewOrder(bench.station.db, order.id, bench.station.seal)
    expect(view?.shipments).toEqual([])
    expect(view?.lines.every(({ shipmentId }) => shipmentId === null)).toBe(true)
    await bench.goOnline()
    bench.station.engine.start()
    await bench.turn(600_000)
    expect((await bench.control.readOrder(order.id)).shipments).toEqual([])
  })

  it('are done by another station once, at the time they happened (I3, I11)', async () => {
    const bench = await makeSyncBench()
    const { order, packedAt } = await packOffline(bench)
    const { content } = moveOpsToFile(bench.station, ...sealOf(bench))
    await bench.goOnline()
    bench.clock.advance(3_600_000)
    const other = await otherStation(bench)
    expect(importOps(other, ...sealOf(bench), content)).toEqual({ imported: 2, known: 0 })
    expect(rowsOf(other).map(({ state }) => state)).toEqual(['unknown', 'unknown'])
    expect(viewOrder(other.db, order.id, other.seal)?.shipments).toMatchObject([
      { state: 'shipped', packedAt },
    ])
    expect(openNotices(other.db)).toMatchObject([{ kind: 'ops_imported', count: 2 }])
    await drain(bench, other)
    const { shipments } = await bench.control.readOrder(order.id)
    expect(shipments).toMatchObject([{ state: 'shipped', packed_at: packedAt }])
    expect(rowsOf(other).map(({ state }) => state)).toEqual(['confirmed', 'confirmed'])
  })

  it('return once per export, and are done once (I3)', async () => {
    const bench = await makeSyncBench()
    const { order, shipmentId } = await packOffline(bench)
    const { content } = moveOpsToFile(bench.station, ...sealOf(bench))
    const take = (text: string) => importOps(bench.station, ...sealOf(bench), text)
    expect(take(content)).toEqual({ imported: 2, known: 0 })
    expect(take(content)).toEqual({ imported: 0, known: 2 })
    const again = moveOpsToFile(bench.station, ...sealOf(bench))
    expect(take(again.content)).toEqual({ imported: 2, known: 0 })
    expect(take(content)).toEqual({ imported: 0, known: 2 })
    const uids = rowsOf(bench.station).map(({ opUid }) => opUid)
    expect(uids).toHaveLength(6)
    expect(new Set(uids).size).toBe(2)
    expect(viewOrder(bench.station.db, order.id, bench.station.seal)?.shipments).toMatchObject([
      { shipmentId, state: 'shipped', waiting: 2 },
    ])
    await bench.goOnline()
    await drain(bench, bench.station)
    expect((await bench.control.readOrder(order.id)).shipments).toMatchObject([{ state: 'shipped' }])
    expect(take(content)).toEqual({ imported: 0, known: 2 })
  })

  it('are known here although their order has moved to the archive (I3)', async () => {
    const bench = await makeSyncBench()
    const { order } = await packOffline(bench)
    const { content } = moveOpsToFile(bench.station, ...sealOf(bench))
    const take = () => importOps(bench.station, ...sealOf(bench), content)
    expect(take()).toEqual({ imported: 2, known: 0 })
    await bench.goOnline()
    await drain(bench, bench.station)
    moveToArchive(bench.station.db, '2026-11', { orderIds: [order.id], seqs: [] })
    expect(viewOrder(bench.station.db, order.id, bench.station.seal)).toBeNull()
    expect(take()).toEqual({ imported: 0, known: 2 })
    expect(openOf(bench.station)).toBe(0)
    closeArchive(bench.station.db)
  })

  it('return from their file even after an older backup was restored (I10)', async () => {
    const bench = await makeSyncBench()
    const { order } = await packOffline(bench)
    const backups = tempDir()
    const { name } = await makeBackup(bench.station.db, backups, bench.clock.wallMs())
    const { content } = moveOpsToFile(bench.station, ...sealOf(bench))
    const { file } = bench.station
    await bench.station.close()
    restoreBackup({ file, backup: join(backups, name), wallMs: bench.clock.wallMs() })
    await bench.goOnline()
    await bench.restartStation()
    expect(openOf(bench.station)).toBe(0)
    expect(importOps(bench.station, ...sealOf(bench), content)).toEqual({ imported: 2, known: 0 })
    await drain(bench, bench.station)
    expect((await bench.control.readOrder(order.id)).shipments).toMatchObject([{ state: 'shipped' }])
  })

  it('are unchanged when the file cannot be written', async () => {
    const bench = await makeSyncBench()
    await packOffline(bench)
    const before = rowsOf(bench.station)
    writeFileSync(join(dirname(bench.station.file), 'exports'), 'in the way')
    expect(() => moveOpsToFile(bench.station, ...sealOf(bench))).toThrow(
      expect.objectContaining({ code: 'database_error' }),
    )
    expect(rowsOf(bench.station)).toEqual(before)
  })

  it('never overwrite another file of the same moment', async () => {
    const bench = await makeSyncBench()
    await packOffline(bench)
    const copy = exportOps(bench.station, ...sealOf(bench))
    const moved = moveOpsToFile(bench.station, ...sealOf(bench))
    expect(moved.path).not.toBe(copy.path)
    expect(readFileSync(copy.path ?? '', 'utf8')).toBe(copy.content)
  })
})

describe('operations sent elsewhere meanwhile (I10)', () => {
  it('are recognized on the marketplace and not sent again', async () => {
    const bench = await makeSyncBench()
    const { order } = await packOffline(bench)
    const { content } = exportOps(bench.station, ...sealOf(bench))
    await bench.goOnline()
    await drain(bench, bench.station)
    const other = await otherStation(bench)
    await bench.control.clearRequestLog()
    expect(importOps(other, ...sealOf(bench), content)).toEqual({ imported: 2, known: 0 })
    await drain(bench, other)
    expect(rowsOf(other).map(({ state }) => state)).toEqual(['confirmed', 'confirmed'])
    expect((await bench.control.requestLog()).filter(({ method }) => method !== 'GET')).toEqual([])
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })

  it('continue with a shipment that this station has read under an id of its own', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    const packed = bench.pack(order.id, goodsOf(order))
    await bench.until(packed.seq, 'confirmed')
    const other = await otherStation(bench)
    await bench.goOffline()
    bench.move(packed.shipmentId, 'ship')
    await bench.station.engine.stop()
    const { content } = moveOpsToFile(bench.station, ...sealOf(bench))
    const shown = (station: TestStation) => viewOrder(station.db, order.id, station.seal)?.shipments
    expect(shown(bench.station)).toMatchObject([{ shipmentId: packed.shipmentId, state: 'packed' }])
    await bench.goOnline()
    importOps(other, ...sealOf(bench), content)
    expect(shown(other)).toMatchObject([{ state: 'shipped', waiting: 1 }])
    await drain(bench, other)
    expect((await bench.control.readOrder(order.id)).shipments).toMatchObject([{ state: 'shipped' }])
    importOps(bench.station, ...sealOf(bench), content)
    expect(shown(bench.station)).toMatchObject([
      { shipmentId: packed.shipmentId, state: 'shipped', waiting: 1 },
    ])
    await drain(bench, bench.station)
    expect(rowsOf(bench.station).map(({ state }) => state)).toEqual(['confirmed', 'discarded', 'confirmed'])
  })

  it('ask a person about a refund, and cancel an order once', async () => {
    const bench = await makeSyncBench()
    const [refunded, canceled] = [await bench.newOrder(), await bench.newOrder()]
    await bench.goOffline()
    refundOrder(bench.station, { orderId: refunded.id, amountCents: 100 })
    cancelOrder(bench.station, { orderId: canceled.id })
    const { content } = moveOpsToFile(bench.station, ...sealOf(bench))
    await bench.goOnline()
    const other = await otherStation(bench)
    importOps(other, ...sealOf(bench), content)
    other.engine.start()
    await vi.waitFor(
      async () => {
        bench.clock.advance(10_000)
        await other.engine.settled()
        expect(rowsOf(other)).toMatchObject([
          { kind: 'create_refund', state: 'held', heldReason: 'unconfirmed' },
          { kind: 'cancel_order', state: 'confirmed' },
        ])
      },
      { timeout: 15_000 },
    )
    expect((await bench.control.readOrder(refunded.id)).refunds).toEqual([])
  })
})

describe('a file for an order unknown here', () => {
  it('is still done, and the order shows it when it is read', async () => {
    const bench = await makeSyncBench()
    const { order, packedAt } = await packOffline(bench)
    const { content } = moveOpsToFile(bench.station, ...sealOf(bench))
    await bench.goOnline()
    const other = makeStation({
      clock: bench.clock,
      baseUrl: bench.marketplace.baseUrl,
      accessToken: () => bench.marketplace.accessToken,
    })
    expect(importOps(other, ...sealOf(bench), content)).toEqual({ imported: 2, known: 0 })
    other.take((await bench.control.readOrder(order.id)) as unknown as Order)
    expect(viewOrder(other.db, order.id, other.seal)?.shipments).toMatchObject([
      { state: 'shipped', packedAt },
    ])
    await drain(bench, other)
    expect((await bench.control.readOrder(order.id)).shipments).toMatchObject([{ state: 'shipped' }])
  })
})

it('takes the operations in that 0.1.0 exported, whose data folder is not read any more', () => {
  const owner: OpsOwner = { mode: 'live', baseUrl: 'https://api.example.com' }
  const file = readFileSync(join(__dirname, 'exported-by-0.1.0.jsonl'), 'utf8')
  const station = makeStation()
  expect(importOps(station, owner, keysOf(owner, 'token'), file)).toMatchObject({ imported: 4, known: 0 })
  const [, ...exported] = file.trimEnd().split('\n')
  const said = ({ opUid, kind, body, capturedAt }: Said) => ({ opUid, kind, body, capturedAt })
  expect(openOps(station.db).map(said)).toEqual(exported.map((line) => said(JSON.parse(line) as Said)))
  expect(rowsOf(station)).toMatchObject([
    { kind: 'create_shipment', capturedBy: 'tester', fromFile: true },
    { kind: 'ship_shipment', capturedBy: 'tester', fromFile: true },
    { kind: 'update_item', capturedBy: 'tester', fromFile: true },
    { kind: 'cancel_order', capturedBy: 'tester', fromFile: true },
  ])
})

type Said = Record<'opUid' | 'kind' | 'body' | 'capturedAt', string>
