import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findItem } from '../../../../src/main/store/tables/items'
import { openNotices } from '../../../../src/main/store/tables/notices'
import { listOutbox } from '../../../../src/main/store/views/outbox-list'
import { readSetting, writeSetting } from '../../../../src/main/store/tables/settings'
import { answerOp } from '../../../../src/main/areas/outbox/answer-op'
import { updateItem } from '../../../../src/main/areas/items/change-item'
import { cancelOrder, refundOrder } from '../../../../src/main/areas/orders/change-order'
import { aListedItem } from '../../../support/read-items'
import { goodsOf, makeSyncBench, type SyncBench } from '../../../support/sync-bench'
import { tempDir } from '../../../support/temp-dir'
import { goOnAsRestored } from '../../../../src/main/store/recovery/rollback'
import { rawDb } from '../../../support/raw-db'
import { inTransaction } from '../../../../src/main/store/db/database'

const ENDINGS = ['', '-wal', '-shm', '.mark']
const REFUND = '/api/v1.0/orders/:id/refund'

/** Copies the database files as they are, open or not. @returns a function that puts them back */
function copyAside(file: string, endings = ['', '-wal']): () => void {
  const dir = tempDir()
  const there = endings.filter((ending) => existsSync(`${file}${ending}`))
  for (const ending of there) copyFileSync(`${file}${ending}`, join(dir, `copy${ending}`))
  return () => {
    for (const ending of ENDINGS)
      if (ending !== '.mark' || endings.includes('.mark')) rmSync(`${file}${ending}`, { force: true })
    for (const ending of there) copyFileSync(join(dir, `copy${ending}`), `${file}${ending}`)
  }
}

const opsIn = ({ station }: SyncBench) => listOutbox(station.db, 'all', 0, 500).rows.toReversed()
const restoredIn = ({ station }: SyncBench) =>
  openNotices(station.db).filter(({ kind }) => kind === 'data_restored')
const settle = async (bench: SyncBench) => {
  bench.station.engine.start()
  for (const { seq } of opsIn(bench)) await bench.until(seq, 'confirmed', 'held', 'discarded')
}
/** Stops the station, replaces its data by the copy, and starts it. */
const putBack = async (bench: SyncBench, back: () => void) => {
  await bench.station.close()
  back()
  await bench.restartStation()
}
/** Queues a refund that stays here because there is no network. */
const refundOffline = async (bench: SyncBench) => {
  const order = await bench.newOrder()
  await bench.goOffline()
  return { order, seq: refundOrder(bench.station, { orderId: order.id, amountCents: 100 }).seq }
}

describe('a file that was restored by hand', () => {
  it.each(['closed', 'open'] as const)(
    'that was copied while the app was %s never sends a refund again, and people are told (I10)',
    async (when) => {
      const bench = await makeSyncBench()
      const { order, seq } = await refundOffline(bench)
      if (when === 'closed') await bench.station.close()
      const back = copyAside(bench.station.file)
      if (when === 'closed') await bench.restartStation()
      await bench.goOnline()
      bench.station.engine.start()
      await bench.until(seq, 'confirmed')
      await putBack(bench, back)
      expect(restoredIn(bench)).toMatchObject([{ count: 1 }])
      expect(bench.op(seq).state).toBe('unknown')
      await settle(bench)
      expect(bench.op(seq)).toMatchObject({ state: 'held', heldReason: 'unconfirmed' })
      expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(1)
    },
  )

  it('is detected each time it is restored', async () => {
    const bench = await makeSyncBench()
    const { order, seq } = await refundOffline(bench)
    const back = copyAside(bench.station.file)
    await bench.goOnline()
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    for (let time = 0; time < 3; time += 1) {
      await putBack(bench, back)
      expect(bench.op(seq).state).toBe('unknown')
      await settle(bench)
    }
    expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(1)
  })

  it('recognizes its parcels instead of asking about them, and re-reads the whole account', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.goOffline()
    const { seq } = bench.pack(order.id, goodsOf(order))
    inTransaction(bench.station.db, (tx) => writeSetting(tx, 'pull.cursor', '2026-11-20T00:00:00.000Z'))
    const back = copyAside(bench.station.file)
    await bench.goOnline()
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    await putBack(bench, back)
    expect(readSetting(bench.station.db, 'pull.cursor')).toBeNull()
    await settle(bench)
    expect(bench.op(seq).state).toBe('confirmed')
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })

  it('is detected without this station’s mark, as on another PC', async () => {
    const bench = await makeSyncBench()
    const { seq } = await refundOffline(bench)
    await bench.station.close()
    rmSync(`${bench.station.file}.mark`)
    await bench.restartStation()
    expect(restoredIn(bench)).toHaveLength(1)
    expect(bench.op(seq).state).toBe('unknown')
  })

  it('is detected if it is older than this version', async () => {
    const bench = await makeSyncBench()
    const { seq } = await refundOffline(bench)
    inTransaction(bench.station.db, (tx) => writeSetting(tx, 'station.mark', null))
    await bench.station.close()
    await bench.restartStation()
    expect(restoredIn(bench)).toHaveLength(1)
    expect(bench.op(seq).state).toBe('unknown')
  })
})

