import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inTransaction } from '../../../../src/main/store/db/database'
import { isDamaged, noteDamage } from '../../../../src/main/store/db/damage'
import { closeDatabase } from '../../../../src/main/store/db/open'
import { openNotices } from '../../../../src/main/store/tables/notices'
import { openStation } from '../../../../src/main/store/recovery/open-station'
import { enqueue } from '../../../../src/main/store/tables/outbox'
import {
  readSecret,
  readSetting,
  writeSecret,
  writeSetting,
} from '../../../../src/main/store/tables/settings'
import { makeStation, type TestStation } from '../../../support/account'
import { leafPages, ruinBytes, ruinPage } from '../../../support/damage'
import { makeOrder } from '../../../support/orders'
import { rawDb } from '../../../support/raw-db'
import { WALL_MS, backupsOf, backUp, crash, opsIn, asides } from './crashed'

const CAPTURE = { at: '2026-11-20T09:00:00.000Z', by: 'jo', monotonicMs: 5, clockOffsetMs: null }

const queueMany = ({ db }: Pick<TestStation, 'db'>, prefix: string, count: number) =>
  inTransaction(db, (tx) => {
    for (let index = 0; index < count; index += 1)
      enqueue(tx, {
        opUid: `${prefix}-${index}`,
        kind: 'create_refund',
        orderId: index + 1,
        shipmentUid: null,
        body: '{"amount":5}',
        capture: CAPTURE,
      })
  })

const reopen = (file: string) => {
  const log: string[] = []
  const db = openStation({
    file,
    backupsDir: backupsOf(file),
    wallMs: WALL_MS,
    log: (line) => log.push(line),
  })
  onTestFinished(() => {
    db.close()
  })
  return { db, log }
}

describe('a file whose end is missing', () => {
  /** No quick check reads the pages of a long value. */
  const cutIn = (write: (db: ReturnType<typeof rawDb>) => void): string => {
    const station = makeStation()
    queueMany(station, 'op', 3)
    write(rawDb(station.db))
    crash(station)
    truncateSync(station.file, statSync(station.file).size - 4_000)
    return station.file
  }

  it('is saved at the start if that reads what is missing', () => {
    const file = cutIn((db) => {
      db.prepare('INSERT INTO settings VALUES (?, ?)').run('long', 'x'.repeat(30_000))
    })
    const { db } = reopen(file)
    expect(opsIn(db)).toHaveLength(3)
    expect(openNotices(db).map(({ kind }) => kind)).toContain('data_salvaged')
  })

  it('is saved by the next start once a call has found it', () => {
    const file = cutIn((db) => {
      db.exec('CREATE TABLE long (value TEXT PRIMARY KEY) WITHOUT ROWID')
      for (const end of ['1', '2']) db.prepare('INSERT INTO long VALUES (?)').run('x'.repeat(30_000) + end)
    })
    const { db } = reopen(file)
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    try {
      db.prepare('SELECT value FROM long').all()
    } catch (error) {
      noteDamage(db, error)
    }
    expect(isDamaged(db)).toBe(true)
    db.close()
    const saved = reopen(file).db
    expect(opsIn(saved)).toHaveLength(3)
    expect(openNotices(saved).map(({ kind }) => kind)).toContain('data_salvaged')
  })
})

