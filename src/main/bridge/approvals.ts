import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock'
import type { LentView } from '../../shared/contract/operators'

/** One act that a supervisor lent to the signed-in operator: one call with exactly one request, once, and briefly. */
export type Approvals = {
  /** Replaces an unused approval. @param supervisor the lender's name */
  grant(channel: string, request: unknown, supervisor: string): LentView
  /** Uses it up. The lender's name, or `null` if nothing was lent for this request. */
  take(channel: string, request: unknown): string | null
  /** Drops an unused approval: somebody else is at the screen now. */
  clear(): void
}

/** The window repeats its request at once. */
const VALID_MS = 60_000

export function createApprovals(clock: Clock): Approvals {
  let lent: { digest: string; supervisor: string; untilMs: number } | null = null
  return {
    grant(channel, request, supervisor) {
      lent = { digest: digestOf(channel, request), supervisor, untilMs: clock.monotonicMs() + VALID_MS }
      return { supervisor, seconds: VALID_MS / 1_000 }
    },
    take(channel, request) {
      if (lent === null || lent.digest !== digestOf(channel, request)) return null
      const { supervisor, untilMs } = lent
      lent = null
      return clock.monotonicMs() < untilMs ? supervisor : null
    },
    clear() {
      lent = null
    },
  }
}

/** Taken from the parsed request: its schema fixes the order of fields. */
function digestOf(channel: string, request: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([channel, request]))
    .digest('base64')
}
