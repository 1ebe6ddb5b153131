import { describe, expect, it } from 'vitest'
import { createReads } from '../../../../src/renderer/src/data/reads'
import { createQueueStore } from '../../../../src/renderer/src/stores/queue-store'
import type { QueueRow } from '../../../../src/shared/contract/views'
import { FIRST_PAGE, PAGE_ROWS } from '../../../../src/shared/domain/station/first-screen'
import { fakeStation, good } from '../fake-station'

type Answer = { request: { search: string; offset: number }; give: (orderId: number) => Promise<void> }

/** A queue whose answers come when the test says so: one row with that order. */
function aQueue() {
  const waiting: Answer[] = []
  const station = fakeStation({
    'packing:queue': (request) =>
      new Promise((resolve) => {
        const give = async (orderId: number) => {
          resolve(good({ total: 1, rows: [{ orderId } as QueueRow] }))
          await new Promise((answered) => setImmediate(answered))
        }
        waiting.push({ request, give })
      }),
  })
  const store = createQueueStore(station.bridge, createReads(station.bridge))
  const first = () => store.getState().rows.at(0)?.orderId
  return { station, store, waiting, first }
}

describe('the queue', () => {
  it('asks once it is shown, for what the host answers along with the page', async () => {
    const { station, store, waiting, first } = aQueue()
    expect(station.asked).toEqual([])
    store.getState().show(0, 0)
    store.getState().show(0, 9)
    expect(station.asked.map(({ request }) => JSON.stringify(request))).toEqual([JSON.stringify(FIRST_PAGE)])
    await waiting[0]?.give(7)
    expect([first(), store.getState().rows.total]).toEqual([7, 1])
  })

  it('lists nothing while another search is answered, and drops the answer to the one before', async () => {
    const { store, waiting, first } = aQueue()
    store.getState().setSearch('a')
    store.getState().setSearch('b ')
    expect(waiting.map(({ request }) => request.search)).toEqual(['a', 'b'])
    await waiting[0]?.give(1)
    expect(store.getState().rows.total).toBeNull()
    await waiting[1]?.give(2)
    expect(first()).toBe(2)
  })

  it('does not list what the same search found the last time', async () => {
    const { store, waiting, first } = aQueue()
    store.getState().setSearch('a')
    await waiting[0]?.give(1)
    store.getState().setSearch('b')
    store.getState().setSearch('a')
    expect([first(), store.getState().rows.total]).toEqual([undefined, null])
    await waiting[2]?.give(3)
    expect(first()).toBe(3)
  })

  it('is read again when orders changed, from the top for another account', async () => {
    const { station, store, waiting, first } = aQueue()
    store.getState().show(0, 0)
    await waiting[0]?.give(1)
    station.emit({ kind: 'orders_changed', orderIds: null })
    expect(first()).toBe(1)
    await waiting[1]?.give(2)
    expect(first()).toBe(2)
    station.emit({ kind: 'station_replaced' })
    expect(store.getState().rows.total).toBeNull()
    await waiting[2]?.give(3)
    expect(first()).toBe(3)
  })

  it('moves within the list only', async () => {
    const { store, waiting } = aQueue()
    store.getState().show(0, 0)
    await waiting[0]?.give(1)
    store.getState().setActive(PAGE_ROWS)
    expect(store.getState().active).toBe(0)
    store.getState().setActive(-1)
    expect(store.getState().active).toBe(0)
  })
})
