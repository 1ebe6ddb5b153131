import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../../../src/main/store/db/open'
import { asideFile, finishSwap, freshFile, swapSteps } from '../../../../src/main/store/recovery/file-swap'
import { openNotices } from '../../../../src/main/store/tables/notices'
import { restoreBackup } from '../../../../src/main/store/recovery/open-station'
import { findOp } from '../../../../src/main/store/tables/outbox'
import {
  readSecret,
  readSetting,
  writeSecret,
  writeSetting,
} from '../../../../src/main/store/tables/settings'
import {
  findGivenNumber,
  giveNumber,
  takeBackNumbersOf,
} from '../../../../src/main/store/tables/given-numbers'
import { findPrintedLabel, keepPrintedLabel } from '../../../../src/main/store/tables/printed-labels'
import { dropTaught, keepTaught, taughtOfItem } from '../../../../src/main/store/tables/taught-codes'
import { sharedCodes } from '../../../../src/main/areas/codes/share-codes'
import { sharedNumbers } from '../../../../src/main/areas/labels/share-numbers'
import { answerOp } from '../../../../src/main/areas/outbox/answer-op'
import { refundOrder } from '../../../../src/main/areas/orders/change-order'
import { makeStation } from '../../../support/account'
import { goodsOf, makeSyncBench, type SyncBench } from '../../../support/sync-bench'
import { WALL_MS, backUp, crash, opsIn, asides } from './crashed'
import { rawDb } from '../../../support/raw-db'
import type { SharedNumber } from '../../../../src/shared/domain/labels/shared-number'

describe('replacing a file', () => {
  it('leaves the old or the new one at any moment', () => {
    const station = makeStation()
    crash(station)
    const { file } = station
    const aside = asideFile(file, 'replaced', WALL_MS)
    const steps = swapSteps(file, aside).length
    for (let done = 0; done <= steps; done += 1) {
      for (const name of readdirSync(dirname(file))) rmSync(join(dirname(file), name))
      writeFileSync(file, 'old')
      writeFileSync(`${file}-wal`, 'old log')
      writeFileSync(freshFile(file), 'new')
      for (const step of swapSteps(file, aside).slice(0, done)) step()
      finishSwap(file)
      const now = readFileSync(file, 'utf8')
      if (now === 'old') {
        expect(readFileSync(`${file}-wal`, 'utf8')).toBe('old log')
        expect(existsSync(freshFile(file))).toBe(false)
      } else {
        expect([now, readFileSync(aside, 'utf8')]).toEqual(['new', 'old'])
        expect(readFileSync(`${aside}-wal`, 'utf8')).toBe('old log')
        expect(readdirSync(dirname(file))).toHaveLength(3)
      }
      if (done === 0) expect(now).toBe('old')
      if (done === steps) expect(now).toBe('new')
    }
  })
})

