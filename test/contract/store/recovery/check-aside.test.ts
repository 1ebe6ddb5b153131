import { copyFileSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  checkAside,
  checkBehind,
  isCheckedBehind,
  LARGE_BYTES,
  shrinkAside,
} from '../../../../src/main/store/db/check-aside'
import { inTransaction } from '../../../../src/main/store/db/database'
import { isUnchecked, noteChecked } from '../../../../src/main/store/db/damage'
import { closeDatabase, presentSchema } from '../../../../src/main/store/db/open'
import { openStationSoon } from '../../../../src/main/store/recovery/open-station'
import { openNotices } from '../../../../src/main/store/tables/notices'
import { enqueue } from '../../../../src/main/store/tables/outbox'
import { makeStation } from '../../../support/account'
import { leafPages, ruinPage } from '../../../support/damage'
import { rawDb } from '../../../support/raw-db'
import { tempDir } from '../../../support/temp-dir'
import { backupsOf, crash, opsIn, WALL_MS } from './crashed'

const OPS = 100

/** A large file, left open by a power cut; its log is copied back when somebody has opened it. */
function leftOpen() {
  const station = makeStation()
  rawDb(station.db)
    .prepare(`INSERT INTO settings (key, value) VALUES ('big', hex(zeroblob(?)))`)
    .run(LARGE_BYTES / 2)
  rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
  inTransaction(station.db, (tx) => {
    for (let index = 0; index < OPS; index += 1)
      enqueue(tx, {
        opUid: `op-${index}`,
        kind: 'create_refund',
        orderId: index + 1,
        shipmentUid: null,
        body: '{"amount":5}',
        capture: { at: '2026-11-20T09:00:00.000Z', by: 'jo', monotonicMs: 5, clockOffsetMs: null },
      })
  })
  // As it stands at the cut: the station itself goes on to close its file.
  const file = join(tempDir(), 'station.sqlite')
  for (const suffix of ['', '-wal', '.mark']) copyFileSync(`${station.file}${suffix}`, `${file}${suffix}`)
  crash(station)
  expect(statSync(file).size).toBeGreaterThan(LARGE_BYTES)
  expect(existsSync(`${file}-wal`)).toBe(true)
  return file
}

async function reopen(file: string) {
  const log: string[] = []
  const db = await openStationSoon({
    file,
    backupsDir: backupsOf(file),
    wallMs: WALL_MS,
    log: (line) => log.push(line),
  })
  onTestFinished(() => closeDatabase(db))
  return { db, log }
}

it('says that a file is whole, and leaves it so that the check is due until it was opened', async () => {
  const file = leftOpen()
  expect(await checkAside(file)).toBe('ok')
  const { db, log } = await reopen(file)
  expect(opsIn(db)).toHaveLength(OPS)
  expect(log).toEqual([])
})

it('lets the main thread do other work meanwhile', async () => {
  const file = leftOpen()
  let turns = 0
  const turn = setInterval(() => (turns += 1), 0)
  onTestFinished(() => clearInterval(turn))
  expect(await checkAside(file)).toBe('ok')
  expect(turns).toBeGreaterThan(3)
})

it('a file that was left open is opened first, and known to be whole once it was checked behind', async () => {
  const file = leftOpen()
  const { db } = await reopen(file)
  expect(isUnchecked(db)).toBe(true)
  expect(noteChecked(db, await checkBehind(file).verdict)).toBe(true)
  expect(isUnchecked(db)).toBe(false)
  closeDatabase(db)
  expect(isUnchecked((await reopen(file)).db)).toBe(false)
})

it('finds what is broken in the file at work, and the next start saves the rest', async () => {
  const file = leftOpen()
  ruinPage(file, leafPages(file, 'outbox')[1] ?? 0)
  // SQLite has copied the log back and removed it.
  const leaveLog = () => writeFileSync(`${file}-wal`, '')
  leaveLog()
  expect(await checkAside(file)).toMatch(/page|malformed/i)
  leaveLog()
  const first = await reopen(file)
  const verdict = await checkBehind(file).verdict
  expect(verdict).toMatch(/page|malformed/i)
  expect(noteChecked(first.db, verdict)).toBe(false)
  expect(isUnchecked(first.db)).toBe(true)
  closeDatabase(first.db)
  leaveLog()
  const { db, log } = await reopen(file)
  expect(isUnchecked(db)).toBe(false)
  expect(opsIn(db).length).toBeGreaterThan(0)
  expect(opsIn(db).length).toBeLessThan(OPS)
  expect(openNotices(db)).toMatchObject([{ kind: 'data_salvaged' }])
  expect(log.join('\n')).toContain('damaged')
})

it('checks a file first that migrations will change', () => {
  const file = leftOpen()
  expect(isCheckedBehind(file, presentSchema())).toBe(true)
  expect(isCheckedBehind(file, presentSchema() + 1)).toBe(false)
})

it('a check behind can be ended early', async () => {
  const file = leftOpen()
  const { db } = await reopen(file)
  const { verdict, stop } = checkBehind(file)
  await stop()
  // It may have been over just before.
  expect(['ok', null]).toContain(await verdict)
  expect(isUnchecked(db)).toBe(true)
})

it('leaves a file that was closed on purpose, or is small, to the start', async () => {
  const station = makeStation()
  expect(await checkAside(station.file)).toBe(null)
  const file = station.file
  await station.close()
  expect(await checkAside(file)).toBe(null)
  expect(await checkAside(`${file}-not-there`)).toBe(null)
})

const FEWEST = 1_000_000

/** A closed file with free room, as the archive leaves it. */
async function halfEmpty(blobs: number, kept: number) {
  const station = makeStation()
  const db = rawDb(station.db)
  db.exec('CREATE TABLE padding (id INTEGER PRIMARY KEY, bytes BLOB)')
  const add = db.prepare('INSERT INTO padding (bytes) VALUES (zeroblob(100000))')
  for (let index = 0; index < blobs; index += 1) add.run()
  db.prepare('DELETE FROM padding WHERE id > ?').run(kept)
  await station.close()
  return station.file
}

it('gives the room back that moved orders have left, and keeps every row', async () => {
  const file = await halfEmpty(50, 10)
  const before = statSync(file).size
  expect(await shrinkAside(file, FEWEST)).toBe(true)
  expect(statSync(file).size).toBeLessThan(before / 3)
  const { db } = await reopen(file)
  expect(rawDb(db).prepare('SELECT count(*) FROM padding').pluck().get()).toBe(10)
})

it.each([
  ['little is free', 50, 45],
  ['more is used than free', 60, 40],
])('leaves a file as it is where %s', async (_why, blobs, kept) => {
  const file = await halfEmpty(blobs, kept)
  const before = statSync(file).mtimeMs
  expect(await shrinkAside(file, FEWEST)).toBe(false)
  expect(statSync(file).mtimeMs).toBe(before)
  expect(await shrinkAside(`${file}-not-there`, FEWEST)).toBe(false)
  expect(await shrinkAside(dirname(file), 0), 'a folder in its place').toBe(false)
})

it('leaves a file that cannot be made smaller to the start', async () => {
  const file = await halfEmpty(50, 10)
  ruinPage(file, leafPages(file, 'settings')[0] ?? 0)
  expect(await shrinkAside(file, FEWEST)).toBe(false)
})