describe('not a restored file:', () => {
  /** As after a kill at this moment: the files of the database and of the mark, opened again. */
  const kill = async (bench: SyncBench) => {
    const back = copyAside(bench.station.file, ENDINGS)
    await putBack(bench, back)
  }

  it('a kill, whatever was sent, postponed, lost or held before', async () => {
    const bench = await makeSyncBench()
    const [first, second] = [await bench.newOrder(), await bench.newOrder()]
    await bench.control.addFault({ kind: 'status', status: 429, method: 'POST', route: REFUND, count: 1 })
    bench.station.engine.start()
    const packed = bench.pack(first.id, goodsOf(first))
    await bench.until(packed.seq, 'confirmed')
    await kill(bench)
    const refund = refundOrder(bench.station, { orderId: second.id, amountCents: 100 })
    bench.station.engine.start()
    await bench.turn(1_000)
    await kill(bench)
    expect(bench.op(refund.seq)).toMatchObject({ state: 'ready', attempts: 0 })
    await kill(bench)
    bench.station.engine.start()
    await bench.until(refund.seq, 'confirmed')
    await kill(bench)
    expect(restoredIn(bench)).toEqual([])
    expect((await bench.control.readOrder(second.id)).refunds).toHaveLength(1)
  })

  it('a mark whose last lines a power cut removed or tore', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.station.engine.start()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await bench.until(seq, 'confirmed')
    const mark = `${bench.station.file}.mark`
    const lines = readFileSync(mark, 'utf8')
    expect(lines.split('\n')).toHaveLength(3)
    for (const length of [
      lines.length - 1,
      lines.length - 20,
      lines.indexOf('\n') + 1,
      lines.indexOf('\n'),
    ]) {
      await bench.station.close()
      writeFileSync(mark, lines.slice(0, length))
      await bench.restartStation()
    }
    expect(restoredIn(bench)).toEqual([])
  })

  it('a disk that cannot write the mark: only operations that cost money wait for it', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    const mark = `${bench.station.file}.mark`
    bench.station.engine.start()
    // A folder in its place, so that the file cannot be written.
    rmSync(mark)
    mkdirSync(mark)
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    await bench.turn(1_000)
    expect(bench.op(seq)).toMatchObject({ state: 'ready', attempts: 0 })
    expect(opsIn(bench)).toMatchObject([{ lastError: { code: 'mark_unwritable' } }])
    expect((await bench.control.readOrder(order.id)).refunds).toEqual([])
    const [other, third] = [await bench.newOrder(), await bench.newOrder()]
    const packed = bench.pack(other.id, goodsOf(other))
    const cancel = cancelOrder(bench.station, { orderId: third.id })
    await bench.until(packed.seq, 'confirmed')
    expect(bench.op(cancel.seq)).toMatchObject({ state: 'ready', attempts: 0 })
    rmSync(mark, { recursive: true })
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(1)
  })

  it.skipIf(process.platform === 'win32')('keeps the mark for this user alone', async () => {
    const bench = await makeSyncBench()
    expect(statSync(`${bench.station.file}.mark`).mode & 0o777).toBe(0o600)
  })
})

