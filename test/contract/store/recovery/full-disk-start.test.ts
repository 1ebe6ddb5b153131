import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inTransaction } from '../../../../src/main/store/db/database'
import { openDatabase } from '../../../../src/main/store/db/open'
import { openStation } from '../../../../src/main/store/recovery/open-station'
import { countOpen } from '../../../../src/main/store/views/outbox-list'
import { isFull, tryRoom } from '../../../../src/main/store/db/room'
import { writeSetting } from '../../../../src/main/store/tables/settings'
import { MIGRATIONS } from '../../../../src/main/store/db/migrations/all'
import { makeStation } from '../../../support/account'
import { canMount, smallDisk } from '../../../support/small-disk'
import { goodsOf, makeSyncBench } from '../../../support/sync-bench'
import { rawDb } from '../../../support/raw-db'

const full = expect.objectContaining({ code: 'disk_full' }) as Error

const opened = (file: string) => {
  const db = openStation({ file, backupsDir: `${file}-backups`, wallMs: 0, log: () => {} })
  onTestFinished(() => void db.close())
  return db
}

describe.skipIf(!canMount())('opening on a full disk', () => {
  it('reads everything that a power cut left in the log, and writes nothing', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.pack(order.id, goodsOf(order))
    const disk = smallDisk(8_000_000)
    const file = join(disk.dir, 'station.sqlite')
    for (const ending of ['', '-wal', '.mark']) copyFileSync(`${bench.station.file}${ending}`, file + ending)
    disk.leave(0)
    const db = opened(file)
    expect(isFull(db)).toBe(true)
    expect(countOpen(db).waiting).toBe(1)
    expect(tryRoom(db)).toBe(false)
    disk.free()
    expect(tryRoom(db)).toBe(true)
    expect(isFull(db)).toBe(false)
    inTransaction(db, (tx) => writeSetting(tx, 'any', 'thing'))
  })

  it('checks a restored database as soon as there is space, before anything else is written', async () => {
    const bench = await makeSyncBench()
    const order = await bench.newOrder()
    bench.pack(order.id, goodsOf(order))
    await bench.station.close()
    const disk = smallDisk(8_000_000)
    const file = join(disk.dir, 'station.sqlite')
    copyFileSync(bench.station.file, file)
    disk.leave(0)
    const db = opened(file)
    const states = () => db.prepare('SELECT state FROM outbox').pluck().all()
    expect(states()).toEqual(['ready'])
    expect(() => db.exec('DELETE FROM settings')).toThrow('readonly')
    disk.free()
    expect(tryRoom(db)).toBe(true)
    expect(states()).toEqual(['unknown'])
  })

  it('says in one line why a pending migration cannot run, and leaves no partial copy', () => {
    const disk = smallDisk(4_000_000)
    const dir = join(disk.dir, 'data')
    mkdirSync(dir)
    const file = join(dir, 'station.sqlite')
    const station = makeStation({ file })
    rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
    rawDb(station.db).close()
    disk.leave(60_000)
    const newer = { version: 100_000, name: 'later', up: () => {} }
    expect(() => openDatabase(file, [...MIGRATIONS, newer])).toThrow(
      expect.objectContaining({
        code: 'database_unusable',
        message: expect.stringContaining('the disk is full; make room and start again') as string,
      }) as Error,
    )
    expect(readdirSync(dir).filter((name) => name.startsWith('before-migration'))).toEqual([])
  })
})

describe('a database that runs out of space while the station works', () => {
  const fill = (db: ReturnType<typeof openDatabase>) => {
    db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`)
    expect(() => {
      for (;;) db.prepare(`INSERT INTO settings VALUES (hex(randomblob(8)), hex(randomblob(200)))`).run()
    }).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }) as Error)
  }
  const free = (db: ReturnType<typeof openDatabase>) => db.pragma('max_page_count = 1000000')

  it('sends nothing that it cannot record, does not fail again before the next try, and then continues', async () => {
    const bench = await makeSyncBench()
    const { db, engine } = bench.station
    const orders = await Promise.all(Array.from({ length: 40 }, () => bench.newOrder()))
    const packed = orders.slice(0, 11).map((order) => bench.pack(order.id, goodsOf(order)).seq)
    fill(rawDb(db))
    expect(() => {
      for (const order of orders.slice(11)) bench.pack(order.id, goodsOf(order))
    }).toThrow(full)
    expect(isFull(db)).toBe(true)
    engine.start()
    for (let turn = 0; turn < 60; turn += 1) await bench.turn(1_000)
    expect(bench.station.faults).toEqual([])
    for (const order of orders.slice(0, 11))
      expect((await bench.control.readOrder(order.id)).shipments).toEqual([])
    free(rawDb(db))
    for (const seq of packed) await bench.until(seq, 'confirmed')
    expect(isFull(db)).toBe(false)
  })
})
