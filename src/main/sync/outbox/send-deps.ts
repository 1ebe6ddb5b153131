import type { Clock } from '../../base/clock'
import type { PartnerClient } from '../../partner/client'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import type { Db } from '../../store/db/database'
import type { GroupCommit } from '../../store/db/group-commit'
import type { OpChange } from '../../store/tables/outbox'
import type { ClockWatch } from '../connection/clock-watch'
import type { FoundSince } from './found-since'
import type { OpFailures } from './op-failures'
import type { Freshness } from '../copies/freshness'
import type { Gate } from '../connection/gate'
import type { Playbooks } from './playbook'
import type { ServerTime } from '../connection/server-time'

/** What `send.ts` works with, and its results. */

export type SendDeps = {
  db: Db
  client: PartnerClient
  gate: Gate
  clock: Clock
  seal: BuyerSeal
  freshness: Freshness
  clockWatch: Pick<ClockWatch, 'wrongBy' | 'sure'>
  commits: GroupCommit
  /** Called once it is durable that an op is being sent. */
  onClaimed?: (seq: number) => void
  /** Raises a notice once its cause is durable. */
  onNotice: () => void
  playbooks: Playbooks
  opFailures: OpFailures
  /** How long an op with an unknown outcome may still turn up on the server. Default 120 s. */
  settleMs: number
  /** How long to wait between two looks at an op with an unknown outcome. Default 30 s. */
  recheckMs: number
  /** See `createLagWindow`. */
  lagSince: () => string
  /** The last op queued before this process. */
  earlierSeq: number
  foundSince: FoundSince
  /** The known offset of the marketplace's clock. */
  serverTime?: Pick<ServerTime, 'offset'>
}

/**
 * The result of working on an op: `next` (continue with the lane: the op is done, held, or ready again), `gated` (it waits for
 * the account's gate), or `rest` (leave the lane alone for a while).
 */
export type Step = { kind: 'next' } | { kind: 'gated' } | { kind: 'rest'; ms: number | null }

/** The op's effect shows now, or it had taken effect by now on the marketplace's clock. */
export function effectOf(deps: SendDeps, at: string, present: unknown): Partial<OpChange> {
  if (present !== undefined) return { shownAt: at }
  const offset = deps.serverTime?.offset() ?? null
  if (offset === null) return {}
  return { effectiveBy: new Date(deps.clock.wallMs() + offset.highMs).toISOString() }
}
