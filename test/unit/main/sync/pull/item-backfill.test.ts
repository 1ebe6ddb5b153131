import { expect, it } from 'vitest'
import { createItemBackfill } from '../../../../../src/main/sync/pull/item-backfill'
import { makeStation } from '../../../../support/account'

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