describe('a file damaged at the start', () => {
  it('is saved if its header names a format that there is not', async () => {
    const station = makeStation()
    await backUp(station)
    queueMany(station, 'op', 3)
    crash(station)
    // The format of the schema: 1 to 4.
    ruinBytes(station.file, 47, 1)
    const { db } = reopen(station.file)
    expect(opsIn(db)).toHaveLength(3)
    expect(openNotices(db).map(({ kind }) => kind)).toContain('data_salvaged')
  })

  it('saves everything outside the broken page, and its content from the backup (I8, I10)', async () => {
    const station = makeStation()
    queueMany(station, 'early', 150)
    await backUp(station)
    queueMany(station, 'late', 150)
    crash(station)
    const pages = leafPages(station.file, 'outbox')
    // Most of it holds ops that the backup has too.
    ruinPage(station.file, pages[1] ?? 0)
    const damaged = readFileSync(station.file)

    const { db, log } = reopen(station.file)
    const ops = opsIn(db)
    expect(ops.map(({ opUid }) => opUid)).toEqual([
      ...Array.from({ length: 150 }, (_, index) => `early-${index}`),
      ...Array.from({ length: 150 }, (_, index) => `late-${index}`),
    ])
    expect(new Set(ops.map(({ state }) => state))).toEqual(new Set(['unknown']))
    expect(openNotices(db)).toMatchObject([{ kind: 'data_salvaged', count: 300 }])
    expect(log.join('\n')).toContain('300 open operations')
    const [aside] = asides(station.file)
    expect(aside).toBe('aside-2026-11-21T08-00-00-000Z-damaged.sqlite')
    expect(readFileSync(join(dirname(station.file), aside ?? '')).equals(damaged)).toBe(true)
  })

  it('starts over without a backup, with the settings, the secrets and the readable operations', () => {
    const station = makeStation()
    station.take(makeOrder({ id: 7 }))
    inTransaction(station.db, (tx) => {
      writeSetting(tx, 'station.settings', '{"warehouseId":4}')
      writeSetting(tx, 'pull.cursor', '2026-11-20T00:00:00.000Z')
      writeSecret(tx, 'access-token', Buffer.from('sealed token'))
      writeSecret(tx, 'buyer-key', Buffer.from('sealed key'))
    })
    queueMany(station, 'op', 300)
    crash(station)
    const pages = leafPages(station.file, 'outbox')
    ruinPage(station.file, pages[Math.floor(pages.length / 2)] ?? 0)

    const { db } = reopen(station.file)
    const ops = opsIn(db)
    expect(ops.length).toBeGreaterThan(225)
    expect(ops.length).toBeLessThan(300)
    expect(openNotices(db)).toMatchObject([{ kind: 'data_salvaged', count: ops.length }])
    expect(readSetting(db, 'station.settings')).toBe('{"warehouseId":4}')
    expect(readSetting(db, 'pull.cursor')).toBeNull()
    expect(readSecret(db, 'access-token')?.toString()).toBe('sealed token')
    expect(readSecret(db, 'buyer-key')?.toString()).toBe('sealed key')
  })

  it('starts from the newest whole backup if the file is not a database at all', async () => {
    const station = makeStation()
    queueMany(station, 'first', 3)
    inTransaction(station.db, (tx) => writeSecret(tx, 'buyer-key', Buffer.from('sealed key')))
    await backUp(station, WALL_MS - 2)
    queueMany(station, 'second', 3)
    const newest = await backUp(station, WALL_MS - 1)
    truncateSync(newest, 8_192)
    crash(station)
    writeFileSync(station.file, 'this is not a database, it is a letter '.repeat(200))
    const { db } = reopen(station.file)
    expect(opsIn(db).map(({ opUid }) => opUid)).toEqual(['first-0', 'first-1', 'first-2'])
    expect(readSecret(db, 'buyer-key')?.toString()).toBe('sealed key')
    expect(openNotices(db)).toMatchObject([{ kind: 'data_salvaged', count: 3 }])
  })

  it.each(['a backup', 'no backup'])('saves every op when the first page broke, with %s', async (which) => {
    const station = makeStation()
    queueMany(station, 'early', 3)
    if (which === 'a backup') await backUp(station)
    queueMany(station, 'late', 300)
    crash(station)
    ruinPage(station.file, 1)
    const { db } = reopen(station.file)
    expect(opsIn(db)).toHaveLength(303)
    expect(openNotices(db)).toMatchObject([{ kind: 'data_salvaged', count: 303 }])
    expect(readdirSync(dirname(station.file)).filter((name) => /mended|played|new/.test(name))).toEqual([])
  })

  it('starts empty when there is nothing to save, and keeps the file', () => {
    const station = makeStation()
    crash(station)
    writeFileSync(station.file, '')
    writeFileSync(station.file, 'a letter '.repeat(2_000))
    const { db } = reopen(station.file)
    expect(opsIn(db)).toEqual([])
    expect(asides(station.file)).toHaveLength(1)
  })

  it('is the new file at the next start, and is reported once', () => {
    const station = makeStation()
    queueMany(station, 'op', 3)
    crash(station)
    ruinPage(station.file, leafPages(station.file, 'orders')[0] ?? 0)
    closeDatabase(reopen(station.file).db)
    const { db, log } = reopen(station.file)
    expect(log).toEqual([])
    expect(opsIn(db)).toHaveLength(3)
    expect(openNotices(db)).toHaveLength(1)
  })

  it('refuses a newer schema untouched, whatever other files exist', async () => {
    const station = makeStation()
    await backUp(station)
    await station.close()
    const raw = new Database(station.file)
    raw.pragma('user_version = 9999990')
    raw.close()
    const before = readFileSync(station.file)
    expect(() => reopen(station.file)).toThrow(expect.objectContaining({ code: 'newer_schema' }))
    expect(readFileSync(station.file).equals(before)).toBe(true)
    expect(asides(station.file)).toEqual([])
  })

  it('keeps operations that a person has discarded', async () => {
    const station = makeStation()
    queueMany(station, 'op', 3)
    await backUp(station)
    rawDb(station.db)
      .prepare(
        `UPDATE outbox SET state = 'discarded', settled_at = captured_at, discard_reason = 'lost' WHERE op_uid = 'op-1'`,
      )
      .run()
    crash(station)
    ruinPage(station.file, leafPages(station.file, 'orders')[0] ?? 0)
    const { db } = reopen(station.file)
    expect(opsIn(db)).toMatchObject([
      { opUid: 'op-0', state: 'unknown' },
      { opUid: 'op-1', state: 'discarded', discardReason: 'lost' },
      { opUid: 'op-2', state: 'unknown' },
    ])
  })
})

