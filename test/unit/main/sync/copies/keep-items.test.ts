import { setImmediate as nextTurn } from 'node:timers/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { watchCrashPoints } from '../../../../../src/main/base/crash-points'
import type { Page } from '../../../../../src/main/partner/pages'
import { inTransaction, type DbFile } from '../../../../../src/main/store/db/database'
import { openDatabase } from '../../../../../src/main/store/db/open'
import { countSetAside } from '../../../../../src/main/store/tables/set-aside'
import { readSetting, writeSetting } from '../../../../../src/main/store/tables/settings'
import { countItems } from '../../../../../src/main/store/views/item-list'
import { keepItems } from '../../../../../src/main/sync/copies/keep-items'
import { ANY_ITEM } from '../../../../../src/shared/domain/items/item-filter'
import type { Item } from '../../../../../src/shared/partner-api/item'
import { createManualClock } from '../../../../support/clock'
import { manyItems } from '../../../../support/many-items'
import { tempDir } from '../../../../support/temp-dir'

const AT = '2026-11-21T08:00:00.000Z'
const PAGE = 200

let db: DbFile
beforeEach(() => {
  db = openDatabase(join(tempDir(), 'station.sqlite'))
  onTestFinished(() => void db.close())
})

/** How many items are here after each commit. */
function watchParts(): number[] {
  const counts: number[] = []
  atEachCommit(() => counts.push(count()))
  return counts
}
function atEachCommit(look: () => void): void {
  onTestFinished(() => watchCrashPoints(() => {}))
  watchCrashPoints((point) => {
    if (point === 'committed') look()
  })
}

const count = (): number => db.prepare('SELECT count(*) FROM items').pluck().get() as number

/** @param msEach how long each look at the clock takes */
function keep(page: Partial<Page<Item>>, msEach = 0): Promise<number | null> {
  const clock = createManualClock()
  const deps = {
    db,
    clock: {
      ...clock,
      monotonicMs: () => {
        clock.advance(msEach)
        return clock.monotonicMs()
      },
    },
    onFault: (error: unknown) => expect(String(error)).toBe('no faults'),
  }
  const whole = { entries: [], unreadable: [], next: null, ...page } as Page<Item>
  return keepItems(deps, whole, AT, (tx) => writeSetting(tx, 'page', 'finished'))
}

describe('a page of items', () => {
  it('is stored in parts, between which the event loop turns', async () => {
    const seen = new Set<number>()
    let over = false
    const keeping = keep({ entries: manyItems(0, PAGE) }).then(() => (over = true))
    for (; !over; await nextTurn()) seen.add(count())
    await keeping
    expect(count()).toBe(PAGE)
    expect(seen.size).toBeGreaterThan(PAGE / 50)
  })

  it('has parts of a few milliseconds, however few items fit into one', async () => {
    const parts = watchParts()
    expect(await keep({ entries: manyItems(0, 30) }, 2)).toBe(30)
    const sizes = parts.map((items, at) => items - (parts[at - 1] ?? 0))
    expect(Math.max(...sizes)).toBeLessThan(4)
    expect(count()).toBe(30)
  })

  it('is stored although no time is left when a part begins', async () => {
    expect(await keep({ entries: manyItems(0, 10) }, 50)).toBe(10)
  })

  it('is over with its last part, not before', async () => {
    const finished: (string | null)[] = []
    atEachCommit(() => finished.push(readSetting(db, 'page')))
    await keep({ entries: manyItems(0, 60), unreadable: [{ raw: {}, problem: 'no number', fields: [] }] })
    expect(finished.slice(0, -1).every((setting) => setting === null)).toBe(true)
    expect(finished.at(-1)).toBe('finished')
    expect(finished.length).toBeGreaterThan(2)
    expect(countSetAside(db)).toBe(1)
  })

  it('counts what is new in it, and is over even if nothing is', async () => {
    await keep({ entries: manyItems(0, 60) })
    inTransaction(db, (tx) => writeSetting(tx, 'page', null))
    expect(await keep({ entries: [...manyItems(0, 60), ...manyItems(60, 61)] })).toBe(1)
    expect(await keep({ entries: manyItems(0, 61) })).toBe(0)
    expect(readSetting(db, 'page')).toBe('finished')
    expect(countItems(db, ANY_ITEM)).toBe(61)
  })
})
