import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { groupKey } from '../../../src/main/neighbours/seal'
import { makeBackup } from '../../../src/main/store/recovery/backup'
import type { CarriedOp } from '../../../src/main/store/recovery/carried-op'
import { openNotices } from '../../../src/main/store/tables/notices'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { countOpen, listOutbox } from '../../../src/main/store/views/outbox-list'
import { enqueue } from '../../../src/main/store/tables/outbox'
import { restoreBackup } from '../../../src/main/store/recovery/open-station'
import { deriveFileKeys } from '../../../src/main/app/account/file-keys'
import { cancelOrder, refundOrder } from '../../../src/main/areas/desk/change-order'
import { exportOps, moveOpsToFile } from '../../../src/main/areas/outbox/export-ops'
import { updateItem } from '../../../src/main/areas/items/change-item'
import { importOps } from '../../../src/main/areas/outbox/import-ops'
import {
  openOpsFile,
  writeOpsFile,
  type FileKeys,
  type OpsOwner,
} from '../../../src/main/areas/outbox/ops-file'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import { MOST_FILE_BYTES, MOST_FILE_OPS } from '../../../src/shared/domain/outbox/ops-file-limits'
import type { Order } from '../../../src/shared/partner-api/order'
import { makeStation, type TestStation } from '../../support/account'
import { makeOrder } from '../../support/orders'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { tempDir } from '../../support/temp-dir'
import { inTransaction } from '../../../src/main/store/db/database'

/** Stations of one account share its token; each has a key of its own. */
const keysOf = (owner: OpsOwner, accessToken: string, passphrase: string | null = null): FileKeys =>
  deriveFileKeys({ own: randomBytes(32), accessToken, passphrase }, owner)
const sealOf = ({ marketplace }: SyncBench): [OpsOwner, FileKeys] => {
  const owner: OpsOwner = { mode: 'live', baseUrl: marketplace.baseUrl }
  return [owner, keysOf(owner, marketplace.accessToken)]
}
const openOf = ({ db }: TestStation) => countOpen(db).waiting + countOpen(db).held

/** A second station on the same marketplace, which has read its orders. */
async function otherStation(bench: SyncBench): Promise<TestStation> {
  const station = makeStation({
    clock: bench.clock,
    baseUrl: bench.marketplace.baseUrl,
    accessToken: () => bench.marketplace.accessToken,
  })
  await station.pull.now()
  return station
}

/** Lets a station work until nothing is open there. */
async function drain(bench: SyncBench, station: TestStation): Promise<void> {
  station.engine.start()
  await vi.waitFor(
    async () => {
      bench.clock.advance(1_000)
      station.engine.wake(true)
      await station.engine.settled()
      if (openOf(station) > 0) throw new Error('not done')
    },
    { timeout: 15_000, interval: 5 },
  )
}

/** Packs and ships an order while the network is gone. */
async function packOffline(bench: SyncBench) {
  const order = await bench.newOrder()
  await bench.goOffline()
  const { shipmentId } = bench.pack(order.id, goodsOf(order))
  bench.clock.advance(60_000)
  bench.move(shipmentId, 'ship')
  return { order, shipmentId, packedAt: packedAtOf(bench.station, order.id) }
}

function packedAtOf({ db, seal }: TestStation, orderId: number): string {
  return viewOrder(db, orderId, seal)?.shipments[0]?.packedAt ?? ''
}

const rowsOf = ({ db }: TestStation) => [...listOutbox(db, 'all', 0, 500).rows].reverse()

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