describe('a damaged write-ahead log', () => {
  const COMMITS = 24
  const BROKEN = 12
  /** Commits of one op each, none of which has reached the file itself yet. */
  const withLog = () => {
    const station = makeStation()
    rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
    rawDb(station.db).pragma('wal_autocheckpoint = 0')
    const ends = [readFileSync(`${station.file}-wal`).length]
    for (let index = 0; index < COMMITS; index += 1) {
      queueMany(station, `op-${index}`, 1)
      ends.push(readFileSync(`${station.file}-wal`).length)
    }
    const copy = makeStation()
    crash(copy)
    const take = (length: number) => {
      for (const ending of ['', '-wal', '-shm']) rmSync(`${copy.file}${ending}`, { force: true })
      copyFileSync(station.file, copy.file)
      writeFileSync(`${copy.file}-wal`, readFileSync(`${station.file}-wal`).subarray(0, length))
      return copy.file
    }
    return { take, ends }
  }
  const open = (file: string) => {
    const { db, log } = reopen(file)
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    const count = opsIn(db).length
    db.close()
    return { count, log }
  }

  it('holds every operation up to the last flush after a power cut at any byte (I4)', () => {
    const { take, ends } = withLog()
    const whole = ends.at(-1) ?? 0
    const cuts = new Set<number>()
    for (const end of ends) for (const by of [-4_097, -24, -1, 0, 1, 24, 4_096]) cuts.add(end + by)
    for (let length = 0; length < whole; length += 2_999) cuts.add(length)
    const lengths = [...cuts].filter((length) => length >= 0 && length <= whole)
    expect(lengths.length).toBeGreaterThan(150)
    for (const length of lengths) {
      const flushed = ends.filter((end) => end <= length).length - 1
      expect(open(take(length)).count, `log cut at ${length}`).toBe(Math.max(0, flushed))
    }
  }, 60_000)

  it('takes a torn last commit for one that was never acknowledged', () => {
    const { take, ends } = withLog()
    const file = take(ends[BROKEN] ?? 0)
    ruinBytes(`${file}-wal`, (ends[BROKEN - 1] ?? 0) + 10, 3_000)
    expect(open(file)).toEqual({ count: BROKEN - 1, log: [] })
  })

  it.each([
    ['a page', 100, 3_000],
    ['a page and what says whose it is', 0, 3_000],
    ['all of a commit', 0, null],
  ])('saves commits after a break of %s in the middle of it (I4, I8)', (_name, from, length) => {
    const { take, ends } = withLog()
    const file = take(ends[COMMITS] ?? 0)
    const [begin, end] = [ends[BROKEN] ?? 0, ends[BROKEN + 1] ?? 0]
    ruinBytes(`${file}-wal`, begin + from, length ?? end - begin)
    const log = readFileSync(`${file}-wal`)
    const { db } = reopen(file)
    expect(new Set(opsIn(db).map(({ opUid, state }) => `${opUid} ${state}`))).toEqual(
      new Set(Array.from({ length: COMMITS }, (_, index) => `op-${index}-0 unknown`)),
    )
    expect(openNotices(db)).toMatchObject([{ kind: 'data_salvaged', count: COMMITS }])
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    // The damaged files are kept unchanged.
    const asideLog = asides(file).find((name) => name.endsWith('-wal')) ?? ''
    expect(readFileSync(join(dirname(file), asideLog)).equals(log)).toBe(true)
    db.close()
    expect(open(file)).toEqual({ count: COMMITS, log: [] })
  })

  it('saves the commits if the beginning of the log is garbage', () => {
    const { take, ends } = withLog()
    const file = take(ends[COMMITS] ?? 0)
    ruinBytes(`${file}-wal`, 0, 32)
    const { db } = reopen(file)
    expect(opsIn(db)).toHaveLength(COMMITS)
  })

  it('starts even if the log is only garbage', () => {
    const { take, ends } = withLog()
    const file = take(ends[COMMITS] ?? 0)
    ruinBytes(`${file}-wal`, 0, ends[COMMITS] ?? 0)
    expect(open(file).count).toBe(0)
  })
})

describe('a file that cannot be written', () => {
  /** Root may write everywhere, so the test runs as another user meanwhile. */
  const asNobody = (act: () => void) => {
    const isRoot = process.getuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    try {
      act()
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  }

  it.skipIf(process.platform === 'win32')('is refused in one clear line, untouched', async () => {
    const station = makeStation()
    queueMany(station, 'op', 3)
    await station.close()
    chmodSync(dirname(station.file), 0o555)
    chmodSync(station.file, 0o444)
    onTestFinished(() => chmodSync(dirname(station.file), 0o755))
    const before = readFileSync(station.file)
    asNobody(() => {
      expect(() => reopen(station.file)).toThrow(
        expect.objectContaining({
          code: 'database_unusable',
          message: expect.stringContaining('cannot be written') as string,
        }),
      )
    })
    expect(readFileSync(station.file).equals(before)).toBe(true)
    expect(readdirSync(dirname(station.file))).toEqual(['station.sqlite', 'station.sqlite.mark'])
  })
})
