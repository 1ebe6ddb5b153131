import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { groupKey } from '../../../src/main/warehouse/multicast/seal'
import type { SalvagedOp } from '../../../src/main/store/recovery/salvaged-op'
import { openNotices } from '../../../src/main/store/tables/notices'
import { enqueue } from '../../../src/main/store/tables/outbox'
import { deriveFileKeys } from '../../../src/main/app/account/file-keys'
import { cancelOrder } from '../../../src/main/areas/orders/change-order'
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
import { makeStation, type TestStation } from '../../support/account'
import { makeOrder } from '../../support/orders'
import { aListedItem } from '../../support/read-items'
import { makeSyncBench } from '../../support/sync-bench'
import { inTransaction } from '../../../src/main/store/db/database'
import { keysOf, sealOf, otherStation, drain, packOffline, rowsOf } from './exported-file'
import { eventually } from '../../support/eventually'

describe('a file that does not fit', () => {
  const owner: OpsOwner = { mode: 'live', baseUrl: 'https://api.example.com' }
  const keys = keysOf(owner, 'token')
  const take = (content: string, with_: FileKeys = keys, by = owner) =>
    importOps(makeStation(), by, with_, content)
  const refusal = (code: string, fields?: object) =>
    expect.objectContaining(fields === undefined ? { code } : { code, fields }) as Error
  /** A file with this many refunds. */
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
  /** The same with other lines after the first one, proven by the right key. */
  const proven = (...lines: string[]) => {
    const { ops } = openOpsFile(fileOf(1))
    const [op] = ops()
    const odd = lines.map((line) => JSON.parse(line) as SalvagedOp)
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
  ])('%s is refused, and nothing of it is taken in', (_what, forge) => {
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
  ])('is taken in where the station shares %s', (_what, shared) => {
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
  ])('with %s is refused before anything of it is read', (_what, content) => {
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
    const itemNumber = await aListedItem(bench.station)
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
    // A third station does not know the newer one, and asks before undoing it.
    const third = await otherStation(bench)
    importOps(third, ...sealOf(bench), content)
    third.engine.start()
    await eventually(async () => {
      bench.clock.advance(10_000)
      await third.engine.settled()
      expect(rowsOf(third)).toMatchObject([{ state: 'held', heldReason: 'item_changed' }])
    })
  })
})
