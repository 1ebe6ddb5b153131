import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkExportedEvidence, exportEvidence } from '../../../../src/main/store/evidence/export'
import { workByOperator } from '../../../../src/main/store/evidence/work'
import { listEvidence } from '../../../../src/main/areas/evidence/evidence'
import { ANY, aLog, rows } from '../../../support/evidence-log'
import { rawDb } from '../../../support/raw-db'
import { DAY_MS, setUp, aDroppedLog } from './dropped-log'

const PAUSE_MS = 20

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
    const page = { ...ANY, offset: 0, limit: 100 }
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
    // From November 20 on, 09:00.
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
    // The last entry apart from the log’s own, and then the one that recorded the drop.
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
      listEvidence({ db: station.db, evidence }, { ...ANY, orderId, offset: 0, limit: 100 })
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
