import { describe, expect, it } from 'vitest'
import { createTrail } from '../../../../src/main/partner/trail'
import { heapInUse } from '../../../support/heap'

const PAGE = 100
type Numbered = { id: number }

/** A page of so many records from this number on. */
const pageOf = (first: number, next: string | null, records = PAGE) => ({
  entries: Array.from({ length: records }, (_, index): Numbered => ({ id: first + index })),
  unreadable: [],
  next,
})
const trailFrom = (from: string | null) => createTrail<Numbered>(({ id }) => id, from)

describe('a trail', () => {
  it('follows a long list to its end in little memory', () => {
    const trail = trailFrom(null)
    const before = heapInUse() + process.memoryUsage().arrayBuffers
    for (let page = 0; page < 3_000; page += 1) {
      const next = `/orders?cursor=${'x'.repeat(100)}${page}`
      expect(trail.follow(pageOf(90_000_000 + page * PAGE, next))).toBe(next)
    }
    const took = heapInUse() + process.memoryUsage().arrayBuffers - before
    expect(trail.follow(pageOf(1, null))).toBeNull()
    expect(took).toBeLessThan(4_000_000)
    expect(trail.endlessAfter()).toBeNull()
  })

  it('follows pages that overlap because orders changed meanwhile', () => {
    const trail = trailFrom(null)
    for (let page = 0; page < 1_000; page += 1)
      expect(trail.follow(pageOf(page, `/orders?offset=${page}`))).not.toBeNull()
  })

  it('follows a page that came twice because orders moved to the list’s other end', () => {
    const trail = trailFrom(null)
    for (let page = 0; page < 9; page += 1) {
      trail.follow(pageOf(page * PAGE, `/orders?offset=${page}`))
      expect(trail.follow(pageOf(page * PAGE, `/orders?again=${page}`))).not.toBeNull()
    }
  })

  it('ends a list whose last page leads to the first', () => {
    const trail = trailFrom(null)
    for (let page = 0; page < 5; page += 1) trail.follow(pageOf(page * PAGE, `/orders?cursor=${page}`))
    trail.follow(pageOf(5 * PAGE, '/orders', 20))
    expect(trail.follow(pageOf(0, '/orders?cursor=0'))).toBe('/orders?cursor=0')
    expect(trail.follow(pageOf(PAGE, '/orders?cursor=1'))).toBeNull()
    expect(trail.endlessAfter()).toBe(8)
  })

  it.each([
    [1, 0],
    [2, 0],
    [3, 40],
    [7, 40],
    [50, 40],
  ])('ends a circle of %i links after %i others soon, though each page shows new ones', (length, others) => {
    const trail = trailFrom(null)
    const linkOf = (page: number) => (page < others ? page : others + ((page - others) % length))
    let pages = 0
    while (pages < 1_000 && trail.follow(pageOf(pages * PAGE, `/orders?cursor=${linkOf(pages)}`)) !== null)
      pages += 1
    expect(pages).toBeLessThan(4 * (others + length))
    expect(trail.endlessAfter()).toBe(pages + 1)
  })

  it('ends at a link to the page that a round went on from', () => {
    const trail = trailFrom('/orders?cursor=here')
    expect(trail.follow(pageOf(1, '/orders?cursor=here'))).toBeNull()
    expect(trail.endlessAfter()).toBe(1)
  })

  it('goes on after empty pages, but not forever', () => {
    const trail = trailFrom(null)
    for (let page = 0; page < 99; page += 1)
      expect(trail.follow(pageOf(0, `/orders?cursor=${page}`, 0))).not.toBeNull()
    expect(trail.follow(pageOf(0, '/orders?cursor=99', 1))).not.toBeNull()
    for (let page = 100; page < 199; page += 1) trail.follow(pageOf(0, `/orders?cursor=${page}`, 0))
    expect(trail.follow(pageOf(0, '/orders?cursor=200', 0))).toBeNull()
  })

  it('tells unreadable records apart', () => {
    const trail = trailFrom(null)
    for (let page = 0; page < 300; page += 1) {
      const unreadable = [{ raw: { id: `none ${page}` }, problem: 'no number', fields: [] }]
      expect(trail.follow({ entries: [], unreadable, next: `/orders?cursor=${page}` })).not.toBeNull()
    }
  })
})
