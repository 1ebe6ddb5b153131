import { describe, expect, it } from 'vitest'
import { followPages, type Page } from '../../../src/main/partner/pages'
import { at, itemBody } from '../marketplace/harness'
import { clientFor, startStation } from './station'

const PLACED = 23

async function all<T>(pages: AsyncGenerator<Page<T>>): Promise<{ entries: T[]; pages: number }> {
  const entries: T[] = []
  let count = 0
  for await (const page of pages) {
    expect(page.unreadable).toEqual([])
    entries.push(...page.entries)
    count++
  }
  return { entries, pages: count }
}

describe.each([{ linkForm: 'absolute' }, { linkForm: 'relative' }] as const)(
  'with $linkForm links',
  (settings) => {
    it.each([
      [1, 23],
      [5, 5],
      [22, 2],
      [23, 1],
      [200, 1],
    ])('orders by %i reach the end in %i pages, each once', async (pageSize, expectedPages) => {
      const { bench, client } = await startStation({ settings })
      const placed: number[] = []
      for (let n = 0; n < PLACED; n++) placed.push((await bench.control.placeOrder({ lines: 1 })).id)
      const query = { page_size: pageSize }
      const seen = await all(
        followPages(
          () => client.listOrders(query),
          (link) => client.listOrders(query, link),
        ),
      )
      expect(seen.entries.map(({ id }) => id)).toEqual(placed)
      expect(seen.pages).toBe(expectedPages)
    })

    it('keeps the filters from page to page', async () => {
      const { bench, client } = await startStation({ settings })
      const placedAt = at(bench, -60_000)
      for (let n = 0; n < 4; n++) await bench.control.placeOrder({ placedAt })
      const recent: number[] = []
      for (let n = 0; n < 5; n++) recent.push((await bench.control.placeOrder()).id)
      const first = () => client.listOrders({ page_size: 2, updated_after: at(bench) })
      const seen = await all(followPages(first, (link) => client.listOrders({}, link)))
      expect(seen.entries.map(({ id }) => id)).toEqual(recent)
    })

    it('items reach the end with a filter over several states', async () => {
      const { client } = await startStation({ settings })
      const made: string[] = []
      for (let n = 0; n < 7; n++)
        made.push((await client.createItem(itemBody({ mpn: 'A, B & C' }))).item_number)
      const first = () =>
        client.listItems({ page_size: 3, mpn: 'A, B & C', status: ['processing', 'listed'] })
      const seen = await all(followPages(first, (link) => client.listItems({}, link)))
      expect(seen.entries.map((item) => item.item_number)).toEqual(made)
      expect(seen.pages).toBe(3)
    })
  },
)

it('an order placed while pages are read is not lost, and nothing comes twice', async () => {
  const { bench, client } = await startStation()
  for (let n = 0; n < 4; n++) await bench.control.placeOrder()
  const seen: number[] = []
  let late = 0
  const first = () => client.listOrders({ page_size: 2 })
  for await (const page of followPages(first, (link) => client.listOrders({}, link))) {
    seen.push(...page.entries.map(({ id }) => id))
    if (late === 0) late = (await bench.control.placeOrder()).id
  }
  expect(seen).toContain(late)
  expect(new Set(seen).size).toBe(seen.length)
})

it('a page kept from before a restart of the client is followed', async () => {
  const { bench, client } = await startStation()
  for (let n = 0; n < 3; n++) await bench.control.placeOrder()
  const { next } = await client.listOrders({ page_size: 2 })
  expect(next).not.toBeNull()
  const later = clientFor({ ...bench, baseUrl: `${bench.baseUrl}/` })
  expect(await later.listOrders({}, next ?? '')).toMatchObject({ entries: [{}], next: null })
})
