import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { canonicalJson, hashOf } from '../../../../src/main/store/evidence/chain'
import { checkExportedEvidence, exportEvidence } from '../../../../src/main/store/evidence/export'
import { workByOperator } from '../../../../src/main/store/evidence/work'
import { createEvidenceDrop } from '../../../../src/main/areas/evidence/drop-evidence'
import { listEvidence } from '../../../../src/main/areas/evidence/evidence'
import { readStationSettings, saveStationSettings } from '../../../../src/main/areas/settings/settings'
import type { ClockView } from '../../../../src/shared/contract/views'
import { makeStation } from '../../../support/account'
import { aLog, insert, rows } from '../../../support/evidence-log'
import { rawDb } from '../../../support/raw-db'

const DAY_MS = 86_400_000
const PAUSE_MS = 20

/** A log that begins on 2026-11-20, and what drops from it. */
function setUp({ months = 3, log = aLog() }: { months?: number; log?: ReturnType<typeof aLog> } = {}) {
  const station = makeStation()
  const keep = (evidenceMonths: number) =>
    saveStationSettings(station, { ...readStationSettings(station), evidenceMonths })
  keep(months)
  const faults: unknown[] = []
  let view: ClockView = { state: 'right', offsetMs: 0 }
  const { clock } = log
  const aDrop = () =>
    createEvidenceDrop({
      db: station.db,
      clock,
      clockWatch: { ...station.clockWatch, view: () => view },
      evidence: { reading: () => log.log().reading(), commit: (...given) => log.log().commit(...given) },
      onFault: (fault) => faults.push(fault),
    })
  const scans = (count: number, name: string) => {
    for (let index = 1; index <= count; index += 1) log.scan(`${name}${index}`)
    log.log().flush()
  }
  return {
    ...log,
    station,
    keep,
    faults,
    aDrop,
    scans,
    seeClock: (next: ClockView) => (view = next),
    days: (count: number) => clock.advance(count * DAY_MS),
    /** Runs until the day's work is done. */
    drop() {
      const drop = aDrop()
      drop.start()
      clock.advance(1_000)
      drop.stop()
      expect(faults).toEqual([])
    },
    raws: () =>
      rows(rawDb(log.log().reading())).map(({ payload }) => (JSON.parse(payload) as { raw?: string }).raw),
  }
}

/** Twenty old entries and five new ones, of which the rule has removed the old ones. */
async function aDroppedLog() {
  const dropped = setUp()
  dropped.scans(19, 'OLD')
  dropped.days(100)
  dropped.scans(5, 'NEW')
  dropped.drop()
  expect((await dropped.log().verify()).finding).toBeNull()
  return dropped
}

