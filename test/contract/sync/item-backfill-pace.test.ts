import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { BACKGROUND_READS, createPace } from '../../../src/main/sync/connection/pace'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { makeStation } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { makeLines, makeOrder } from '../../support/orders'

/** A marketplace that has every item, and a station with this many orders to pack, each with one item of its own. */
async function makeBench(orders: number) {
  const clock = createManualClock()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const itemNumber = (request.url ?? '').split('/').at(-1) ?? ''
    asked.push(itemNumber)
    response.end(JSON.stringify({ item_number: itemNumber, state: 'listed', title: `Title ${itemNumber}` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const pace = createPace({ clock, ...BACKGROUND_READS })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const station = makeStation({ clock, pace, baseUrl })
  const ids = Array.from({ length: orders }, (_, index) => index + 1)
  station.take(
    ...ids.map((id) =>
      makeOrder({
        id,
        purchased_at: new Date(Date.UTC(2026, 10, 1) + id * 1_000).toISOString(),
        order_lines: makeLines([{ id, item_number: `ITM-${id}`, shipment_id: null }]),
      }),
    ),
  )
  const titleOf = (id: number) => viewOrder(station.db, id, station.seal)?.lines[0]?.title
  /** Advances the clock, and lets requests be answered. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 500) {
      clock.advance(500)
      const before = asked.length
      await new Promise((resolve) => setImmediate(resolve))
      if (asked.length > before) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { clock, asked, station, pass, titleOf }
}

it('requests 124 titles in the first minute after an import of 3,000 orders, next orders first', async () => {
  const { asked, pass, station } = await makeBench(3_000)
  void station.titles.fill()
  await pass(60_000)
  expect(asked.length).toBeLessThanOrEqual(124)
  await eventually(async () => {
    await pass(500)
    expect(asked.length).toBeGreaterThan(100)
  })
  expect(asked.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, index) => `ITM-${index + 1}`))
})

it('requests none far from the bench', async () => {
  const { asked, pass, station } = await makeBench(3_000)
  let filled = false
  void station.titles.fill().then(() => (filled = true))
  await eventually(async () => {
    await pass(20_000)
    expect(filled).toBe(true)
  })
  expect(asked).toHaveLength(200)
})

it('requests those of an opened order at once, although hundreds wait their turn', async () => {
  const { asked, station, titleOf } = await makeBench(600)
  void station.titles.fill()
  await eventually(() => expect(asked).toHaveLength(4))
  station.titles.want(['ITM-599'])
  await eventually(() => expect(titleOf(599)).toBe('Title ITM-599'))
  expect(asked).toHaveLength(5)
})

it('requests those on screen before the others, at the same pace', async () => {
  const { asked, pass, station } = await makeBench(600)
  void station.titles.fill()
  await eventually(() => expect(asked).toHaveLength(4))
  station.titles.soon(['ITM-500', 'ITM-501'])
  await eventually(async () => {
    await pass(500)
    expect(asked.length).toBeGreaterThanOrEqual(7)
  })
  // A read that was already waiting keeps its turn; on a busy machine none may be.
  const first = asked.indexOf('ITM-500')
  expect([4, 5]).toContain(first)
  expect(asked[first + 1]).toBe('ITM-501')
})

it('shows at once the titles that the background has read for an opened order', async () => {
  const { asked, station, titleOf } = await makeBench(600)
  void station.titles.fill()
  await eventually(() => expect(asked).toHaveLength(4))
  station.titles.want(['ITM-1', 'ITM-4'])
  await eventually(() => {
    expect([titleOf(1), titleOf(4)]).toEqual(['Title ITM-1', 'Title ITM-4'])
  })
  // What would be asked for again has been by then.
  station.titles.want(['ITM-1', 'ITM-599'])
  await eventually(() => expect(titleOf(599)).toBe('Title ITM-599'))
  expect(asked).toEqual(['ITM-1', 'ITM-2', 'ITM-3', 'ITM-4', 'ITM-599'])
})
