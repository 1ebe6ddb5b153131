import type { Order } from '../../../shared/partner-api/order'
import type { Clock } from '../../base/clock'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import { isSameInArchive } from '../../store/archive/archive'
import { sameAsLastRead } from '../../store/tables/orders'
import type { Gate } from '../connection/gate'
import { keepPage, type KeepOrdersDeps } from '../copies/keep-orders'
import type { Pace } from '../connection/pace'
import type { SharedRounds } from '../shared/shared-rounds'
import { createSteps } from '../connection/steps'
import { createTrail, type Trail } from '../../partner/trail'

/**
 * Looks through the orders created in the last three days once an hour. An order that the marketplace shows late, because
 * its payment took an hour or a replica was behind, has an old `updated_at`: no round of changes brings it, and the daily
 * comparison may come after its parcel was due. It costs a request for each hundred of these orders an hour, evenly spread.
 */
export type LateOrders = {
  /** @param delayMs until the first page */
  start(delayMs?: number): void
  stop(): Promise<void>
  /** Resolves when no page is in flight. */
  settled(): Promise<void>
}

export type LateOrdersDeps = KeepOrdersDeps & {
  client: PartnerClient
  gate: Gate
  pace: Pace
  clock: Clock
  /** The marketplace's time, as far as it is known. */
  serverNowMs: () => number
  /** Whether the first import is done. */
  imported: () => boolean
  onOrders: (orderIds: readonly number[]) => void
  shared?: Pick<SharedRounds<Order>, 'restMs' | 'tellOne'>
}

const EVERY_MS = 3_600_000
const SINCE_MS = 3 * 24 * EVERY_MS
const PAGE_SIZE = 100
/** When nothing may be asked, after a failure, and between the pages of the first look, whose number is not known. */
const AGAIN_MS = 60_000

const newTrail = (): Trail<Order> => createTrail(({ id }) => id, null)

export function createLateOrders(deps: LateOrdersDeps): LateOrders {
  const { db, client, clock, gate } = deps
  let next: string | null = null
  let trail = newTrail()
  /** Pages of the present look, and of the last whole one. */
  let pages = 0
  let pagesBefore: number | null = null
  let pageSize: number | undefined = PAGE_SIZE

  const restart = (): void => {
    next = null
    trail = newTrail()
    pages = 0
  }

  /** @returns how long to wait before the next page */
  const readPage = async (): Promise<number> => {
    // The station that reads for all tells this one what it finds.
    const isSpared = (deps.shared?.restMs() ?? 0) > 0
    if (!deps.imported() || isSpared || !gate.allows('order_list')) return AGAIN_MS
    if (!(await deps.pace.turn()) || !steps.running()) return AGAIN_MS
    const mark = deps.freshness.mark()
    const since = new Date(deps.serverNowMs() - SINCE_MS).toISOString()
    const query = { created_after: since, ...(pageSize !== undefined && { page_size: pageSize }) }
    const answer = next === null ? await client.listOrders(query) : await client.listOrders({}, next)
    if (!steps.running()) return AGAIN_MS
    const further = trail.follow(answer)
    const changed = await keepPage(deps, {
      page: answer,
      mark,
      readAt: new Date(clock.wallMs()).toISOString(),
      wants: (order) => !sameAsLastRead(db, order, deps.seal) && !isSameInArchive(db, order),
      goesOn: steps.running,
    })
    if (changed === null) return AGAIN_MS
    if (changed.length > 0) {
      for (const order of answer.entries) if (changed.includes(order.id)) deps.shared?.tellOne(order)
      deps.onOrders(changed)
    }
    pages += 1
    next = further
    // A marketplace that does not know the filter shows the whole account: the daily comparison does that.
    const isOver = next === null || answer.entries.every(({ created_at: at }) => isBefore(at, since))
    if (!isOver) return pagesBefore === null ? AGAIN_MS : EVERY_MS / Math.max(pages, pagesBefore)
    pagesBefore = pages
    restart()
    return EVERY_MS / pagesBefore
  }

  const recover = (error: unknown): number => {
    if (!(error instanceof PartnerError)) deps.onFault(error)
    // Its limits are not documented.
    else if (error.code === 'unprocessable' && next === null) pageSize = undefined
    restart()
    return AGAIN_MS
  }

  const steps = createSteps(clock, () => readPage().catch(recover), deps.onFault)
  return { start: (delayMs = 0) => steps.start(delayMs), stop: steps.stop, settled: steps.settled }
}

/** Both ISO 8601; a time that is missing or cannot be read is not. */
function isBefore(at: string | null | undefined, moment: string): boolean {
  return Date.parse(at ?? '') < Date.parse(moment)
}
