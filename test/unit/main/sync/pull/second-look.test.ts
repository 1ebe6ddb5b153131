import { describe, expect, it } from 'vitest'
import { createSecondLook } from '../../../../../src/main/sync/pull/second-look'
import type { Window } from '../../../../../src/main/sync/pull/pull-round'
import type { Order } from '../../../../../src/shared/partner-api/order'

const PAGE = 10
const START = Date.UTC(2026, 10, 20)
const ALL: Window = { after: null, before: null }
type Sorted = 'newest first' | 'oldest first' | 'by number'

const account = (orders: number): Order[] =>
  Array.from({ length: orders }, (_, nth) => {
    const minute = (nth * 7) % orders
    return { id: nth + 1, updated_at: new Date(START + minute * 60_000).toISOString() } as Order
  })

/** Reads an account whose list loses its `Link` header after `pages` pages. @returns the orders read and the requests */
function readAll(orders: readonly Order[], sorted: Sorted, pages = 1): { read: number; requests: number } {
  const look = createSecondLook()
  const read = new Set<number>()
  let requests = 0
  let windows: Window[] = [ALL]
  while (windows[0] !== undefined && requests < 1_000) {
    const [window, ...rest] = windows
    const inside = orders
      .filter(({ updated_at: at = '' }) => (window.after ?? '') <= (at ?? ''))
      .filter(({ updated_at: at }) => window.before === null || (at ?? '') < window.before)
      .toSorted((one, other) =>
        sorted === 'by number'
          ? one.id - other.id
          : Date.parse(one.updated_at ?? '') - Date.parse(other.updated_at ?? ''),
      )
    if (sorted === 'newest first') inside.reverse()
    windows = rest
    for (let page = 0; page < pages; page += 1) {
      const entries = inside.slice(page * PAGE, (page + 1) * PAGE)
      const hasNext = page + 1 < pages && inside.length > (page + 1) * PAGE
      requests += 1
      for (const { id } of entries) read.add(id)
      const again = look.after(window, { entries, next: hasNext ? 'next' : null }, entries.length === PAGE)
      windows = [...again, ...windows]
      if (!hasNext) break
    }
  }
  return { read: read.size, requests }
}

describe('a second look', () => {
  it.each<Sorted>(['newest first', 'oldest first', 'by number'])(
    'finds all that a lost next page hid: %s',
    (sorted) => {
      const { read, requests } = readAll(account(101), sorted)
      expect(read).toBe(101)
      expect(requests).toBeLessThan(60)
    },
  )

  it.each<Sorted>(['newest first', 'oldest first'])('finds what is beyond a later page: %s', (sorted) => {
    expect(readAll(account(101), sorted, 3).read).toBe(101)
  })

  it('costs two requests where the full page was the last', () => {
    expect(readAll(account(PAGE), 'newest first')).toEqual({ read: PAGE, requests: 3 })
    expect(readAll(account(3 * PAGE), 'newest first', 3).requests).toBe(4)
  })

  it('costs nothing where the last page is not full', () => {
    expect(readAll(account(PAGE - 1), 'newest first').requests).toBe(1)
  })

  it('ends where the server shows the same whatever it is asked, or no times', () => {
    const look = createSecondLook()
    const entries = account(PAGE)
    const again = look.after(ALL, { entries, next: null }, true)
    expect(again).toHaveLength(2)
    for (const window of again) expect(look.after(window, { entries, next: null }, true)).toEqual([])
    const timeless = [{ id: 99 } as Order]
    expect(look.after(ALL, { entries: timeless, next: null }, true)).toEqual([])
  })

  it('does not cut where all orders have the same time', () => {
    const entries = account(PAGE).map((order) => ({ ...order, updated_at: '2026-11-20T10:00:00.000Z' }))
    const window = { after: '2026-11-20T10:00:00.000Z', before: null }
    expect(createSecondLook().after(window, { entries, next: null }, true)).toEqual([])
  })
})
