import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DbFile } from '../../../../src/main/store/db/database'
import { closeDatabase } from '../../../../src/main/store/db/open'
import { appendRows, openEvidenceFile } from '../../../../src/main/store/evidence/file'
import {
  choicesIn,
  findRows,
  refusedScans,
  type EvidenceFilter,
} from '../../../../src/main/store/evidence/find'
import { ANY } from '../../../support/evidence-log'

/** Entries are found by an index, whatever is asked for: their plans show it, however many there are. */

const ENTRIES = 40_000
const START_MS = Date.parse('2026-01-01T00:00:00.000Z')
const EACH_MS = 120_000
const KINDS = ['scan', 'scan', 'scan', 'pack', 'refusal'] as const
const at = (index: number) => new Date(START_MS + index * EACH_MS).toISOString()

function entryAt(index: number) {
  const kind = index === 777 ? 'lock' : (KINDS[index % KINDS.length] ?? 'scan')
  const operator = index === 5_000 ? 'Zoe' : (['Ada', 'Bob', ''][index % 3] ?? '')
  const payload = { orderId: Math.floor(index / 5), verdict: index % 2 === 0 ? 'foreign' : 'unknown' }
  return { at: at(index), operator, kind, payload }
}

/** Of the whole suite: filling it takes seconds. */
const dir = mkdtempSync(join(tmpdir(), 'packbench-'))
let db: DbFile
const plans: string[] = []
beforeAll(() => {
  db = openEvidenceFile(join(dir, 'evidence.sqlite'))
  let last: ReturnType<typeof appendRows> = null
  for (let from = 0; from < ENTRIES; from += 20_000)
    last = appendRows(
      db,
      last,
      Array.from({ length: 20_000 }, (_, index) => entryAt(from + index)),
    )
  const prepare = db.prepare.bind(db)
  db.prepare = (text: string) => {
    const places = [...text.matchAll(/\?/g)].map(() => at(0))
    const named = text.includes('@') ? [{ ...ANY, first: 3, limit: 1, offset: 0 }] : []
    for (const row of prepare(`EXPLAIN QUERY PLAN ${text}`).all(...places, ...named))
      plans.push(`${(row as { detail: string }).detail} | ${text}`)
    return prepare(text)
  }
}, 120_000)
afterAll(() => {
  closeDatabase(db)
  rmSync(dir, { recursive: true, force: true })
})

const FIRST_DAY = { from: at(0), to: at(720) }
const FILTERS: [Partial<EvidenceFilter>, (entry: ReturnType<typeof entryAt>) => boolean][] = [
  [{ orderId: 41 }, ({ payload }) => payload.orderId === 41],
  [{ operator: 'Ada' }, ({ operator }) => operator === 'Ada'],
  [{ operator: 'Zoe' }, ({ operator }) => operator === 'Zoe'],
  [{ operator: '' }, ({ operator }) => operator === ''],
  [{ kind: 'refusal' }, ({ kind }) => kind === 'refusal'],
  [{ kind: 'lock' }, ({ kind }) => kind === 'lock'],
  [{ kind: 'nonsense' }, () => false],
  [FIRST_DAY, (entry) => entry.at < FIRST_DAY.to],
  [{ operator: 'Bob', kind: 'pack' }, ({ operator, kind }) => operator === 'Bob' && kind === 'pack'],
  [
    { operator: 'Bob', kind: 'pack', ...FIRST_DAY },
    (entry) => entry.operator === 'Bob' && entry.kind === 'pack' && entry.at < FIRST_DAY.to,
  ],
  [{ kind: 'scan', ...FIRST_DAY }, (entry) => entry.kind === 'scan' && entry.at < FIRST_DAY.to],
  [{ operator: 'Ada', ...FIRST_DAY }, (entry) => entry.operator === 'Ada' && entry.at < FIRST_DAY.to],
  [{ orderId: 41, operator: 'Ada' }, (entry) => entry.payload.orderId === 41 && entry.operator === 'Ada'],
]

describe('a log of 40,000 entries', () => {
  it.each(FILTERS)('%o is found at every offset', (part, passes) => {
    const filter = { ...ANY, ...part }
    const expected = Array.from({ length: ENTRIES }, (_, index) => index)
      .filter((index) => index + 1 >= 3 && passes(entryAt(index)))
      .reverse()
    const seqs = (offset: number) =>
      findRows(db, filter, { first: 3, offset, limit: 50 }).rows.map(({ seq }) => seq - 1)
    const { total } = findRows(db, filter, { first: 3, offset: 0, limit: 50 })
    expect(total).toBe(expected.length)
    expect(seqs(0)).toEqual(expected.slice(0, 50))
    const deep = Math.max(0, expected.length - 30)
    expect(seqs(deep)).toEqual(expected.slice(deep, deep + 50))
  })

  it('reads the log through for none of them, nor for the names and counts below', () => {
    choicesIn(db)
    refusedScans(db, at(0), at(1))
    const combinations = new Set(FILTERS.map(([part]) => Object.keys(part).join()))
    expect(plans.length).toBeGreaterThanOrEqual(2 * combinations.size)
    const through = /^(?:SCAN entries\b|SEARCH entries USING INTEGER PRIMARY KEY \(rowid[<>])/
    expect(plans.filter((plan) => through.test(plan))).toEqual([])
  })

  it('names who and what is in it', () => {
    expect(choicesIn(db)).toEqual({
      operators: ['', 'Ada', 'Bob', 'Zoe'],
      kinds: ['lock', 'pack', 'refusal', 'scan'],
    })
  })

  it('counts refused scans of a month', () => {
    const found = refusedScans(db, at(0), at(22_320))
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(22_320 / 5)
  })
})
