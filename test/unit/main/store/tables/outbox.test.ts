import { describe, expect, it, vi } from 'vitest'
import { workableHeads } from '../../../../../src/main/store/tables/outbox'
import { countOpen, listOutbox } from '../../../../../src/main/store/views/outbox-list'
import { makeStation, type TestStation } from '../../../../support/account'
import { rawDb } from '../../../../support/raw-db'

/** The query plans of the statements that `ask` runs. */
function plansOf({ db }: TestStation, ask: () => unknown): string[] {
  const prepared = vi.spyOn(rawDb(db), 'prepare')
  ask()
  const texts = prepared.mock.calls.map(([text]) => text)
  prepared.mockRestore()
  return texts.flatMap((text) => {
    const values = [...text.matchAll(/\?/g)].map(() => 1)
    const named = Object.fromEntries([...text.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1]))
    const bound = values.length > 0 ? values : [named]
    const steps = rawDb(db)
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all(...bound) as { detail: string }[]
    return steps.map(({ detail }) => detail).filter((detail) => /\b(outbox|o|p)\b/.test(detail))
  })
}

describe('open operations are found without reading the history', () => {
  it.each([
    ['the heads to work on', ({ db }: TestStation) => workableHeads(db, new Set(['order:1']), 8)],
    ['the counts', ({ db }: TestStation) => countOpen(db)],
    ['the list of what is open', ({ db }: TestStation) => listOutbox(db, 'open', 0, 50)],
    ['the list of what needs a person', ({ db }: TestStation) => listOutbox(db, 'held', 0, 50)],
  ])('%s', (_name, ask) => {
    const station = makeStation()
    const plans = plansOf(station, () => ask(station))
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) expect(plan).toMatch(/USING (COVERING )?INDEX outbox_(open|held|lane) ?/)
  })
})

it('shows any window of the history without stepping over earlier rows', () => {
  const station = makeStation()
  const add = rawDb(station.db).prepare(
    `INSERT INTO outbox (op_uid, kind, lane, body, state, captured_at, settled_at)
     VALUES (?, 'create_shipment', 'order:1', '{}', 'confirmed', '', '')`,
  )
  for (let op = 1; op <= 25; op += 1) add.run(`op-${op}`)
  const window = (offset: number, limit: number): number[] =>
    listOutbox(station.db, 'all', offset, limit).rows.map(({ seq }) => seq)
  expect(window(0, 3)).toEqual([25, 24, 23])
  expect(window(20, 10)).toEqual([5, 4, 3, 2, 1])
  expect(window(25, 10)).toEqual([])
})

it('finds a window of the history by its place', () => {
  const station = makeStation()
  const plans = plansOf(station, () => listOutbox(station.db, 'all', 10, 5))
  expect(plans).toContainEqual(expect.stringContaining('rowid<?'))
})
