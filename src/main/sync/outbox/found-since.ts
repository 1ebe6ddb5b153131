import type { Clock } from '../../base/clock'

/**
 * What a look found. `gone`: the op's order or item is missing. `barred`: it could not be read because the token was refused.
 * `refused`: the token was refused for the send.
 */
type Found = 'absent' | 'unsettled' | 'gone' | 'barred' | 'refused'

/** What each op was found as in consecutive looks, and for how long; kept while the process lives. */
export class FoundSince {
  /** By `seq`, in monotonic milliseconds. */
  private readonly bySeq = new Map<number, { found: Found; sinceMs: number }>()

  constructor(private readonly clock: Pick<Clock, 'monotonicMs'>) {}

  /** The time begins now, unless the look before found the same. */
  begin(seq: number, found: Found): void {
    if (this.bySeq.get(seq)?.found !== found)
      this.bySeq.set(seq, { found, sinceMs: this.clock.monotonicMs() })
  }

  /** 0 at the first of the looks that found the same, and without a look. */
  forMs(seq: number): number {
    const nowMs = this.clock.monotonicMs()
    return nowMs - (this.bySeq.get(seq)?.sinceMs ?? nowMs)
  }

  /** @param only if it was last found as one of these; by default whatever it was */
  forget(seq: number, only?: readonly Found[]): void {
    const found = this.bySeq.get(seq)?.found
    if (found !== undefined && (only?.includes(found) ?? true)) this.bySeq.delete(seq)
  }
}
