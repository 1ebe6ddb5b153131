import { describe, expect, it } from 'vitest'
import {
  backupName,
  backupsToRemove,
  backupTime,
  evidenceCopiesToRemove,
  evidenceCopyName,
} from '../../../../../src/main/store/recovery/backup-files'

const HOUR_MS = 3_600_000
const NOW_MS = Date.parse('2026-11-20T23:30:00.000Z')

/** One every hour up to now, newest first. */
const hourly = (count: number, bytes = 1) =>
  Array.from({ length: count }, (_, index) => {
    const ms = NOW_MS - index * HOUR_MS
    return { name: backupName(ms), madeAt: new Date(ms).toISOString(), bytes }
  })
const kept = (backups: ReturnType<typeof hourly>, budgetBytes = Number.POSITIVE_INFINITY) => {
  const gone = new Set(backupsToRemove(backups, NOW_MS, budgetBytes))
  return backups.filter(({ name }) => !gone.has(name)).map(({ madeAt }) => madeAt)
}

describe('which backups are kept', () => {
  it('the newest 24', () => {
    const backups = hourly(24)
    expect(kept(backups)).toHaveLength(24)
  })

  it('and the last one of each of the last 14 days', () => {
    const times = kept(hourly(24 * 30))
    expect(times.slice(0, 24)).toEqual(hourly(24).map(({ madeAt }) => madeAt))
    expect(times.slice(24).map((time) => time.slice(0, 13))).toEqual(
      Array.from({ length: 13 }, (_, index) => `2026-11-${String(19 - index).padStart(2, '0')}T23`),
    )
  })

  it('as many as fit into the budget, dropping the oldest first', () => {
    expect(kept(hourly(5, 10), 30)).toEqual(hourly(3).map(({ madeAt }) => madeAt))
  })

  it('the newest one always', () => {
    expect(kept(hourly(3, 10), 1)).toEqual([hourly(1)[0]?.madeAt])
  })

  it('all of a few old ones, but only one per day if there are many', () => {
    const old = hourly(60).map(({ name, madeAt, bytes }) => {
      const ms = Date.parse(madeAt) - 20 * 24 * HOUR_MS
      return { name: `${name}`, madeAt: new Date(ms).toISOString(), bytes }
    })
    expect(kept(old)).toHaveLength(24)
  })
})

describe('the name of a backup', () => {
  it('gives its time to the millisecond', () => {
    expect(backupName(NOW_MS + 7)).toBe('station-2026-11-20T23-30-00-007Z.sqlite')
    expect(backupTime(backupName(NOW_MS + 7))).toBe(NOW_MS + 7)
  })

  it.each(['station.sqlite', 'station-2026-13-40T99-00-00-000Z.sqlite', '../station.sqlite', 'x'])(
    '%s is none',
    (name) => expect(backupTime(name)).toBeNull(),
  )
})

it('copies of the evidence log go with their backup', () => {
  const [newest, due, gone] = [NOW_MS, NOW_MS - HOUR_MS, NOW_MS - 2 * HOUR_MS]
  const evidence = [newest, due, gone].map(evidenceCopyName)
  const names = [...evidence, backupName(newest), backupName(due), 'evidence-notes.sqlite', 'notes.txt']
  expect(evidenceCopiesToRemove(names, [backupName(due)])).toEqual(evidence.slice(1))
})
