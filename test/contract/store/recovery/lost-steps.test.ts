import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { refundOrder } from '../../../../src/main/areas/orders/change-order'
import { withdrawPacks } from '../../../../src/main/areas/orders/withdraw-packs'
import { openEvidence } from '../../../../src/main/areas/evidence/evidence'
import { takeBackLost } from '../../../../src/main/areas/outbox/take-back-lost'
import { packShipment } from '../../../../src/main/areas/packing/pack-shipment'
import { inTransaction } from '../../../../src/main/store/db/database'
import { forgetCopies } from '../../../../src/main/store/evidence/file'
import { openNotices } from '../../../../src/main/store/tables/notices'
import { lastSeq } from '../../../../src/main/store/tables/outbox'
import { listOutbox } from '../../../../src/main/store/views/outbox-list'
import { openStation, type TestStation } from '../../../support/open-account'
import { makeOrder } from '../../../support/orders'
import { goodsOf } from '../../../support/sync-bench'
import { leafPages, ruinPage } from '../../../support/damage'
import { rawDb } from '../../../support/raw-db'
import { tempDir } from '../../../support/temp-dir'

/** The end of the database's log is lost, as on a disk that says that it has flushed what it has not. */

const ORDERS = [1001, 1002, 1003]
const FILES = [
  'station.sqlite',
  'station.sqlite-wal',
  'station.sqlite.mark',
  'evidence.sqlite',
  'evidence.sqlite-wal',
]
const FRAME_BYTES = 24 + 4_096

const opsIn = ({ db }: TestStation) => listOutbox(db, 'all', 0, 500).rows.toReversed()
const walOf = (dir: string) => join(dir, 'station.sqlite-wal')

function start(dir: string) {
  const station = openStation({ file: join(dir, 'station.sqlite') })
  const evidence = openEvidence(station)
  takeBackLost({ ...station, evidence })
  const close = async (): Promise<void> => {
    evidence.close()
    await station.close()
  }
  onTestFinished(close)
  return { station, evidence, close }
}

/** What a kill at this moment leaves. */
function killed(dir: string): string {
  const copy = tempDir()
  for (const name of FILES) if (existsSync(join(dir, name))) copyFileSync(join(dir, name), join(copy, name))
  return copy
}

/** Where the commits of a log end. */
function commitsOf(wal: string): number[] {
  const log = readFileSync(wal)
  const ends: number[] = []
  for (let at = 32; at + FRAME_BYTES <= log.length; at += FRAME_BYTES)
    if (log.readUInt32BE(at + 4) > 0) ends.push(at + FRAME_BYTES)
  return ends
}

function pack(station: TestStation, orderId: number): number {
  const lineIds = goodsOf(makeOrder({ id: orderId }) as never)
  const label = { carrier: 'UPS', trackingNumber: `1Z${orderId}`, trackingUrl: null, warehouseId: 7 }
  return packShipment(station, { orderId, lineIds, ...label }).seq
}

/** A station that has packed and refunded, and was killed: each step is durable, and the evidence log has it. */
function aKilledStation(inFile = false) {
  const dir = tempDir()
  const { station, evidence } = start(dir)
  station.take(...ORDERS.map((id) => makeOrder({ id })))
  if (inFile) rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
  const begun = commitsOf(walOf(dir)).length
  for (const orderId of ORDERS) {
    pack(station, orderId)
    refundOrder(station, { orderId, amountCents: 100 })
  }
  evidence.flush()
  const copy = killed(dir)
  return { dir: copy, ops: opsIn(station), commits: commitsOf(walOf(copy)).slice(begun - 1) }
}

