import { expect, it } from 'vitest'
import { createItemBackfill } from '../../../../../src/main/sync/pull/item-backfill'
import {
  NotFoundError,
  type PartnerError,
  ServerError,
  UnexpectedAnswerError,
  UnprocessableError,
  UnreadableRecordError,
} from '../../../../../src/main/partner/errors'
import { makeStation } from '../../../../support/account'
import { makeLines, makeOrder } from '../../../../support/orders'

it('tells once that all is known, also where the question itself has found that out', async () => {
  const station = makeStation()
  let coming = true
  let told = 0
  const titles = createItemBackfill({
    ...{ db: station.db, clock: station.clock },
    client: {} as never,
    gate: { allows: () => true, admit: () => true } as never,
    pace: { turn: async () => true, spend: () => undefined } as never,
    coming: () => coming,
    comingLate: () => false,
    imported: () => true,
    onItems: () => (told += 1),
    onFault: (error) => expect.fail(String(error)),
  })
  expect([titles.known(), told]).toEqual([false, 0])
  coming = false
  // Other pages have asked before, and ask again only when they are told.
  expect([titles.known(), told]).toEqual([true, 1])
  await titles.fill()
  expect([titles.known(), told]).toEqual([true, 1])
})

it('asks for an item that fails once, after which it reads the others', async () => {
  const station = makeStation()
  station.take(
    ...[1, 2].map((id) =>
      makeOrder({ id, order_lines: makeLines([{ id, item_number: `ITM-${id}`, shipment_id: null }]) }),
    ),
  )
  const asked: string[] = []
  const titles = createItemBackfill({
    ...{ db: station.db, clock: station.clock },
    client: {
      async readItem(itemNumber: string) {
        asked.push(itemNumber)
        if (itemNumber === 'ITM-1') throw new ServerError('broken', { status: 500 })
        return { item_number: itemNumber, state: 'listed' }
      },
    } as never,
    gate: { allows: () => true, admit: () => true } as never,
    pace: { turn: async () => true, spend: () => undefined } as never,
    coming: () => false,
    comingLate: () => false,
    imported: () => true,
    onItems: () => {},
    onFault: (error) => expect.fail(String(error)),
  })
  await titles.fill()
  expect(asked.toSorted()).toEqual(['ITM-1', 'ITM-2'])
  await titles.fill()
  expect(asked.slice(2)).toEqual(['ITM-1'])
})

/** As a captive portal answers everything. */
const PORTAL = { diagnosis: { reason: 'portal', detail: 'HTTP 200, text/html' } } as const

it.each<[string, PartnerError, 'once' | 'again']>([
  ['does not exist', new NotFoundError('no', { status: 404 }), 'once'],
  ['is refused', new UnprocessableError('no', { status: 422 }), 'once'],
  ['cannot be read', new UnreadableRecordError('no', { raw: {}, problem: 'no', fields: [] }, 200), 'once'],
  ['is answered by a portal', new UnexpectedAnswerError('no', { status: 200, ...PORTAL }), 'again'],
  ['is answered with half a text', new UnexpectedAnswerError('no', { status: 200 }), 'again'],
  ['is not found by a portal', new NotFoundError('no', { status: 404, ...PORTAL }), 'again'],
  ['meets an error of the server', new ServerError('no', { status: 503 }), 'again'],
])('asks for an item that %s, as often as that helps', async (_what, error, times) => {
  const station = makeStation()
  station.take(
    makeOrder({ id: 1, order_lines: makeLines([{ id: 1, item_number: 'ITM-1', shipment_id: null }]) }),
  )
  let asked = 0
  const titles = createItemBackfill({
    ...{ db: station.db, clock: station.clock },
    client: {
      async readItem(itemNumber: string) {
        asked += 1
        if (asked === 1) throw error
        return { item_number: itemNumber, state: 'listed' }
      },
    } as never,
    gate: { allows: () => true, admit: () => true } as never,
    pace: { turn: async () => true, spend: () => undefined } as never,
    coming: () => false,
    comingLate: () => false,
    imported: () => true,
    onItems: () => {},
    onFault: (fault) => expect.fail(String(fault)),
  })
  await titles.fill()
  await titles.fill()
  expect(asked).toBe(times === 'once' ? 1 : 2)
})
