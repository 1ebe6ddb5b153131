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
import { cutWindow, queryOf, type Round, type Window } from './pull-round'

/** Works around pages that cannot be read, so that no single one keeps a station from all others. */
export type OrderBypass = {
  /** `undefined`: the marketplace refuses ours. */
  pageSize(): number | undefined
  /** Whether the windows that were left out need not be in the next round: they were read, or still fail. */
  needsNoRetry(): boolean
  /** Asks for one of the windows that were left out, after 1, 2, 4, 8 and then every 15 minutes. Call it after a round. */
  askForSkipped(): Promise<void>
  /** The windows that were left out were read again, and what they hold is stored. */
  skippedTakenIn(): void
  /** A page was read: the failures before it do not count any more. */
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
  return new UnreadablePages(deps)
}

/** `OrderBypass`: counts the failures of a page, and cuts its window until the rest can be read. */
class UnreadablePages implements OrderBypass {
  private size: number | undefined
  /** Consecutive failures that the requested page itself may cause. */
  private pageFailures = 0
  /** The window restarted from its first page because a later page failed. */
  private begunAnew: string | null = null
  /** @see needsNoRetry */
  private noRetry = false
  /** How often one of them was asked for since some are left out, and when it is asked for again. */
  private asked = 0
  private askAtMs = 0

  constructor(private readonly deps: Deps) {
    this.size = deps.pageSize ?? 100
  }

  pageSize(): number | undefined {
    return this.size
  }

  needsNoRetry(): boolean {
    return this.noRetry
  }

  /** One answer is worth a round with all of them; six failures in a row, which a window costs there, are not. */
  async askForSkipped(): Promise<void> {
    const { client, clock, place } = this.deps
    const skipped = place.skipped()
    if (skipped.length === 0) this.asked = 0
    const window = skipped[this.asked % skipped.length]
    if (window === undefined || !this.noRetry || clock.monotonicMs() < this.askAtMs) return
    this.askLater()
    try {
      await client.listOrders(queryOf(window, this.size))
      this.noRetry = false
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error
    }
  }

  skippedTakenIn(): void {
    this.noRetry = true
  }

  pageRead(): void {
    this.pageFailures = 0
  }

  async recover(error: unknown): Promise<void> {
    const { place, onFault } = this.deps
    if (!(error instanceof PartnerError)) {
      onFault(error)
      // The page was not stored; earlier pages were, and stay.
      if (!(error instanceof StationError)) place.saveRound(null)
      return
    }
    // No network, a refused token or a rate limit says nothing about the page: the round continues with it.
    if (ABOUT_ALL.has(error.code)) return
    this.pageFailures += 1
    const next = place.round()?.next ?? null
    // Either the server refuses our page size, whose limits are not documented, or it has forgotten the saved page.
    const refused = error.code === 'unprocessable' || error.code === 'not_found'
    const isTooMuch = this.pageFailures >= FAILURES_OF_A_PAGE || error.code === 'too_large'
    if (refused && next === null && this.size !== undefined) this.size = undefined
    else if (refused && next !== null) this.beginWindowAnew()
    else if (isTooMuch && (await this.answersOtherwise())) this.leaveOut(error)
  }

  private beginWindowAnew(): void {
    const { place } = this.deps
    const round = place.round()
    if (round !== null) place.saveRound({ ...round, next: null })
  }

  /** Whether the list can be read at all: while it cannot, no single page is to blame. */
  private async answersOtherwise(): Promise<boolean> {
    try {
      await this.deps.client.listOrders({ updated_after: this.serverNow(), page_size: 1 })
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
  private leaveOut({ code }: PartnerError): void {
    const { place, cursor, clock } = this.deps
    this.pageFailures = 0
    const round = place.round() ?? {
      startedAt: cursor.atLeast(clock.monotonicMs()),
      next: null,
      orders: 0,
      ...this.deps.planRound(),
    }
    const [window, ...rest] = round.windows
    const begunBefore = this.begunAnew === JSON.stringify(window)
    this.begunAnew = JSON.stringify(window)
    if (window === undefined || (round.next !== null && !begunBefore)) return this.beginWindowAnew()
    const halves = cutWindow(window, round.startedAt ?? this.serverNow())
    if (halves !== null) return place.saveRound({ ...round, next: null, windows: [...halves, ...rest] })
    const left = [...place.skipped(), window]
    if (left.length > MOST_SKIPPED) {
      this.size = undefined
      return place.saveRound(null)
    }
    this.noRetry = true
    if (this.asked === 0) this.askLater()
    this.leaveOutFor({ ...round, next: null, windows: rest }, window, left, code)
  }

  /** Leaves the window out, counts it, and ends the round if it was the last. @param round what is left without the window */
  private leaveOutFor(round: Round, window: Window, left: readonly Window[], code: PartnerErrorCode): void {
    const { db, clock, place, keepEnd } = this.deps
    inTransaction(db, (tx) => {
      const problem = `orders that changed in this time cannot be listed: ${code}`
      const aside = { source: 'order_windows', record: null, raw: window, problem, fields: [] } as const
      setAside(tx, aside, new Date(clock.wallMs()).toISOString())
      place.keepSkipped(tx, left)
      const isOver = round.windows.length === 0
      place.keepRound(tx, isOver ? null : round)
      if (isOver) keepEnd(tx, round)
    })
  }

  private askLater(): void {
    const { clock, random } = this.deps
    this.asked += 1
    this.askAtMs = clock.monotonicMs() + askAgainMs(this.asked, random())
  }

  private serverNow(): string {
    const { cursor, clock } = this.deps
    return cursor.atLeast(clock.monotonicMs()) ?? new Date(clock.wallMs()).toISOString()
  }
}