describe('entries older than the rule', () => {
  it('are kept forever by default', async () => {
    const { scans, days, drop, log } = setUp({ months: 0 })
    scans(5, 'OLD')
    days(4_000)
    scans(1, 'NEW')
    drop()
    expect(await log().verify()).toMatchObject({ entries: 7, since: null, finding: null })
  })

  it('are removed as a whole; the kept ones are verified from the first on, even after a restart', async () => {
    const { log, raws, reopened, notices, station, noted } = await aDroppedLog()
    expect(noted.head?.seq).toBe(26)
    expect(raws()).toEqual(['NEW1', 'NEW2', 'NEW3', 'NEW4', 'NEW5', undefined])
    const kept = rows(rawDb(log().reading()))
    const record = kept.at(-1)
    expect(record).toMatchObject({ seq: 26, operator: '', kind: 'entries_dropped' })
    expect(JSON.parse(record?.payload ?? '')).toMatchObject({
      months: 3,
      before: '2026-11-28T09:00:00.000Z',
      count: 20,
      oldest: '2026-11-20T09:00:00.000Z',
      upTo: '2026-11-20T09:00:00.000Z',
      firstKept: 21,
      anchor: kept[0]?.prevHash,
      finding: null,
    })
    const since = { at: '2027-02-28T09:00:00.000Z', months: 3 }
    expect(await log().verify()).toMatchObject({ entries: 6, begun: 'new', since, finding: null })
    expect(await reopened()).toBeNull()
    expect(await log().verify()).toMatchObject({ entries: 6, since })
    expect(notices).toEqual([])
    const page = { orderId: null, offset: 0, limit: 100 }
    const list = listEvidence({ db: station.db, evidence: log() }, page)
    expect(list).toMatchObject({ total: 6 })
    expect(list.rows.map(({ seq }) => seq)).toEqual([26, 25, 24, 23, 22, 21])
  })

  it('are removed with their sums', () => {
    const { scans, days, drop, log } = setUp()
    scans(3, 'OLD')
    days(100)
    scans(2, 'NEW')
    drop()
    expect(workByOperator(log().reading(), 0, 1e9)).toMatchObject([{ operator: 'Ada', scans: 2 }])
  })

  it('leave nothing in the file', async () => {
    const { log, file } = await aDroppedLog()
    const text = () => {
      rawDb(log().reading()).pragma('wal_checkpoint(TRUNCATE)')
      return readFileSync(file, 'latin1')
    }
    expect(text()).toContain('NEW3')
    expect(text()).not.toContain('OLD3')
  })

  it('are removed exactly when due, by the calendar, and daily on a station that stays on', () => {
    const { scans, clock, aDrop, raws } = setUp({ months: 1 })
    scans(1, 'FIRST')
    clock.advance(60_000)
    scans(1, 'SECOND')
    // From 20 November on, 09:00.
    clock.setWall(Date.parse('2026-12-20T09:00:00.000Z'))
    scans(1, 'NEW')
    const drop = aDrop()
    drop.start()
    clock.advance(1_000)
    expect(raws()).toContain('FIRST1')
    clock.advance(DAY_MS)
    expect(raws()).not.toContain('FIRST1')
    expect(raws()).not.toContain('SECOND1')
    expect(raws()).toContain('NEW1')
    drop.stop()
  })

  it('are kept behind a newer one, whatever the clock showed then', async () => {
    const { scans, clock, days, drop, raws, log } = setUp()
    scans(2, 'OLD')
    clock.setWall(Date.parse('2027-02-20T09:00:00.000Z'))
    scans(1, 'AHEAD')
    clock.setWall(Date.parse('2026-11-21T09:00:00.000Z'))
    scans(2, 'BEHIND')
    days(100)
    drop()
    expect(raws().slice(0, 3)).toEqual(['AHEAD1', 'BEHIND1', 'BEHIND2'])
    expect((await log().verify()).finding).toBeNull()
  })

  it('are kept if the last one is old: a log is never empty', async () => {
    const { scans, days, drop, raws, log } = setUp()
    scans(3, 'OLD')
    days(200)
    drop()
    expect(raws()).toEqual(['OLD3', undefined])
    expect((await log().verify()).finding).toBeNull()
  })

  it.each([
    { state: 'unknown', offsetMs: null },
    { state: 'refused', offsetMs: -400_000 },
  ] as const)('stay while the clock of the PC is not to be trusted: %o', (view) => {
    const { scans, days, drop, raws, seeClock } = setUp()
    scans(3, 'OLD')
    days(200)
    scans(1, 'NEW')
    seeClock(view)
    drop()
    expect(raws()).toContain('OLD1')
  })

  it('are removed within the hour once the clock was compared', () => {
    const { scans, days, aDrop, raws, seeClock, clock } = setUp()
    scans(3, 'OLD')
    days(200)
    scans(1, 'NEW')
    seeClock({ state: 'unknown', offsetMs: null })
    const drop = aDrop()
    drop.start()
    seeClock({ state: 'right', offsetMs: 0 })
    clock.advance(3_600_000)
    clock.advance(1_000)
    drop.stop()
    expect(raws()).toEqual(['NEW1', undefined])
  })

  it.each([0, 12])('are kept when a person changes the rule while they are counted: %i months', (months) => {
    const { scans, days, aDrop, keep, clock, raws } = setUp()
    scans(600, 'OLD')
    days(200)
    scans(1, 'NEW')
    const drop = aDrop()
    drop.start()
    keep(months)
    clock.advance(1_000)
    expect(raws()).toHaveLength(602)
    drop.stop()
  })

  it('are not recorded daily if nothing else happens', () => {
    const { scans, days, drop, log } = setUp()
    scans(3, 'OLD')
    for (let month = 0; month < 24; month += 1) {
      days(31)
      drop()
    }
    // The last one but the log’s own, and then what recorded that.
    expect(rows(rawDb(log().reading())).map(({ seq }) => seq)).toEqual([5, 6])
  })

  it('are removed in small parts; the next run finishes an interrupted one', async () => {
    const { scans, days, aDrop, drop, clock, raws, reopened, log, station } = setUp()
    scans(1_000, 'OLD')
    days(200)
    scans(2, 'NEW')
    const first = aDrop()
    first.start()
    const sizes: number[] = []
    while (raws().length > 500) {
      sizes.push(raws().length)
      clock.advance(PAUSE_MS)
    }
    expect(sizes.length).toBeGreaterThan(5)
    first.stop()
    expect(raws().length).toBeGreaterThan(3)
    expect(await reopened()).toBeNull()
    const evidence = log()
    const list = (orderId: number | null) =>
      listEvidence({ db: station.db, evidence }, { orderId, offset: 0, limit: 100 })
    expect(list(null)).toMatchObject({ total: 3 })
    expect(list(7).rows.map(({ payload }) => payload['raw'])).toEqual(['NEW2', 'NEW1'])
    drop()
    expect(raws()).toEqual(['NEW1', 'NEW2', undefined])
  })

  it('can be verified during a removal', async () => {
    const { scans, days, drop, log } = setUp()
    scans(3_000, 'OLD')
    days(200)
    scans(600, 'NEW')
    const verdict = log().verify()
    drop()
    expect(await verdict).toMatchObject({ entries: 601, finding: null })
  })

  it('can be exported during a removal', async () => {
    const { scans, days, drop, log, dir } = setUp()
    scans(3_000, 'OLD')
    days(200)
    scans(600, 'NEW')
    const exports = join(dir, 'exports')
    const exported = exportEvidence(log().reading(), exports, 0)
    const begun = () =>
      readdirSync(dir).includes('exports') &&
      readdirSync(exports).some((name) => statSync(join(exports, name)).size > 0)
    while (!begun()) await new Promise(setImmediate)
    drop()
    const { path, entries } = await exported
    expect(await checkExportedEvidence(path)).toEqual({ entries, finding: null })
    expect(entries).toBe(601)
  })

  it('can be removed repeatedly; earlier problems stay visible', async () => {
    const broken = aLog()
    const { scans, days, drop, log, reopened } = setUp({ log: broken })
    scans(10, 'FIRST')
    await log().verify()
    expect(await reopened((db) => db.exec('DELETE FROM entries WHERE seq > 8'))).toMatchObject({ seq: 9 })
    for (const name of ['SECOND', 'THIRD', 'FOURTH']) {
      days(100)
      scans(3, name)
      drop()
      expect((await log().verify()).finding).toEqual({ problem: 'cut', seq: 9 })
      expect(rows(rawDb(log().reading()))).toHaveLength(4)
    }
    expect((await log().verify()).since?.months).toBe(3)
  })

  it('are not missed by a backup of the station that is older than the rule', async () => {
    const dropped = setUp()
    dropped.scans(19, 'OLD')
    await dropped.log().verify()
    dropped.days(1)
    const old = dropped.noted.head
    dropped.days(100)
    dropped.scans(5, 'NEW')
    dropped.drop()
    dropped.log().close()
    const again = aLog(dropped.dir, old)
    expect((await again.log().verify()).finding).toBeNull()
    expect(again.notices).toEqual([])
  })
})

