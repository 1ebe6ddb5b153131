import { expect, it, vi } from 'vitest'
import { missingItems } from '../../../src/main/store/tables/items'
import { listed } from '../../support/queue'
import { countOf, makeItemMarket } from './item-market'

/** How many requests the first import of an account takes: hardly more than the lists have pages. */

const ORDERS = 1_200
const PAGE = 200
/** Read by their numbers before lists are known to show them: one batch. */
const MOST_SINGLES = 8
/** Every item that the station knows; those of orders have a state that lists show only when asked for it by name. */
const MORE_LISTS = 3

it('reads orders, items and titles in with hardly more requests than their lists have pages', async () => {
  const market = await makeItemMarket({ orders: ORDERS, items: 600 })
  const station = market.stationOn({ asApp: true, pull: { pageSize: PAGE } })
  station.pull.start()
  station.itemPull.start()
  await vi.waitFor(
    () => {
      expect(station.itemPull.keptAsOf()).not.toBeNull()
      expect(listed(station.db, 'all', 0, 1).total).toBe(ORDERS)
    },
    { timeout: 60_000, interval: 20 },
  )
  await station.titles.fill()
  market.clock.advance(60_000)
  await vi.waitFor(() => expect(missingItems(station.db, ORDERS)).toEqual([]), {
    timeout: 60_000,
    interval: 20,
  })
  await Promise.all([station.itemPull.settled(), station.pull.stop()])
  await station.titles.fill()
  const { lists, singles, orders } = await market.asked()
  const states = ['processing', 'ready_to_delete', 'deleted', 'sold']
  const byName = countOf(station, { states: states.slice(0, 3) })
  const sold = countOf(station, { states: ['sold'] })
  const byDefault = countOf(station) - byName - sold
  // Without items of orders in a state of its own, there would be nothing to discover.
  expect(sold).toBeGreaterThan(2 * PAGE)
  expect(singles.length).toBeLessThanOrEqual(MOST_SINGLES)
  const itemPages = [byDefault, byName, sold].reduce((sum, items) => sum + Math.ceil(items / PAGE), 0)
  expect(lists.length).toBeLessThanOrEqual(itemPages + MORE_LISTS)
  // The second round of orders asks for changes.
  expect(orders.length).toBeLessThanOrEqual(ORDERS / PAGE + 2)
  expect(new Set(lists.map(String)).size).toBe(lists.length)
}, 150_000)