describe('a file that does not fit', () => {
  const owner: OpsOwner = { mode: 'live', baseUrl: 'https://api.example.com' }
  const keys = keysOf(owner, 'token')
  const take = (content: string, with_: FileKeys = keys, by = owner) =>
    importOps(makeStation(), by, with_, content)
  const refusal = (code: string, fields?: object) =>
    expect.objectContaining(fields === undefined ? { code } : { code, fields }) as Error
  /** A file with so many refunds in it. */
  const fileOf = (count: number, with_: FileKeys = keys) => {
    const station = makeStation()
    for (let index = 0; index < count; index += 1)
      inTransaction(station.db, (tx) =>
        enqueue(tx, {
          opUid: `op-${index}`,
          kind: 'create_refund',
          orderId: index + 1,
          shipmentUid: null,
          body: '{"amount":5}',
          capture: { at: '2026-11-20T09:00:00.000Z', by: 'Boss', monotonicMs: 5, clockOffsetMs: null },
        }),
      )
    return exportOps(station, owner, with_).content
  }
  /** The same with other lines behind the first one, proven by the right key. */
  const proven = (...lines: string[]) => {
    const { ops } = openOpsFile(fileOf(1))
    const [op] = ops()
    const odd = lines.map((line) => JSON.parse(line) as CarriedOp)
    return writeOpsFile({ exportedAt: '2026-11-20T09:00:00.000Z', account: owner }, [op!, ...odd], keys)
  }

  it.each([
    ['no JSON', () => 'x'],
    ['another file', () => '{"orders": []}\n'],
    ['a newer version', () => fileOf(1).replace('"version":2', '"version":3')],
    ['the form of before', () => '{"format":"packbench-open-operations","version":1,"ops":[]}\n'],
    ['a first line without an end', () => 'x'.repeat(1_000_000)],
  ])('%s is refused', (_what, content) => {
    expect(() => take(content())).toThrow(refusal('file_unreadable', { line: '1' }))
  })

  it('because it belongs to another account is refused', () => {
    const content = fileOf(1)
    expect(() => take(content, keys, { ...owner, baseUrl: 'https://other.example.com' })).toThrow(
      refusal('other_account'),
    )
    expect(() => take(content, keys, { ...owner, mode: 'training' })).toThrow(refusal('other_account'))
  })

  it('because another order has the same number here is refused with any key', () => {
    const from = makeStation()
    const [order, another] = [
      makeOrder({ id: 1 }),
      makeOrder({ id: 1, purchased_at: '2020-01-01T00:00:00Z' }),
    ]
    from.take(order)
    cancelOrder(from, { orderId: 1 })
    const { content } = exportOps(from, owner, keys)
    const [same, other] = [makeStation(), makeStation()]
    same.take(order)
    other.take(another)
    expect(() => importOps(other, owner, keys, content)).toThrow(refusal('other_account'))
    expect(rowsOf(other)).toEqual([])
    expect(importOps(same, owner, keys, content)).toEqual({ imported: 1, known: 0 })
  })

  it.each([
    ['a changed amount', (file: string) => file.replace('\\"amount\\":5', '\\"amount\\":500')],
    ['another name', (file: string) => file.replace('Boss', 'Eve')],
    [
      'another time of export',
      (file: string) => file.replace(/"exportedAt":"[^"]*"/, '"exportedAt":"2026-11-20T10:00:00.000Z"'),
    ],
    ['an op less', (file: string) => file.split('\n').slice(0, 2).join('\n') + '\n'],
    ['an op more', (file: string) => `${file}${file.split('\n')[1]}\n`],
    ['half of it', (file: string) => file.slice(0, -10)],
    ['no proof at all', (file: string) => file.replace(/"macs":\{[^}]*\}/, '"macs":{}')],
    ['a proof of other keys', () => fileOf(2, keysOf(owner, 'another token', 'another passphrase'))],
  ])('%s is refused, and nothing of it is imported', (_what, forge) => {
    const station = makeStation()
    const forged = forge(fileOf(2))
    expect(forged).not.toBe(fileOf(2))
    expect(() => importOps(station, owner, keys, forged)).toThrow(refusal('file_untrusted'))
    expect(rowsOf(station)).toEqual([])
    expect(openNotices(station.db)).toEqual([])
  })

  it.each([
    ['the token', keysOf(owner, 'token')],
    ['the passphrase of the warehouse, whatever the token is now', keysOf(owner, 'new', 'our secret')],
    ['its own key', { ...keysOf(owner, 'new'), own: keys.own }],
  ])('is accepted if the station shares %s', (_what, shared) => {
    const content = fileOf(2, { ...keysOf(owner, 'token', 'our secret'), own: keys.own })
    expect(take(content, shared)).toEqual({ imported: 2, known: 0 })
  })

  it('has keys that no address and no neighbor shares', () => {
    const other = { ...owner, baseUrl: 'https://other.example.com' }
    const own = Buffer.alloc(32, 1)
    const secrets = { own, accessToken: 'token', passphrase: 'our secret' }
    const [here, there] = [deriveFileKeys(secrets, owner), deriveFileKeys(secrets, other)]
    const all = [here.own, here.token, here.passphrase, there.own, there.token, there.passphrase, own].map(
      (key) => key?.toString('hex'),
    )
    expect(new Set(all).size).toBe(all.length)
    expect(all).not.toContain(groupKey({ accessToken: 'token' }, owner.baseUrl).toString('hex'))
  })

  it.each([
    ['too many operations', () => `${fileOf(0)}${'{}\n'.repeat(300_000)}`],
    ['too many bytes', () => `${fileOf(0)}${'x'.repeat(MOST_FILE_BYTES)}`],
    ['too many bytes in one letter each', () => `${fileOf(0)}${'ü'.repeat(MOST_FILE_BYTES / 2)}`],
  ])('with %s is refused unread', (_what, content) => {
    const text = content()
    const station = makeStation()
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    expect(() => importOps(station, owner, keys, text)).toThrow(refusal('file_too_large'))
    expect(parse).not.toHaveBeenCalled()
  })

  it('is never written too large to be read again', () => {
    const head = { exportedAt: '2026-11-20T09:00:00.000Z', account: owner }
    const [op] = openOpsFile(fileOf(1)).ops()
    const many = Array.from({ length: MOST_FILE_OPS + 1 }, () => op!)
    expect(() => writeOpsFile(head, many, keys)).toThrow(refusal('file_too_large'))
    expect(() => writeOpsFile(head, many.slice(1), keys)).not.toThrow()
  })

  it('is read up to the first invalid operation, which is named', () => {
    const bad = proven('{}', '{}', '{}')
    const station = makeStation()
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    expect(() => importOps(station, owner, keys, bad)).toThrow(refusal('file_unreadable', { line: '3' }))
    // The first line, a good operation and the bad one.
    expect(parse).toHaveBeenCalledTimes(3)
  })

  it('contains no finished operation', () => {
    const [op] = openOpsFile(fileOf(1)).ops()
    const done = JSON.stringify({ ...op, state: 'confirmed' })
    expect(() => take(proven(done))).toThrow(refusal('file_unreadable', { line: '3' }))
  })
})

