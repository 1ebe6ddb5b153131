import { describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../../../src/main/store/db/database'
import {
  advance,
  advanceIfStill,
  findOp,
  workableHeads,
  type Op,
} from '../../../../../src/main/store/tables/outbox'
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

describe('an operation that was moved since it was read', () => {
  const at = '2026-11-23T08:00:00.000Z'
  const STALE: Pick<Op, 'seq' | 'state' | 'attempts'> = { seq: 1, state: 'ready', attempts: 0 }

  function makeSending(): TestStation {
    const station = makeStation()
    rawDb(station.db).exec(
      `INSERT INTO outbox (op_uid, kind, lane, body, state, attempts, captured_at)
       VALUES ('op-1', 'create_shipment', 'order:1', '{}', 'sending', 1, '')`,
    )
    return station
  }

  it('is not moved on by its old state: the transaction is rolled back', () => {
    const { db } = makeSending()
    const move = (): void =>
      inTransaction(db, (tx) => {
        rawDb(db).exec(`UPDATE outbox SET body = '[]'`)
        advance(tx, STALE, 'annihilate', { at })
      })
    expect(move).toThrow('op 1 cannot annihilate: it is no longer ready')
    expect(findOp(db, 1)).toMatchObject({ state: 'sending', body: '{}' })
  })

  it('is left to whoever moved it, by an answer that came later', () => {
    const { db } = makeSending()
    expect(inTransaction(db, (tx) => advanceIfStill(tx, STALE, 'annihilate', { at }))).toBe(false)
    expect(findOp(db, 1)).toMatchObject({ state: 'sending' })
  })
})

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
