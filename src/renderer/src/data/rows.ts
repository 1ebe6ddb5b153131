import type { ValueOf } from '../../../shared/contract/bridge'
import type { RequestChannel } from '../../../shared/contract/channels'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError } from '../../../shared/contract/result'
import { PAGE_ROWS } from '../../../shared/domain/station/first-screen'
import { keyOf, type Read, type Reads } from './reads'

/** A long list of which only the pages in sight are read: each is a read of its own. */

type Part = { total: number; rows: readonly unknown[] }
type Place = { offset: number; limit: number }
/** The calls that answer with a part of a list. */
export type ListCall = {
  [C in RequestChannel]: ValueOf[C] extends Part ? (RequestOf<C> extends Place ? C : never) : never
}[RequestChannel]
export type RowOf<C extends ListCall> = ValueOf[C]['rows'][number]
/** Which rows, and in which order. */
export type ListRequest<C extends ListCall> = Omit<RequestOf<C>, keyof Place>

export type RowsHeld<Row> = {
  /** `null` until main has answered. */
  total: number | null
  /** `undefined` while it is read. */
  at(index: number): Row | undefined
  error: BridgeError | null
}

export type RowsReader<C extends ListCall> = {
  /** The same object until something changes. */
  held(): RowsHeld<RowOf<C>> & {
    /** With the first row; it may tell more of the list. */
    firstPage: ValueOf[C] | null
  }
  /** Reads the rows in sight, at first the first ones, and how many there are. */
  open(): Promise<void>
  /** Reads the pages of these rows, which are in sight from now on. */
  show(first: number, last: number): void
  /** Something has changed: what is in sight is read again. */
  reload(): Promise<void>
  subscribe(listener: () => void): () => void
}

export function createRows<C extends ListCall>(
  reads: Reads,
  channel: C,
  request: ListRequest<C>,
): RowsReader<C> {
  const requestFor = (page: number) =>
    ({ ...request, offset: page * PAGE_ROWS, limit: PAGE_ROWS }) as unknown as RequestOf<C>
  const keyFor = (page: number) => keyOf(channel, requestFor(page))
  const pageOf = (index: number) => Math.max(0, Math.floor(index / PAGE_ROWS))
  const read = (page: number): Read<C> => reads.read(channel, requestFor(page))
  const listeners = new Set<() => void>()
  /** The first one always: it says how long the list is. */
  let pages: readonly number[] = [0]
  let stops: readonly (() => void)[] = []
  let held: ReturnType<RowsReader<C>['held']> | null = null

  /** The values and errors of `held`: that a page is being read changes nothing that is drawn. */
  let seen: readonly unknown[] = []
  const changed = (): void => {
    const parts = pages.map(read).flatMap(({ value, error }) => [value, error])
    if (held !== null && parts.length === seen.length && parts.every((part, at) => part === seen[at])) return
    seen = parts
    held = null
    listeners.forEach((listener) => listener())
  }
  const follow = (): void => {
    const before = stops
    stops = listeners.size === 0 ? [] : pages.map((page) => reads.subscribe(keyFor(page), () => changed()))
    // Last, or a page that stays in sight would pass for left.
    before.forEach((stop) => stop())
  }
  reads.enter(keyFor(0))

  return {
    held() {
      if (held !== null) return held
      const parts = pages.map(read)
      const firstPage = parts[0]?.value ?? null
      const known = parts.filter(({ value }) => value !== null)
      // One that is being read may be from before the list grew.
      const total = (known.findLast(({ isReading }) => !isReading) ?? known.at(-1))?.value?.total ?? null
      const error = parts.find((part) => part.error !== null)?.error ?? null
      const rowsOf = new Map(pages.map((page, index) => [page, parts[index]?.value?.rows]))
      held = {
        total,
        firstPage,
        error,
        at: (index) => rowsOf.get(pageOf(index))?.[index % PAGE_ROWS],
      }
      return held
    },
    async open() {
      await Promise.all(pages.map((page) => reads.load(channel, requestFor(page))))
    },
    show(first, last) {
      const inSight = [0]
      for (let page = Math.max(1, pageOf(first)); page <= pageOf(last); page += 1) inSight.push(page)
      if (inSight.join() === pages.join()) return
      const coming = inSight.filter((page) => !pages.includes(page))
      coming.forEach((page) => reads.enter(keyFor(page)))
      pages = inSight
      follow()
      for (const page of coming) void reads.load(channel, requestFor(page))
      changed()
    },
    async reload() {
      await Promise.all(pages.map((page) => reads.reload(channel, requestFor(page))))
    },
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) follow()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) follow()
      }
    },
  }
}
