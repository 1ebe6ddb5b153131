import { copyFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { checkBehind } from '../../src/main/store/db/check-aside'
import { isUnchecked, noteChecked } from '../../src/main/store/db/damage'
import { closeDatabase } from '../../src/main/store/db/open'
import { listBackups } from '../../src/main/store/recovery/backup-files'
import { makeBackup } from '../../src/main/store/recovery/backup'
import { openStationSoon } from '../../src/main/store/recovery/open-station'
import { makeStation } from '../support/account'
import { BIG, buildBigFile } from '../support/big-file'
import { rawDb } from '../support/raw-db'
import { printTurns, turnsWhile } from '../support/turns'
import { tempDir } from '../support/temp-dir'

/** What takes seconds with a large file, and how long the main thread is away from the packer meanwhile. */

/** A packer at work: a change of an order every few milliseconds. */
const WRITE_EVERY_MS = 5
const BENCHMARK_WITHIN_MS = 3_600_000

it(
  'a backup while orders change, and a start after a power cut',
  { timeout: BENCHMARK_WITHIN_MS },
  async () => {
    const file = join(tempDir(), 'station.sqlite')
    buildBigFile(file)
    const megabytes = Math.round(statSync(file).size / 1e6)
    expect(megabytes).toBeGreaterThan(BIG.orders / 200)
    const station = makeStation({ file })
    const db = rawDb(station.db)
    const orderIds = db.prepare('SELECT order_id FROM orders').pluck().all() as number[]
    const change = db.prepare('UPDATE orders SET amount_cents = amount_cents + 1 WHERE order_id = ?')
    let writes = 0
    const packer = setInterval(
      () => change.run(orderIds[(writes++ * 7_919) % orderIds.length]),
      WRITE_EVERY_MS,
    )
    const backups = join(dirname(file), 'backups')
    const backedUp = await turnsWhile(() => makeBackup(station.db, backups, Date.now()))
    clearInterval(packer)
    expect(writes).toBeGreaterThan(50)
    expect(listBackups(backups)).toHaveLength(1)
    printTurns(`backup of ${megabytes} MB beside ${writes} changes`, backedUp)

    const cut = join(tempDir(), 'station.sqlite')
    for (const suffix of ['', '-wal', '.mark']) copyFileSync(`${file}${suffix}`, `${cut}${suffix}`)
    await station.close()
    const left = new Database(cut, { readonly: true })
    // Otherwise the start checks nothing.
    expect(left.prepare(`SELECT 1 FROM settings WHERE key = 'station.open'`).get()).toBeDefined()
    expect(left.prepare('SELECT count(*) FROM orders').pluck().get()).toBe(BIG.orders)
    left.close()
    const log: string[] = []
    const where = { file: cut, backupsDir: join(dirname(cut), 'backups'), wallMs: Date.now() }
    const opened = await turnsWhile(async () => {
      const db = await openStationSoon({ ...where, log: (line) => void log.push(line) })
      expect(isUnchecked(db)).toBe(true)
      expect(noteChecked(db, await checkBehind(cut).verdict)).toBe(true)
      closeDatabase(db)
    })
    expect(log).toEqual([])
    printTurns(`start of ${megabytes} MB after a power cut`, opened)
  },
)