describe('names in a file', () => {
  it('are shown as coming from the file, and never as the operator here', async () => {
    const bench = await makeSyncBench()
    await packOffline(bench)
    const { content } = moveOpsToFile(bench.station, ...sealOf(bench))
    const other = makeStation()
    const told: string[] = []
    importOps(other, ...sealOf(bench), content, ({ kind }) => told.push(kind))
    expect(told).toEqual(['create_shipment', 'ship_shipment'])
    expect(rowsOf(other)).toMatchObject([
      { capturedBy: 'tester', fromFile: true },
      { capturedBy: 'tester', fromFile: true },
    ])
    expect(readOp(other, 1).history).toMatchObject([
      { event: 'capture', by: 'tester', fromFile: true },
      { event: 'restore', by: 'tester', fromFile: false },
    ])
    expect(rowsOf(bench.station)).toMatchObject([{ fromFile: false }, { fromFile: false }])
  })

  it('a price in a file never undoes one that was set later here', async () => {
    const bench = await makeSyncBench()
    const listed = await bench.station.items.list({ status: ['listed'] }, null)
    const itemNumber = (listed.ok ? listed.value.items[0]?.item_number : undefined) ?? ''
    const setPrice = (station: TestStation, priceCents: number) =>
      updateItem(station, { itemNumber, priceCents, maxDiscountPercent: null }).seq
    const other = await otherStation(bench)
    await other.items.read(itemNumber)
    setPrice(bench.station, 10_000)
    const { content } = moveOpsToFile(bench.station, ...sealOf(bench))
    bench.clock.advance(60_000)
    const newer = setPrice(other, 12_000)
    await drain(bench, other)
    importOps(other, ...sealOf(bench), content)
    expect(rowsOf(other)).toMatchObject([
      { seq: newer, state: 'confirmed' },
      { state: 'discarded', discardReason: 'replaced' },
    ])
    // A third station does not know of the newer one, and asks before it takes it back.
    const third = await otherStation(bench)
    importOps(third, ...sealOf(bench), content)
    third.engine.start()
    await vi.waitFor(async () => {
      bench.clock.advance(10_000)
      await third.engine.settled()
      expect(rowsOf(third)).toMatchObject([{ state: 'held', heldReason: 'item_changed' }])
    })
  })
})
