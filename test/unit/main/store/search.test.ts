import { expect, it } from 'vitest'
import { listQueue, searchQueue } from '../../../../src/main/store/queue'
import { makeStation, type TestStation } from '../../../support/account'
import { makeOrder } from '../../../support/orders'

function stationWith(count: number): TestStation {
  const station = makeStation()
  const at = (id: number): string => new Date(Date.UTC(2026, 0, 1 + ((id * 7) % 90))).toISOString()
  station.take(...Array.from({ length: count }, (_, id) => makeOrder({ id: id + 1, purchased_at: at(id) })))
  return station
}

it.each(['to_pack', 'to_ship', 'all'] as const)(
  'finds part by part what one look would find: %s',
  async (view) => {
    const { db } = stationWith(60)
    for (const search of ['itm-1', 'ITM-2 mpn', '5', 'nothing'])
      for (const [offset, limit] of [
        [0, 50],
        [3, 4],
      ] as const)
        expect(await searchQueue(db, view, search, offset, limit), search).toEqual(
          listQueue(db, view, search, offset, limit),
        )
  },
)

it('lets others have their turn while it looks', async () => {
  const { db } = stationWith(3)
  const done: string[] = []
  setImmediate(() => done.push('turn'))
  await searchQueue(db, 'all', 'itm', 0, 10).then(() => done.push('search'))
  expect(done[0]).toBe('turn')
})

it('finds nothing any more once the account is closed', async () => {
  const station = stationWith(3)
  const search = searchQueue(station.db, 'all', 'itm', 0, 10)
  await station.close()
  expect(await search).toEqual({ total: 0, rows: [] })
})