describe('a log whose oldest entries were removed', () => {
  const pointer = `settings WHERE key = 'evidence.dropped'`
  const setPayload = (db: Database.Database, seq: number, change: Record<string, unknown>) => {
    const row = rows(db).find((one) => one.seq === seq)
    if (row === undefined) throw new Error(`no entry ${seq}`)
    const payload = canonicalJson({ ...(JSON.parse(row.payload) as object), ...change })
    const hash = hashOf({ ...row, payload })
    db.prepare('UPDATE entries SET payload = ?, hash = ? WHERE seq = ?').run(payload, hash, seq)
  }

  it.each<[string, (db: Database.Database) => unknown, unknown]>([
    [
      'more was removed',
      (db) => db.exec('DELETE FROM entries WHERE seq < 23'),
      { problem: 'removed', seq: 21 },
    ],
    [
      'the anchor was changed',
      (db) => setPayload(db, 26, { anchor: 'f'.repeat(64) }),
      { problem: 'exchanged', seq: 21 },
    ],
    [
      'more was removed and the rule’s entry changed to fit, with the chain after it',
      (db) => {
        db.exec('DELETE FROM entries WHERE seq < 23')
        setPayload(db, 26, { firstKept: 23, anchor: rows(db)[0]?.prevHash })
      },
      // Only the head that was noted outside tells.
      { problem: 'rewritten', seq: 26 },
    ],
    [
      'the first kept entry was changed',
      (db) => db.exec(`UPDATE entries SET operator = 'Eve' WHERE seq = 21`),
      { problem: 'altered', seq: 21 },
    ],
    [
      'the first kept entry was changed with a hash to match',
      (db) => {
        const row = rows(db)[0]
        if (row === undefined) throw new Error('empty')
        const hash = hashOf({ ...row, operator: 'Eve' })
        db.prepare(`UPDATE entries SET operator = 'Eve', hash = ? WHERE seq = 21`).run(hash)
      },
      { problem: 'exchanged', seq: 22 },
    ],
    [
      'nothing says where it begins',
      (db) => db.exec(`DELETE FROM ${pointer}`),
      { problem: 'removed', seq: 1 },
    ],
    [
      'the rule’s entry was removed',
      (db) => db.exec('DELETE FROM entries WHERE seq = 26'),
      { problem: 'removed', seq: 1 },
    ],
    [
      'another entry is given for the rule’s',
      (db) => db.exec(`UPDATE settings SET value = '25' WHERE key = 'evidence.dropped'`),
      { problem: 'removed', seq: 1 },
    ],
  ])('shows that %s', async (_what, tamper, finding) => {
    const { reopened } = await aDroppedLog()
    const found = await reopened(tamper)
    expect(found).toMatchObject(finding as object)
  })

  it('shows entries that somebody else removed, even with a forged removal entry', async () => {
    const plain = setUp({ months: 0 })
    plain.scans(20, 'OLD')
    await plain.log().verify()
    expect(await plain.reopened((db) => db.exec('DELETE FROM entries WHERE seq < 10'))).toEqual({
      problem: 'removed',
      seq: 1,
    })
    const forged = setUp({ months: 0 })
    forged.scans(20, 'OLD')
    const record = rows(rawDb((await aDroppedLog()).log().reading())).at(-1)
    const finding = await forged.reopened((db) => {
      const last = rows(db).at(-1)
      const first = rows(db).find(({ seq }) => seq === 10)
      if (last === undefined || first === undefined || record === undefined) throw new Error('empty')
      const said = JSON.parse(record.payload) as object
      const { logId } = JSON.parse(rows(db)[0]?.payload ?? '') as { logId: string }
      const payload = canonicalJson({ ...said, logId, firstKept: 10, anchor: first.prevHash })
      const row = { ...record, payload, seq: last.seq + 1, prevHash: last.hash }
      insert(db, { ...row, hash: hashOf(row) })
      db.exec('DELETE FROM entries WHERE seq < 10')
      db.exec(`INSERT INTO settings (key, value) VALUES ('evidence.dropped', '${row.seq}')`)
    })
    expect(finding).toEqual({ problem: 'extended', seq: 22 })
  })

  it('is exported from there on, and the file shows tampering', async () => {
    const { log, dir } = await aDroppedLog()
    const file = await exportEvidence(log().reading(), join(dir, 'exports'), 0)
    expect(file.entries).toBe(6)
    const lines = readFileSync(file.path, 'utf8').trimEnd().split('\n')
    const check = async (changed: readonly string[]) => {
      const path = join(dir, 'changed.jsonl')
      writeFileSync(path, changed.map((line) => `${line}\n`).join(''))
      return checkExportedEvidence(path)
    }
    expect(await check(lines)).toEqual({ entries: 6, finding: null })
    expect((await check(lines.slice(1))).finding).toEqual({ problem: 'removed', seq: 21 })
    // Without its end nothing says that the beginning was removed by the rule.
    expect((await check(lines.slice(0, -1))).finding).toEqual({ problem: 'removed', seq: 1 })
    const other = lines[0]?.replace(/"prev_hash":"\w{4}/, '"prev_hash":"ffff') ?? ''
    expect((await check(lines.with(0, other))).finding).toEqual({ problem: 'altered', seq: 21 })
  })
})