describe('restoring a backup', () => {
  const restore = async (bench: SyncBench, backup: string) => {
    await bench.station.close()
    const reopened = restoreBackup({ file: bench.station.file, backup, wallMs: bench.clock.wallMs() })
    await bench.restartStation()
    return reopened
  }
  const settle = async (bench: SyncBench) => {
    bench.station.engine.start()
    for (const { seq } of opsIn(bench.station.db)) await bench.until(seq, 'confirmed', 'held', 'discarded')
  }

  it('does everything exactly once: operations confirmed after it, and waiting ones (I3, I10)', async () => {
    const bench = await makeSyncBench()
    const orders = [await bench.newOrder(), await bench.newOrder(), await bench.newOrder()] as const
    const [before, packedLater, waiting] = orders
    await bench.goOffline()
    const { shipmentId } = bench.pack(before.id, goodsOf(before))
    const shipped = bench.move(shipmentId, 'ship')
    const backup = await backUp(bench.station)
    await bench.goOnline()
    bench.station.engine.start()
    await bench.until(shipped, 'confirmed')
    const later = bench.pack(packedLater.id, goodsOf(packedLater))
    await bench.until(later.seq, 'confirmed')
    await bench.goOffline()
    bench.move(later.shipmentId, 'ship')
    bench.pack(waiting.id, goodsOf(waiting))
    bench.move(shipmentId, 'deliver')

    expect(await restore(bench, backup)).toBe(3)
    expect(openNotices(bench.station.db)).toMatchObject([{ kind: 'data_restored', count: 3 }])
    expect(opsIn(bench.station.db).map(({ kind, state }) => [kind, state])).toEqual([
      ['create_shipment', 'confirmed'],
      ['ship_shipment', 'confirmed'],
      ['create_shipment', 'confirmed'],
      ['ship_shipment', 'unknown'],
      ['create_shipment', 'unknown'],
      ['deliver_shipment', 'unknown'],
    ])
    await bench.goOnline()
    await settle(bench)
    const states = opsIn(bench.station.db).map(({ state, heldReason }) => [state, heldReason])
    expect(states).toEqual(states.map(() => ['confirmed', null]))
    for (const [order, state] of [
      [before, 'delivered'],
      [packedLater, 'shipped'],
      [waiting, 'packed'],
    ] as const) {
      const { shipments } = await bench.control.readOrder(order.id)
      expect(shipments.map((shipment) => shipment.state)).toEqual([state])
    }
    expect(bench.station.faults).toEqual([])
  })

  it('recognizes a shipment that got another tracking number before the restore', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.goOffline()
    const { shipmentId, seq } = bench.pack(order.id, goodsOf(order))
    const backup = await backUp(bench.station)
    await bench.goOnline()
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    const ship = bench.move(shipmentId, 'ship', { trackingNumber: '1Z-OTHER' })
    await bench.until(ship, 'confirmed')
    await restore(bench, backup)
    await settle(bench)
    expect(opsIn(bench.station.db)).toMatchObject([{ state: 'confirmed' }, { state: 'confirmed' }])
    expect((await bench.control.readOrder(order.id)).shipments).toMatchObject([
      { state: 'shipped', tracking_number: '1Z-OTHER' },
    ])
  })

  it('never repeats a refund, and recognizes an answered one', async () => {
    const bench = await makeSyncBench()
    const [one, other] = [await bench.newOrder(), await bench.newOrder()]
    await bench.goOffline()
    const answered = refundOrder(bench.station, { orderId: one.id, amountCents: 100 })
    const backup = await backUp(bench.station)
    await bench.goOnline()
    bench.station.engine.start()
    await bench.until(answered.seq, 'confirmed')
    await bench.control.addFault({
      kind: 'status',
      status: 503,
      method: 'POST',
      route: '/api/v1.0/orders/:id/refund',
    })
    const { seq } = refundOrder(bench.station, { orderId: other.id, amountCents: 100 })
    await bench.until(seq, 'unknown')
    await restore(bench, backup)
    await settle(bench)
    expect(bench.op(answered.seq)).toMatchObject({ state: 'confirmed' })
    expect(bench.op(seq)).toMatchObject({ state: 'held', heldReason: 'unconfirmed' })
    expect((await bench.control.readOrder(one.id)).refunds).toHaveLength(1)
    expect((await bench.control.readOrder(other.id)).refunds).toEqual([])
  })

  it('holds a refund whose send is not certain', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.goOffline()
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    await restore(bench, await backUp(bench.station))
    await bench.goOnline()
    await settle(bench)
    expect(bench.op(seq)).toMatchObject({ state: 'held', heldReason: 'unconfirmed' })
    expect((await bench.control.readOrder(order.id)).refunds).toEqual([])
  })

  it('keeps discarded operations discarded', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.addFault({
      kind: 'status',
      status: 422,
      method: 'POST',
      route: '/api/v1.0/orders/:id/shipments',
      count: 1,
    })
    const { seq } = bench.pack(order.id, goodsOf(order))
    bench.station.engine.start()
    await bench.until(seq, 'held')
    const backup = await backUp(bench.station)
    answerOp(bench.station, { seq, answer: 'discard', reason: 'wrong box' })
    expect(await restore(bench, backup)).toBe(0)
    expect(bench.op(seq)).toMatchObject({ state: 'discarded', discardReason: 'wrong box' })
    await settle(bench)
    expect((await bench.control.readOrder(order.id)).shipments).toEqual([])
  })

  it('keeps the newer token, and the key of the backup', async () => {
    const bench = await makeSyncBench()
    const { db, file } = bench.station
    inTransaction(db, (tx) => {
      writeSecret(tx, 'buyer-key', Buffer.from('old key'))
      writeSecret(tx, 'access-token', Buffer.from('old token'))
      writeSetting(tx, 'pull.cursor', '2026-11-20T00:00:00.000Z')
    })
    const backup = await backUp(bench.station)
    inTransaction(db, (tx) => {
      writeSecret(tx, 'buyer-key', Buffer.from('new key'))
      writeSecret(tx, 'access-token', Buffer.from('new token'))
    })
    await restore(bench, backup)
    expect(readSecret(bench.station.db, 'buyer-key')?.toString()).toBe('old key')
    expect(readSecret(bench.station.db, 'access-token')?.toString()).toBe('new token')
    expect(readSetting(bench.station.db, 'pull.cursor')).toBeNull()
    expect(asides(file)[0]).toMatch(/-replaced\.sqlite$/)
    expect(findOp(bench.station.db, 1)).toBeNull()
  })

  it('keeps what the station was taught before and after it', async () => {
    const bench = await makeSyncBench()
    const teach = (code: string) =>
      inTransaction(bench.station.db, (tx) =>
        keepTaught(tx, {
          ...{ code, by: 'mpn', value: 'COAT', size: null },
          ...{ taughtAt: '2026-11-20T09:00:00.000Z', taughtBy: 'Ada' },
        }),
      )
    teach('BEFORE')
    const backup = await backUp(bench.station)
    teach('AFTER')
    await restore(bench, backup)
    const coat = { mpn: 'coat', externalId: null, itemNumber: null, size: 'M' }
    expect(taughtOfItem(bench.station.db, coat).map(({ code }) => code)).toEqual(['AFTER', 'BEFORE'])
  })

  it('keeps taken back what was taken back after it, here or at the hub', async () => {
    const bench = await makeSyncBench()
    const meaning = (code: string) => ({ code, by: 'mpn', value: 'COAT', size: null }) as const
    const said = { at: '2026-11-20T09:00:00.000Z', by: 'Ada' }
    const lesson = (code: string, taught: typeof said | null) => ({ ...meaning(code), taught })
    const hub = { name: 'codes', created: '2026-11-20', last: 10 }
    const before = sharedCodes(bench.station)
    before.begin(hub)
    before.take([lesson('HERE', said), lesson('THERE', said), lesson('KEPT', said)], 3)
    const backup = await backUp(bench.station)
    inTransaction(bench.station.db, (tx) => dropTaught(tx, meaning('HERE')))
    before.take([lesson('THERE', null), lesson('NEW', said)], 5)
    before.end()
    await restore(bench, backup)

    const after = sharedCodes(bench.station)
    // It is heard again from where the backup has heard it.
    expect(after.begin(hub)).toBe(4)
    after.take([lesson('THERE', null), lesson('NEW', said)], 5)
    const coat = { mpn: 'coat', externalId: null, itemNumber: null, size: 'M' }
    expect(taughtOfItem(bench.station.db, coat).map(({ code }) => code)).toEqual(['KEPT', 'NEW'])
    expect(after.untold(null)).toEqual([lesson('HERE', null)])
    after.end()
  })

  it('keeps which labels were printed after it', async () => {
    const bench = await makeSyncBench()
    const backup = await backUp(bench.station)
    const printed = {
      ...{ orderId: 1001, sha256: 'ab', sent: false },
      ...{ printedAt: '2026-11-20T09:00:00.000Z', printedBy: 'Ada' },
    }
    inTransaction(bench.station.db, (tx) => keepPrintedLabel(tx, printed))
    await restore(bench, backup)
    expect(findPrintedLabel(bench.station.db, 1001, 'ab')).toEqual(printed)
  })

  it('keeps the tracking numbers that were given after it, and those taken back', async () => {
    const bench = await makeSyncBench()
    const { db } = bench.station
    const given = (orderId: number) => ({
      ...{ orderId, carrier: 'UPS', trackingNumber: '1Z999AA10123456784', fileName: 'monday.csv' },
      ...{ givenAt: '2026-11-20T09:00:00.000Z', givenBy: 'Ada' },
    })
    inTransaction(db, (tx) => giveNumber(tx, given(1001)))
    const backup = await backUp(bench.station)
    inTransaction(db, (tx) => {
      giveNumber(tx, given(1002))
      takeBackNumbersOf(tx, [1001])
    })
    await restore(bench, backup)
    const found = [1001, 1002].map((orderId) => findGivenNumber(bench.station.db, orderId))
    expect(found).toEqual([null, given(1002)])
  })

  it('hears tracking numbers again from where the backup has heard them', async () => {
    const bench = await makeSyncBench()
    const said = (orderId: number, isTakenBack = false): SharedNumber => ({
      ...{ orderId, carrier: '', trackingNumber: 'AB-1', fileName: 'monday.csv', givenBy: 'Ada' },
      ...{ givenAt: '2026-11-20T09:00:00.000Z', isTakenBack, turn: 1 },
    })
    const found = () => [1, 2, 3, 4].filter((orderId) => findGivenNumber(bench.station.db, orderId) !== null)
    const hub = { name: 'numbers', created: '2026-11-20', last: 10 }
    const before = sharedNumbers(bench.station)
    before.begin(hub)
    before.take([said(1), said(2), said(3)], 3)
    const backup = await backUp(bench.station)
    inTransaction(bench.station.db, (tx) => takeBackNumbersOf(tx, [1]))
    before.take([said(2, true), said(4)], 5)
    before.end()
    await restore(bench, backup)
    expect(found()).toEqual([3, 4])

    const after = sharedNumbers(bench.station)
    expect(after.begin(hub)).toBe(4)
    after.take([said(2, true), said(4)], 5)
    expect(found()).toEqual([3, 4])
    expect(after.untold(null)).toEqual([said(1, true)])
    after.end()
    // Of what another hub had, the station tells again.
    const elsewhere = sharedNumbers(bench.station)
    elsewhere.begin({ ...hub, created: '2026-11-21' })
    elsewhere.take([said(9)], 1)
    elsewhere.end()
    await restore(bench, backup)
    const last = sharedNumbers(bench.station)
    last.begin({ ...hub, created: '2026-11-21' })
    expect(last.untold(null)).toEqual([said(1, true), said(2, true), said(3), said(4), said(9)])
    // Of two that were given at once, it is the one that counts everywhere.
    last.take([{ ...said(3), trackingNumber: 'AB-2' }], 1)
    expect(findGivenNumber(bench.station.db, 3)?.trackingNumber).toBe('AB-2')
    last.end()
  })

  it('leaves out a tracking number that no hub would take, and keeps the others', async () => {
    const bench = await makeSyncBench()
    const backup = await backUp(bench.station)
    const given = {
      ...{ orderId: 1, carrier: '', trackingNumber: 'AB-1', fileName: 'monday.csv' },
      ...{ givenAt: '2026-11-20T09:00:00.000Z', givenBy: 'Ada' },
    }
    const strange = [
      'turn = 2000000000',
      'turn = 0',
      "given_at = 'Monday'",
      "tracking_number = ''",
      'order_id = -3',
    ]
    inTransaction(bench.station.db, (tx) => {
      for (let orderId = 1; orderId <= strange.length + 1; orderId += 1) giveNumber(tx, { ...given, orderId })
    })
    for (const [index, change] of strange.entries())
      rawDb(bench.station.db).exec(`UPDATE given_numbers SET ${change} WHERE order_id = ${index + 2}`)
    await restore(bench, backup)
    const numbers = sharedNumbers(bench.station)
    numbers.begin({ name: 'numbers', created: '2026-11-20', last: 0 })
    expect(numbers.untold(null)).toEqual([{ ...given, isTakenBack: false, turn: 1 }])
  })

  it('keeps tracking numbers of a file that this version has never opened', async () => {
    const bench = await makeSyncBench()
    const backup = await backUp(bench.station)
    const given = {
      ...{ orderId: 1001, carrier: 'UPS', trackingNumber: '1Z999AA10123456784', fileName: 'monday.csv' },
      ...{ givenAt: '2026-11-20T09:00:00.000Z', givenBy: 'Ada' },
    }
    inTransaction(bench.station.db, (tx) => giveNumber(tx, given))
    rawDb(bench.station.db).exec(
      `DROP INDEX given_numbers_at_hub;
       ALTER TABLE given_numbers DROP COLUMN taken_back; ALTER TABLE given_numbers DROP COLUMN turn; ALTER TABLE given_numbers DROP COLUMN at_hub`,
    )
    await restore(bench, backup)
    expect(findGivenNumber(bench.station.db, 1001)).toEqual(given)
  })

  it('refuses a backup of an early version, and changes nothing', async () => {
    const bench = await makeSyncBench()
    const old = join(dirname(bench.station.file), 'old.sqlite')
    closeDatabase(openDatabase(old))
    const raw = new Database(old)
    raw.pragma('user_version = 500')
    raw.close()
    await expect(restore(bench, old)).rejects.toMatchObject({
      code: 'backup_unusable',
      message: expect.stringContaining('an early Packbench (schema 500, this one reads from 1000)'),
    })
    expect(asides(bench.station.file)).toEqual([])
    closeDatabase(openDatabase(bench.station.file))
  })
})
