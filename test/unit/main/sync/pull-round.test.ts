import { describe, expect, it } from 'vitest'
import type { Order } from '../../../../src/shared/partner-api/order'
import { createTrail, EndlessPagesError } from '../../../../src/main/sync/pull-round'
import { heapInUse } from '../../../support/heap'

const PAGE = 100

/** A page of so many orders from this number on. Only IDs matter here. */
const pageOf = (first: number, next: string | null, orders = PAGE) => ({
  entries: Array.from({ length: orders }, (_, index) => ({ id: first + index }) as Order),
  unreadable: [],
  next,
})

describe('createTrail', () => {
  it('follows a long list to its end in little memory', () => {
    const trail = createTrail(null)
    const before = heapInUse() + process.memoryUsage().arrayBuffers
    for (let page = 0; page < 3_000; page += 1)
      trail.follow(pageOf(90_000_000 + page * PAGE, `/orders?cursor=${'x'.repeat(100)}${page}`))
    const took = heapInUse() + process.memoryUsage().arrayBuffers - before
    trail.follow(pageOf(1, null))
    expect(took).toBeLessThan(4_000_000)
  })

  it('follows pages that overlap because orders changed meanwhile', () => {
    const trail = createTrail(null)
    for (let page = 0; page < 1_000; page += 1) trail.follow(pageOf(page, `/orders?offset=${page}`))
    trail.follow(pageOf(1_000, null))
  })

  it('follows the pages of a list that showed all orders before, a while', () => {
    const trail = createTrail(null)
    for (let page = 0; page < 500; page += 1) trail.follow(pageOf(page * PAGE, `/orders?cursor=${page}`))
    for (let page = 0; page < 99; page += 1) trail.follow(pageOf(page * PAGE, `/orders?again=${page}`))
    trail.follow(pageOf(500 * PAGE, null))
  })

  it.each([
    [1, 0],
    [2, 0],
    [3, 40],
    [7, 40],
    [50, 40],
  ])(
    'leaves a circle of %i links after %i others soon, though each page shows new orders',
    (length, others) => {
      const trail = createTrail(null)
      const linkOf = (page: number) => (page < others ? page : others + ((page - others) % length))
      const follow = (page: number) => trail.follow(pageOf(page * PAGE, `/orders?cursor=${linkOf(page)}`))
      let pages = 0
      expect(() => {
        for (; pages < 1_000; pages += 1) follow(pages)
      }).toThrow(EndlessPagesError)
      expect(pages).toBeLessThan(4 * (others + length))
    },
  )

  it('leaves a link to the page that a round went on from', () => {
    const trail = createTrail('/orders?cursor=here')
    expect(() => trail.follow(pageOf(1, '/orders?cursor=here'))).toThrow(EndlessPagesError)
  })

  it('leaves a circle of the same orders with new links and other bounds of the pages', () => {
    const trail = createTrail(null)
    let pages = 0
    expect(() => {
      for (; pages < 5_000; pages += 1)
        trail.follow(
          pageOf((pages % 1_000) * PAGE + Math.floor(pages / 1_000) * 3, `/orders?cursor=${pages}`),
        )
    }).toThrow(EndlessPagesError)
    // The last page of the second time round shows three more.
    expect(pages).toBeLessThanOrEqual(1_100)
  })

  it('tells unreadable records apart', () => {
    const trail = createTrail(null)
    for (let page = 0; page < 300; page += 1)
      trail.follow({
        entries: [],
        unreadable: [{ raw: { id: `none ${page}` }, problem: 'no number', fields: [] }],
        next: `/orders?cursor=${page}`,
      })
  })
})
