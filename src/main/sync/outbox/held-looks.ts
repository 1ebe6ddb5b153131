import { meaningOfHold, reasonsEndedBy } from '../../../shared/domain/outbox/held-reason'
import { isOpen } from '../../../shared/domain/outbox/operation'
import type { Clock } from '../../base/clock'
import { PartnerError } from '../../partner/errors'
import { inTransaction } from '../../store/db/database'
import { heldFor, type HeldFor } from '../../store/tables/held-ops'
import { acknowledgeHeld } from '../../store/tables/notices'
import { advanceIfStill, findOp, type Op } from '../../store/tables/outbox'
import { askAgainMs } from '../connection/backoff'
import { readsOf, type Gate } from '../connection/gate'
import type { Pace } from '../connection/pace'
import type { PlayDeps, Playbook } from './playbook'
import { PLAYBOOKS } from './playbooks/all'
import { createSteps } from '../connection/steps'

/**
 * Looks again at held ops whose order or item could not be read: one read each, after 1, 2, 4, 8 and then every 15 minutes.
 * Once it is answered, the op goes on as if a person had said "check again". Looks send nothing.
 */
export type HeldLooks = {
  start(): void
  stop(): Promise<void>
  /** Resolves when no look is in progress. */
  settled(): Promise<void>
  /** The token is accepted again: the next looks come at once. */
  now(): void
}

export type HeldLooksDeps = Omit<PlayDeps, 'earlierSeq'> & {
  gate: Pick<Gate, 'allows'>
  pace: Pick<Pace, 'turn'>
  clock: Clock
  random: () => number
  /** An op goes on. */
  onGoesOn: (op: Op) => void
  onFault: (error: unknown) => void
}

const BY_THEMSELVES = (['read', 'token', 'version'] as const).flatMap(reasonsEndedBy)

const TICK_MS = 15_000
const TOKEN_REFUSED = 401

export function createHeldLooks(deps: HeldLooksDeps): HeldLooks {
  const { db, clock, gate } = deps
  /** How often each was looked at, and when it is due again; kept until the op is over, so that pauses go on growing. */
  const looks = new Map<number, { times: number; dueMs: number }>()

  const later = (seq: number): void => {
    const times = (looks.get(seq)?.times ?? 0) + 1
    looks.set(seq, { times, dueMs: clock.monotonicMs() + askAgainMs(times, deps.random()) })
  }
  const isDue = (seq: number): boolean => {
    const look = looks.get(seq)
    if (look === undefined) later(seq)
    return look !== undefined && look.dueMs <= clock.monotonicMs()
  }

  const look = async (op: Op, { heldReason }: HeldFor): Promise<void> => {
    later(op.seq)
    const play = PLAYBOOKS[op.kind] as Playbook<unknown> | undefined
    if (play?.readable(op) !== true) return
    const needsRead = meaningOfHold(heldReason).ends !== 'version'
    if (needsRead) await play.look({ ...deps, earlierSeq: 0 }, op)
    if (!db.open) return
    const at = new Date(clock.wallMs()).toISOString()
    const goesOn = inTransaction(db, (tx) => {
      // What may have been sent is looked for first, and what never was is read before it is sent.
      const event = op.attempts === 0 && needsRead ? 'release' : 'recheck'
      if (findOp(tx, op.seq)?.heldReason !== heldReason || !advanceIfStill(tx, op, event, { at }))
        return false
      if (op.orderId !== null && op.shipmentUid !== null)
        acknowledgeHeld(tx, op.orderId, op.shipmentUid, at, null)
      return true
    })
    if (goesOn) deps.onGoesOn(op)
  }

  const round = async (): Promise<void> => {
    if (!db.open) return
    for (const seq of looks.keys()) if (!isOpen(findOp(db, seq)?.state ?? 'discarded')) looks.delete(seq)
    for (const held of heldFor(db, BY_THEMSELVES)) {
      const { ends, happened } = meaningOfHold(held.heldReason)
      const byRead = held.isUnread || ends === 'version' || (ends === 'read' && happened === 'unread')
      const byToken = ends === 'token' && held.errorStatus === TOKEN_REFUSED
      if (!(byRead || byToken) || !isDue(held.seq)) continue
      const op = findOp(db, held.seq)
      if (op === null || !gate.allows(readsOf(op)) || !(await deps.pace.turn())) continue
      if (!steps.running() || !db.open) return
      try {
        await look(op, held)
      } catch (error) {
        if (!(error instanceof PartnerError)) throw error
      }
    }
  }

  const step = async (): Promise<number> => {
    await round().catch(deps.onFault)
    return TICK_MS
  }
  const steps = createSteps(clock, step, deps.onFault)

  return {
    start: () => steps.start(TICK_MS),
    stop: steps.stop,
    settled: steps.settled,
    now() {
      for (const look of looks.values()) look.dueMs = clock.monotonicMs()
      steps.now()
    },
  }
}
