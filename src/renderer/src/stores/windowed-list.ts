import type { BridgeError, Result } from '../../../shared/contract/result'
import { PAGE_ROWS } from '../../../shared/domain/station/first-screen'

/** A long list of which only the rows on screen are fetched. */

/** Pages kept in addition to the ones on screen; a scroll back within them needs no request. */
const KEPT_PAGES = 20

export type WindowedRows<Row> = {
  /** `null` before the first answer. */
  total: number | null
  pages: ReadonlyMap<number, readonly Row[]>
  error: BridgeError | null
}

export type WindowedList = {
  /** Makes sure that rows `first` to `last` are loaded or requested. */
  show(first: number, last: number): void
  /** Asks again for what is on screen; what is off screen is forgotten. */
  reload(): void
  /** Forgets everything and begins at the top, for another question. */
  restart(): void
}

export function emptyRows<Row>(): WindowedRows<Row> {
  return { total: null, pages: new Map(), error: null }
}

/** The row at `index`, or `undefined` while it is not fetched. */
export function rowAt<Row>(rows: WindowedRows<Row>, index: number): Row | undefined {
  return rows.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS]
}

/** Fetches pages on demand; at most one request per page is under way, so a storm of changes cannot pile up requests. */
export function createWindowedList<Row>(
  ask: (offset: number, limit: number) => Promise<Result<{ total: number; rows: readonly Row[] }>>,
  read: () => WindowedRows<Row>,
  write: (rows: WindowedRows<Row>) => void,
): WindowedList {
  let generation = 0
  let firstPage = 0
  let lastPage = 0
  const underWay = new Set<number>()
  const askAgain = new Set<number>()

  const load = async (page: number): Promise<void> => {
    if (underWay.has(page)) {
      askAgain.add(page)
      return
    }
    underWay.add(page)
    const asked = generation
    const answer = await ask(page * PAGE_ROWS, PAGE_ROWS)
    if (asked !== generation) return
    underWay.delete(page)
    write(withAnswer(read(), page, answer, firstPage, lastPage))
    if (askAgain.delete(page)) await load(page)
  }

  const loadVisible = (evenIfThere: boolean) => {
    for (let page = firstPage; page <= lastPage; page += 1) {
      if (evenIfThere || (!read().pages.has(page) && !underWay.has(page))) void load(page)
    }
  }

  return {
    show(first, last) {
      firstPage = Math.max(0, Math.floor(first / PAGE_ROWS))
      lastPage = Math.max(firstPage, Math.floor(last / PAGE_ROWS))
      loadVisible(false)
    },
    reload() {
      const visible = [...read().pages].filter(([page]) => page >= firstPage && page <= lastPage)
      write({ ...read(), pages: new Map(visible) })
      loadVisible(true)
    },
    restart() {
      generation += 1
      underWay.clear()
      askAgain.clear()
      firstPage = 0
      lastPage = 0
      write(emptyRows())
      loadVisible(true)
    },
  }
}

function withAnswer<Row>(
  before: WindowedRows<Row>,
  page: number,
  answer: Result<{ total: number; rows: readonly Row[] }>,
  firstPage: number,
  lastPage: number,
): WindowedRows<Row> {
  if (!answer.ok) return { ...before, error: answer.error }
  const distance = (other: number) => Math.max(firstPage - other, other - lastPage, 0)
  const pages = new Map([...before.pages].filter(([other]) => distance(other) <= KEPT_PAGES))
  pages.set(page, answer.value.rows)
  return { total: answer.value.total, pages, error: null }
}
