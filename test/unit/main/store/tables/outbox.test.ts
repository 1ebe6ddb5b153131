import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { advance, advanceIfStill, findOp, type Op } from '../../../../../src/main/store/tables/outbox'
import { workableHeads } from '../../../../../src/main/store/tables/workable-heads'
import { countOpen, listOutbox } from '../../../../../src/main/store/views/outbox-list'
import { makeStation, type TestStation } from '../../../../support/account'
import { plansOf } from '../../../../support/plans-of'
import { rawDb } from '../../../../support/raw-db'

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

  it('is left as it is by an answer that comes after another change', () => {
    const { db } = makeSending()
    expect(inTransaction(db, (tx) => advanceIfStill(tx, STALE, 'annihilate', { at }))).toBe(false)
    expect(findOp(db, 1)).toMatchObject({ state: 'sending' })
  })
})

const BY_STEP = { by: 'kind', descending: true } as const
const BY_ORDER = { by: 'order', descending: false } as const

describe('open operations are found without reading the history', () => {
  it.each([
    ['the heads to work on', ({ db }: TestStation) => workableHeads(db, new Set(['order:1']), 8)],
    ['the counts', ({ db }: TestStation) => countOpen(db)],
    ['the list of what is open', ({ db }: TestStation) => listOutbox(db, 'open', 0, 50)],
    ['the list of what needs a person', ({ db }: TestStation) => listOutbox(db, 'held', 0, 50)],
    ['what is open by step', ({ db }: TestStation) => listOutbox(db, 'open', 0, 50, BY_STEP)],
    ['what is open by order', ({ db }: TestStation) => listOutbox(db, 'open', 0, 50, BY_ORDER)],
    ['what needs a person by step', ({ db }: TestStation) => listOutbox(db, 'held', 0, 50, BY_STEP)],
  ])('%s', (_name, ask) => {
    const station = makeStation()
    const plans = plansOf(station.db, () => ask(station))
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans)
      // By rowid: the rows of the window, once the index has named them.
      expect(plan).toMatch(/USING (COVERING )?INDEX outbox_(open|held|lane) ?|USING INTEGER PRIMARY KEY/)
  })

  it('sorts without reading rows that it does not show', () => {
    const station = makeStation()
    const plans = plansOf(station.db, () =>
      listOutbox(station.db, 'open', 0, 50, { by: 'kind', descending: false }),
    )
    expect(plans).toContain('SCAN outbox USING COVERING INDEX outbox_open')
    expect(plans).toContain('SEARCH outbox USING INTEGER PRIMARY KEY (rowid=?)')
  })
})

describe('the list of operations', () => {
  function makeMixed(): TestStation {
    const station = makeStation()
    const add = rawDb(station.db).prepare(
      `INSERT INTO outbox (op_uid, kind, lane, order_id, body, state, captured_at, settled_at)
       VALUES (?, ?, ?, ?, '{}', ?, '', ?)`,
    )
    const rows = [
      ['deliver_shipment', 100_002, 'ready'],
      ['create_item', null, 'held'],
      ['create_shipment', 99_999, 'held'],
      ['ship_shipment', 100_001, 'confirmed'],
      ['cancel_order', 7, 'ready'],
      ['create_shipment', 100_002, 'ready'],
    ] as const
    rows.forEach(([kind, orderId, state], index) =>
      add.run(`op-${index}`, kind, `order:${orderId}`, orderId, state, state === 'confirmed' ? '' : null),
    )
    return station
  }

  it.each([
    ['open', null, [1, 2, 3, 5, 6]],
    ['open', { by: 'captured', descending: true }, [6, 5, 3, 2, 1]],
    ['open', { by: 'kind', descending: false }, [3, 6, 1, 5, 2]],
    ['open', { by: 'kind', descending: true }, [2, 5, 1, 3, 6]],
    ['open', { by: 'order', descending: false }, [5, 3, 1, 6, 2]],
    ['open', { by: 'order', descending: true }, [1, 6, 3, 5, 2]],
    ['held', { by: 'order', descending: false }, [3, 2]],
    ['all', { by: 'captured', descending: false }, [1, 2, 3, 4, 5, 6]],
    ['all', null, [6, 5, 4, 3, 2, 1]],
  ] as const)('of %s sorted by %o is sorted as a whole, not by page', (view, sort, expected) => {
    const { db } = makeMixed()
    const seqs = (offset: number, limit: number) =>
      listOutbox(db, view, offset, limit, sort).rows.map(({ seq }) => seq)
    expect(seqs(0, 10)).toEqual(expected)
    expect([...seqs(0, 2), ...seqs(2, 2), ...seqs(4, 10)]).toEqual(expected)
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
  const plans = plansOf(station.db, () => listOutbox(station.db, 'all', 10, 5))
  expect(plans).toContainEqual(expect.stringContaining('rowid>?'))
})