describe('a machine that was restored, including its mark', () => {
  it('leaves an operation in flight alone: what there was before its send was read just now', async () => {
    const bench = await makeSyncBench()
    const [order, other] = [await bench.newOrder(), await bench.newOrder()]
    const [flying, waiting] = [order, other].map(({ id }) =>
      refundOrder(bench.station, { orderId: id, amountCents: 1 }),
    )
    const { db } = bench.station
    rawDb(db).exec(
      `UPDATE outbox SET state = 'sending', attempts = 1, baseline = '[]' WHERE seq = ${flying?.seq}`,
    )
    inTransaction(db, (tx) => goOnAsRestored(tx, '2026-11-20T09:00:00.000Z'))
    expect(bench.op(flying?.seq ?? 0)).toMatchObject({ state: 'sending' })
    expect(bench.op(waiting?.seq ?? 0)).toMatchObject({ state: 'unknown' })
  })

  const snapshot = (bench: SyncBench) => copyAside(bench.station.file, ENDINGS)

  it('never repeats a refund if an equal one was unknown when it was requested', async () => {
    const bench = await makeSyncBench()
    const { order, seq } = await refundOffline(bench)
    const back = snapshot(bench)
    await bench.goOnline()
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    await putBack(bench, back)
    expect(bench.op(seq).state).toBe('ready')
    await settle(bench)
    expect(bench.op(seq)).toMatchObject({
      state: 'held',
      heldReason: 'unconfirmed',
      answers: expect.arrayContaining(['adopt', 'resend']) as string[],
    })
    expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(1)
    // A person knows that it was a different one.
    answerOp(bench.station, { seq, answer: 'resend', reason: '' })
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(2)
  })

  it('sends a refund after a restart if the equal one was known when it was requested', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    await bench.control.changeOrder(order.id, { action: 'refund', amount: 100, source: 'dropshipper' })
    await bench.station.refresh(order.id)
    const { seq } = refundOrder(bench.station, { orderId: order.id, amountCents: 100 })
    await bench.restartStation()
    await settle(bench)
    expect(bench.op(seq).state).toBe('confirmed')
    expect((await bench.control.readOrder(order.id)).refunds).toHaveLength(2)
  })

  it('is detected by a parcel that it never sent, and then looks for every operation', async () => {
    const bench = await makeSyncBench()
    const [order, other] = [await bench.newOrder(), await bench.newOrder()]
    await bench.goOffline()
    const packed = bench.pack(order.id, goodsOf(order))
    bench.move(packed.shipmentId, 'ship')
    const waiting = bench.pack(other.id, goodsOf(other))
    const back = snapshot(bench)
    await bench.goOnline()
    bench.station.engine.start()
    await bench.until(waiting.seq, 'confirmed')
    await putBack(bench, back)
    expect(restoredIn(bench)).toEqual([])
    await settle(bench)
    expect(restoredIn(bench)).toMatchObject([{ count: 3 }])
    expect(opsIn(bench).map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    expect((await bench.control.readOrder(order.id)).shipments).toMatchObject([{ state: 'shipped' }])
    expect((await bench.control.readOrder(other.id)).shipments).toHaveLength(1)
  })

  it('asks a person before a price undoes a later one', async () => {
    const bench = await makeSyncBench()
    const itemNumber = await aListedItem(bench.station)
    const setPrice = (priceCents: number) =>
      updateItem(bench.station, { itemNumber, priceCents, maxDiscountPercent: null }).seq
    await bench.goOffline()
    const seq = setPrice(10_000)
    const back = snapshot(bench)
    await bench.goOnline()
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    await bench.until(setPrice(12_000), 'confirmed')
    await putBack(bench, back)
    await settle(bench)
    expect(bench.op(seq)).toMatchObject({ state: 'held', heldReason: 'item_changed' })
    await bench.station.items.read(itemNumber)
    expect(findItem(bench.station.db, itemNumber)?.price).toBe(12_000)
    answerOp(bench.station, { seq, answer: 'resend', reason: '' })
    await bench.until(seq, 'confirmed')
  })

  it('sends a price after a restart if nobody has set another', async () => {
    const bench = await makeSyncBench()
    const itemNumber = await aListedItem(bench.station)
    const { seq } = updateItem(bench.station, { itemNumber, priceCents: 10_000, maxDiscountPercent: 15 })
    await bench.restartStation()
    await settle(bench)
    expect(bench.op(seq).state).toBe('confirmed')
  })
})
