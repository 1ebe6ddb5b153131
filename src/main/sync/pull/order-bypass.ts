import type { PartnerErrorCode } from '../../../shared/domain/outbox/partner-error-code'
import { StationError } from '../../base/station-error'
import type { Clock } from '../../base/clock'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import { setAside } from '../../store/tables/set-aside'
import type { PullCursor } from './pull-cursor'
import type { PullPlace } from './pull-place'
import { askAgainMs } from '../connection/backoff'
import { cutWindow, queryOf, type Round } from './pull-round'

/** Works around pages that cannot be read, so that no single one keeps a station from all others. */
export type OrderBypass = {
  /** `undefined`: the marketplace refuses ours. */
  pageSize(): number | undefined
  /** Whether the windows that were left out need not be in the next round: they were tried again, or fail. */
  retriedSkipped(): boolean
  /** Asks for one of the windows that were left out, after 1, 2, 4, 8 and then every 15 minutes. Call it after a round. */
  askForSkipped(): Promise<void>
  /** They were. */
  skippedRead(): void
  pageRead(): void
  /** A round failed. */
  recover(error: unknown): Promise<void>
}

type Deps = {
  db: Db
  client: Pick<PartnerClient, 'listOrders'>
  clock: Clock
  place: PullPlace
  cursor: PullCursor
  planRound: () => Pick<Round, 'windows' | 'settled'>
  keepEnd: (tx: Tx, round: Round) => void
  random: () => number
  onFault: (error: unknown) => void
  pageSize?: number
}

/** A page that fails this often in a row, while the marketplace answers otherwise, is considered the cause. */
const FAILURES_OF_A_PAGE = 6
/** More than this points to a bad server, not a bad page: the round starts over. */
const MOST_SKIPPED = 20
const ABOUT_ALL: ReadonlySet<PartnerErrorCode> = new Set(['unreachable', 'unauthorized', 'rate_limited'])

export function createOrderBypass(deps: Deps): OrderBypass {
  const { db, client, clock, place, cursor, planRound, keepEnd } = deps
  let pageSize: number | undefined = deps.pageSize ?? 100
  /** Consecutive failures that the requested page itself may cause. */
  let pageFailures = 0
  /** The window restarted from its first page because a later page failed. */
  let begunAnew: string | null = null
  let retriedSkipped = false
  /** How often one of them was asked for since some are left out, and when it is asked for again. */
  let asked = 0
  let askAtMs = 0
  const serverNow = (): string =>
    cursor.atLeast(clock.monotonicMs()) ?? new Date(clock.wallMs()).toISOString()

  const recover = async (error: unknown): Promise<void> => {
    if (!(error instanceof PartnerError)) {
      deps.onFault(error)
      // The page was not stored; earlier pages were, and stay.
      if (!(error instanceof StationError)) place.saveRound(null)
      return
    }
    // No network, a refused token or a rate limit says nothing about the page: the round continues with it.
    if (ABOUT_ALL.has(error.code)) return
    pageFailures += 1
    const next = place.round()?.next ?? null
    // Either the server refuses our page size, whose limits are not documented, or it has forgotten the saved page.
    const refused = error.code === 'unprocessable' || error.code === 'not_found'
    if (refused && next === null && pageSize !== undefined) pageSize = undefined
    else if (refused && next !== null) beginWindowAnew()
    else if ((pageFailures >= FAILURES_OF_A_PAGE || error.code === 'too_large') && (await answersOtherwise()))
      leaveOut(error)
  }

  const beginWindowAnew = (): void => {
    const round = place.round()
    if (round !== null) place.saveRound({ ...round, next: null })
  }

  /** Whether the list can be read at all: while it cannot, no single page is to blame. */
  const answersOtherwise = async (): Promise<boolean> => {
    try {
      await client.listOrders({ updated_after: serverNow(), page_size: 1 })
      return true
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error
      return error.code === 'unprocessable'
    }
  }

  /**
   * Works around a page that cannot be read: its window starts over, since the link may be what is broken, then is
   * halved until everything but a second is read. Windows left out are counted (I8) and asked for again.
   */
  const leaveOut = ({ code }: PartnerError): void => {
    pageFailures = 0
    const round = place.round() ?? {
      startedAt: cursor.atLeast(clock.monotonicMs()),
      next: null,
      orders: 0,
      ...planRound(),
    }
    const [window, ...rest] = round.windows
    const begunBefore = begunAnew === JSON.stringify(window)
    begunAnew = JSON.stringify(window)
    if (window === undefined || (round.next !== null && !begunBefore)) return beginWindowAnew()
    const halves = cutWindow(window, round.startedAt ?? serverNow())
    if (halves !== null) return place.saveRound({ ...round, next: null, windows: [...halves, ...rest] })
    const left = [...place.skipped(), window]
    if (left.length > MOST_SKIPPED) {
      pageSize = undefined
      return place.saveRound(null)
    }
    retriedSkipped = true
    if (asked === 0) askLater()
    inTransaction(db, (tx) => {
      const problem = `orders that changed in this time cannot be listed: ${code}`
      const aside = { source: 'order_windows', record: null, raw: window, problem, fields: [] } as const
      setAside(tx, aside, new Date(clock.wallMs()).toISOString())
      place.keepSkipped(tx, left)
      place.keepRound(tx, rest.length === 0 ? null : { ...round, next: null, windows: rest })
      if (rest.length === 0) keepEnd(tx, round)
    })
  }

  const askLater = (): void => {
    asked += 1
    askAtMs = clock.monotonicMs() + askAgainMs(asked, deps.random())
  }

  /** One answer is worth a round with all of them; six failures in a row, which a window costs there, are not. */
  const askForSkipped = async (): Promise<void> => {
    const skipped = place.skipped()
    if (skipped.length === 0) asked = 0
    const window = skipped[asked % skipped.length]
    if (window === undefined || !retriedSkipped || clock.monotonicMs() < askAtMs) return
    askLater()
    try {
      await client.listOrders(queryOf(window, pageSize))
      retriedSkipped = false
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error
    }
  }

  return {
    askForSkipped,
    pageSize: () => pageSize,
    retriedSkipped: () => retriedSkipped,
    skippedRead: () => void (retriedSkipped = true),
    pageRead: () => void (pageFailures = 0),
    recover,
  }
}
