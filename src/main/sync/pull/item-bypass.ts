import type { PartnerErrorCode } from '../../../shared/domain/outbox/partner-error-code'
import { ITEMS_PAGE_SIZE } from '../../../shared/partner-api/item'
import type { Clock } from '../../base/clock'
import { PartnerError } from '../../partner/errors'
import { inTransaction, type Db } from '../../store/db/database'
import { setAside } from '../../store/tables/set-aside'
import { savedCursor, savedRound, saveCursor, saveRound, type ItemList, type ItemRound } from './item-lists'
import type { PullCursor } from './pull-cursor'

/** Works around pages of items that cannot be read, and states that the marketplace does not list. */
export type ItemBypass = {
  /** That pages are asked for; `undefined` for the marketplace's own. */
  pageSize(): number | undefined
  /** States that the marketplace does not accept. */
  refused: ReadonlySet<string>
  /** Whether a list was left out since a round began. */
  leftOut(): boolean
  roundBegan(): void
  pageRead(): void
  /** What is left of the round if the failure has a remedy. @throws the failure otherwise */
  workAround(error: unknown, left: ItemRound): ItemRound | null
}

export type ItemBypassDeps = {
  db: Db
  clock: Clock
  cursor: PullCursor
  pageSizes?: readonly number[]
}

const PAGE_SIZES = [ITEMS_PAGE_SIZE.maximum, 50, 10] as const
/** A page that fails this often in a row, while the marketplace answers otherwise, is read in smaller ones. */
const FAILURES_OF_A_PAGE = 6
const ABOUT_ALL: ReadonlySet<PartnerErrorCode> = new Set(['unreachable', 'unauthorized', 'rate_limited'])
export const DEFAULT_LIST: ItemList = { states: null, after: null }

export function createItemBypass(deps: ItemBypassDeps): ItemBypass {
  const { db, clock, cursor, pageSizes: sizes = PAGE_SIZES } = deps
  /** Which of `sizes` is asked for; past the end, none. */
  let size = 0
  let pageFailures = 0
  let leftOut = false
  const refused = new Set<string>()

  const keepRound = (left: ItemRound | null): ItemRound | null => {
    inTransaction(db, (tx) => saveRound(tx, left))
    return left
  }

  /** Asks for each state alone, to learn which one the marketplace does not accept; the others are still read. */
  const withoutRefused = (again: ItemRound, list: ItemList, later: ItemList[]): ItemRound | null => {
    const states = list.states ?? []
    if (states.length === 1) refused.add(states[0] ?? '')
    const lists = [
      ...(states.length === 1 ? [] : states.map((state) => ({ ...list, states: [state] }))),
      ...later,
    ]
    if (lists.length > 0) return { ...again, lists }
    inTransaction(db, (tx) => saveCursor(tx, cursor.after(again.startedAt, savedCursor(tx))))
    return null
  }

  /** The daily comparison tries it again. */
  const leaveOut = (again: ItemRound, list: ItemList, later: ItemList[], code: string): ItemRound | null => {
    leftOut = true
    inTransaction(db, (tx) => {
      const problem = `items of this list cannot be read: ${code}`
      const aside = { source: 'item_lists', record: null, raw: list, problem, fields: [] } as const
      setAside(tx, aside, new Date(clock.wallMs()).toISOString())
      saveRound(tx, later.length === 0 ? null : { ...again, lists: later })
      if (later.length === 0) saveCursor(tx, cursor.after(again.startedAt, savedCursor(tx)))
    })
    return savedRound(db)
  }

  return {
    pageSize: () => sizes[size],
    refused,
    leftOut: () => leftOut,
    roundBegan: () => void (leftOut = false),
    pageRead: () => void (pageFailures = 0),
    workAround(error, left) {
      if (!(error instanceof PartnerError) || ABOUT_ALL.has(error.code)) throw error
      const refusal =
        error.code === 'unprocessable' || error.code === 'not_found' || error.code === 'invalid_request'
      pageFailures += 1
      // A link that the marketplace has forgotten, or one to a page of a size that it cannot send.
      const again = { ...left, next: null }
      if (refusal && left.next !== null) return keepRound(again)
      const [list = DEFAULT_LIST, ...later] = left.lists
      if (refusal && list.states !== null) return keepRound(withoutRefused(again, list, later))
      const tooMuch = error.code === 'too_large' || pageFailures >= FAILURES_OF_A_PAGE
      if (!(refusal || tooMuch)) throw error
      pageFailures = 0
      if (size < sizes.length) size += 1
      else if (tooMuch) return leaveOut(again, list, later, error.code)
      else throw error
      return keepRound(again)
    },
  }
}
