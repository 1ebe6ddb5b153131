import type { Core } from './core'
import { Refusal } from './refusal'

/**
 * Counts the item writes of each account in a sliding window and refuses those above the limit as Too many requests.
 * Kept in memory: a restart starts a new window.
 * @see partner-api "Limits"
 */
export class RateLimit {
  private readonly core: Core
  private readonly writes = new Map<number, number[]>()

  constructor(core: Core) {
    this.core = core
  }

  /** Counts one write. Throws `too_many_requests`; a refused write does not count. */
  spend(accountId: number): void {
    const { itemWriteLimit, itemWriteWindowMs } = this.core.settings
    const nowMs = this.core.now()
    const recent = (this.writes.get(accountId) ?? []).filter((ms) => ms > nowMs - itemWriteWindowMs)
    this.writes.set(accountId, recent)
    if (recent.length >= itemWriteLimit) {
      const freeAtMs = (recent[recent.length - itemWriteLimit] ?? nowMs) + itemWriteWindowMs
      throw new Refusal('too_many_requests', 'item writes: rate exceeded', this.retryAfter(freeAtMs, nowMs))
    }
    recent.push(nowMs)
  }

  private retryAfter(freeAtMs: number, nowMs: number): Record<string, string> {
    switch (this.core.settings.retryAfter) {
      case 'none':
        return {}
      case 'seconds':
        return { 'retry-after': String(Math.max(1, Math.ceil((freeAtMs - nowMs) / 1000))) }
      case 'date':
        return { 'retry-after': new Date(Math.ceil(freeAtMs / 1000) * 1000).toUTCString() }
    }
  }
}
