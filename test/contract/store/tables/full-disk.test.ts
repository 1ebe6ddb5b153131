import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeBackup } from '../../../../src/main/store/recovery/backup'
import { openDatabase } from '../../../../src/main/store/db/open'
import { openStation, restoreBackup } from '../../../../src/main/store/recovery/open-station'
import { countOpen, listOutbox } from '../../../../src/main/store/views/outbox-list'
import { shipmentsOfOrder } from '../../../../src/main/store/tables/shipments'
import { makeStation } from '../../../support/account'
import { leafPages, ruinPage } from '../../../support/damage'
import { canMount, smallDisk } from '../../../support/small-disk'
import { goodsOf, makeSyncBench } from '../../../support/sync-bench'
import { tempDir } from '../../../support/temp-dir'
import { eventually } from '../../../support/eventually'
import { rawDb } from '../../../support/raw-db'

const CREATE = '/api/v1.0/orders/:id/shipments'
const full = expect.objectContaining({ code: 'disk_full' }) as Error

/** On a machine where nobody may mount a disk these are skipped, and counted as such. */
describe.skipIf(!canMount())('a full disk', () => {
  const onSmallDisk = async () => {
    const disk = smallDisk(16_000_000)
    const bench = await makeSyncBench({}, join(disk.dir, 'station.sqlite'))
    return { disk, bench }
  }

  it('refuses the confirmation, loses nothing confirmed, and continues when there is space again (I1, I4)', async () => {
    const { disk, bench } = await onSmallDisk()
    const orders = await Promise.all(Array.from({ length: 40 }, () => bench.newOrder()))
    await bench.goOffline()
    disk.leave(200_000)
    const packed: number[] = []
    const packNext = () => {
      const order = orders[packed.length]
      if (order === undefined) throw new Error('the disk is larger than these orders')
      packed.push(bench.pack(order.id, goodsOf(order)).seq)
    }
    expect(() => {
      for (;;) packNext()
    }).toThrow(full)
    expect(packed.length).toBeGreaterThan(2)
    const refused = orders[packed.length]
    expect(shipmentsOfOrder(bench.station.db, refused?.id ?? 0)).toEqual([])
    expect(countOpen(bench.station.db).waiting).toBe(packed.length)

    // What a power cut would leave now.
    const after = join(tempDir(), 'station.sqlite')
    for (const ending of ['', '-wal']) copyFileSync(`${bench.station.file}${ending}`, `${after}${ending}`)
    const cut = openDatabase(after)
    expect(countOpen(cut).waiting).toBe(packed.length)
    cut.close()

    disk.free()
    while (packed.length < orders.length) packNext()
    await bench.goOnline()
    bench.station.engine.start()
    for (const seq of packed) await bench.until(seq, 'confirmed')
    for (const order of orders)
      expect((await bench.control.readOrder(order.id)).shipments, `order ${order.id}`).toHaveLength(1)
  })

  it('reads back an answer that could not be recorded, and does nothing twice (I3)', async () => {
    const { disk, bench } = await onSmallDisk()
    const order = await bench.newOrder()
    const { seq } = bench.pack(order.id, goodsOf(order))
    await bench.control.addFault({ kind: 'delay', ms: 300, method: 'POST', route: CREATE, count: 1 })
    bench.station.engine.start()
    await eventually(() => expect(bench.op(seq).state).toBe('sending'))
    disk.leave(0)
    // The space left in the log's last block is used up.
    expect(() => {
      for (;;)
        rawDb(bench.station.db)
          .prepare(`INSERT INTO settings VALUES (hex(randomblob(8)), hex(randomblob(8)))`)
          .run()
    }).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }) as Error)
    await eventually(() => expect(bench.station.faults).toMatchObject([{ code: 'disk_full' }]))
    expect(bench.op(seq).state).toBe('sending')
    disk.free()
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
  })

  it('makes no backup that would fill it', async () => {
    const { disk, bench } = await onSmallDisk()
    const dir = join(disk.dir, 'backups')
    await expect(makeBackup(bench.station.db, dir, bench.clock.wallMs())).rejects.toThrow(full)
    expect(readdirSync(dir)).toEqual([])
  })

  it('keeps the current file in use if a backup cannot be restored', async () => {
    const { disk, bench } = await onSmallDisk()
    const order = await bench.newOrder()
    bench.pack(order.id, goodsOf(order))
    const dir = tempDir()
    const { name } = await makeBackup(bench.station.db, dir, bench.clock.wallMs())
    await bench.station.close()
    disk.leave(50_000)
    const { file } = bench.station
    const restore = () => restoreBackup({ file, backup: join(dir, name), wallMs: bench.clock.wallMs() })
    expect(restore).toThrow(full)
    expect(existsSync(`${file}.new`)).toBe(false)
    disk.free()
    await bench.restartStation()
    expect(listOutbox(bench.station.db, 'all', 0, 10).rows).toMatchObject([{ state: 'ready' }])
  })

  it('leaves a damaged file untouched if there is no space to save it', async () => {
    const disk = smallDisk(4_000_000)
    const file = join(disk.dir, 'station.sqlite')
    const station = makeStation({ file })
    rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
    rawDb(station.db).close()
    ruinPage(file, leafPages(file, 'orders')[0] ?? 0)
    disk.leave(50_000)
    const where = { file, backupsDir: join(disk.dir, 'backups'), wallMs: 0, log: () => {} }
    const unusable = expect.objectContaining({ code: 'database_unusable' }) as Error
    expect(() => openStation(where)).toThrow(unusable)
    expect(readdirSync(disk.dir).filter((name) => name.startsWith('aside'))).toEqual([])
    disk.free()
    openStation(where).close()
    expect(readdirSync(disk.dir).filter((name) => name.startsWith('aside')).length).toBeGreaterThan(0)
  })
})