describe('steps whose end of the database was lost', () => {
  it('come back with an unknown outcome, and are named, wherever the log was cut (I4, I10)', async () => {
    const whole = aKilledStation()
    expect(whole.ops).toHaveLength(2 * ORDERS.length)
    const cuts = whole.commits.flatMap((end) => [end, end - 2_000])
    for (const cut of cuts) {
      const dir = killed(whole.dir)
      truncateSync(walOf(dir), cut)
      const { station, close } = start(dir)
      const found = opsIn(station)
      expect(found.map(({ seq, kind, orderId }) => [seq, kind, orderId])).toEqual(
        whole.ops.map(({ seq, kind, orderId }) => [seq, kind, orderId]),
      )
      const notices = openNotices(station.db)
      const lost = notices.find(({ kind }) => kind === 'steps_lost')?.count ?? 0
      if (lost === 0) expect(cut).toBe(whole.commits.at(-1))
      else {
        expect(new Set(found.map(({ state }) => state))).toEqual(new Set(['unknown']))
        const orders = new Set(whole.ops.slice(-lost).map(({ orderId }) => orderId))
        const named = notices.filter(({ kind }) => kind === 'step_lost')
        expect(new Set(named.map(({ orderId }) => orderId))).toEqual(orders)
        // All but a refund alone name the parcel.
        for (const { orderId, trackingNumbers } of named.slice(0, -1))
          expect(trackingNumbers).toEqual([`1Z${orderId}`])
      }
      await close()
      const again = start(dir)
      expect(openNotices(again.station.db)).toHaveLength(notices.length)
      await again.close()
    }
  })

  it('are taken in once, whatever is packed after that', async () => {
    const whole = aKilledStation()
    const dir = killed(whole.dir)
    truncateSync(walOf(dir), whole.commits[1] ?? 0)
    const first = start(dir)
    first.station.take(makeOrder({ id: 2001 }))
    const seq = pack(first.station, 2001)
    expect(seq).toBe(whole.ops.length + 1)
    await first.close()
    const { station } = start(dir)
    expect(lastSeq(station.db)).toBe(seq)
    expect(openNotices(station.db).filter(({ kind }) => kind === 'steps_lost')).toHaveLength(1)
  })

  it('are missed even if something else has taken their numbers', () => {
    const whole = aKilledStation()
    const dir = killed(whole.dir)
    truncateSync(walOf(dir), whole.commits[1] ?? 0)
    // As by a version that does not compare.
    const old = openStation({ file: join(dir, 'station.sqlite') })
    const order = makeOrder({ id: 2001 })
    old.take(order)
    pack(old, 2001)
    const copy = killed(dir)
    const { station } = start(copy)
    expect(opsIn(station)).toHaveLength(whole.ops.length + 1)
    expect(openNotices(station.db).find(({ kind }) => kind === 'steps_lost')?.count).toBe(
      whole.ops.length - 1,
    )
  })

  it('stay discarded if a person had discarded them', async () => {
    const dir = tempDir()
    const { station, evidence } = start(dir)
    station.take(makeOrder({ id: 1001 }))
    const seq = pack(station, 1001)
    const packed = commitsOf(walOf(dir)).at(-1)
    inTransaction(station.db, (tx) => withdrawPacks(tx, 1001, { at: '2026-11-21T10:00:00.000Z', by: 'Ada' }))
    expect(opsIn(station).find((op) => op.seq === seq)?.state).toBe('discarded')
    evidence.flush()
    const copy = killed(dir)
    truncateSync(walOf(copy), packed ?? 0)
    const later = start(copy)
    expect(opsIn(later.station).find((op) => op.seq === seq)?.state).toBe('discarded')
    expect(openNotices(later.station.db).find(({ kind }) => kind === 'steps_lost')?.count).toBe(1)
  })

  it('are not missed where a restored backup has given them other places', async () => {
    const { dir, ops } = aKilledStation()
    const first = start(dir)
    await first.close()
    const db = new Database(join(dir, 'station.sqlite'))
    db.exec('UPDATE outbox SET seq = -seq; UPDATE outbox SET seq = 1 - seq')
    db.close()
    const { station, evidence } = start(dir)
    expect(openNotices(station.db)).toEqual([])
    expect(opsIn(station)).toHaveLength(ops.length)
    expect(evidence.copies.read().map(({ seq }) => seq)).toEqual(ops.map(({ seq }) => seq + 1))
  })

  it('are not missed if the account was forgotten', async () => {
    const whole = aKilledStation()
    const dir = killed(whole.dir)
    forgetCopies(join(dir, 'evidence.sqlite'))
    truncateSync(walOf(dir), whole.commits[1] ?? 0)
    const { station, close } = start(dir)
    expect(openNotices(station.db)).toEqual([])
    expect(opsIn(station)).toHaveLength(1)
    await close()
  })

  /** Everything of the database is in the file, and only the operations that were confirmed last are in its log. */
  const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
    'a page of the schema is broken': (file) => ruinPage(file, leafPages(file, 'sqlite_schema')[1] ?? 0),
    'the first page is broken': (file) => ruinPage(file, 1),
    'the file is cut': (file) => truncateSync(file, 20 * 4_096),
    'the file is gone': (file) => rmSync(file),
    'the file is empty': (file) => truncateSync(file, 0),
  }
  it.each(Object.entries(DAMAGES))('come back if %s beside a whole log (I10)', async (_what, damage) => {
    const whole = aKilledStation(true)
    const file = join(whole.dir, 'station.sqlite')
    damage(file)
    const { station } = start(whole.dir)
    expect(opsIn(station).map(({ kind, orderId, state }) => [kind, orderId, state])).toEqual(
      whole.ops.map(({ kind, orderId }) => [kind, orderId, 'unknown']),
    )
    const notices = openNotices(station.db)
    expect(notices.map(({ kind }) => kind)).toContain('data_salvaged')
    const saved = notices.find(({ kind }) => kind === 'data_salvaged')?.count ?? 0
    const lost = notices.find(({ kind }) => kind === 'steps_lost')?.count ?? 0
    expect(saved + lost).toBe(whole.ops.length)
  })
})
