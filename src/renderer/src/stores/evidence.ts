import type { StationBridge } from '../../../shared/contract/bridge'
import type { EvidenceEntry } from '../../../shared/contract/evidence'

/** Reports to the evidence log what happens at the bench, after the packer has been answered. */
export type Evidence = {
  /** Never throws and never waits; what is reported in one turn goes over in one request, in order. */
  record(entry: Omit<EvidenceEntry, 'at'>): void
}

/** @param nowMs milliseconds since the epoch */
export function createEvidence({ requests }: StationBridge, nowMs: () => number = Date.now): Evidence {
  let due: EvidenceEntry[] = []
  let last: Promise<unknown> = Promise.resolve()
  const flush = (): void => {
    const entries = due
    due = []
    last = last.then(() => requests['evidence:record']({ entries })).catch(() => undefined)
  }
  return {
    record(entry) {
      due.push({ ...entry, at: new Date(nowMs()).toISOString() })
      if (due.length === 1) setTimeout(flush, 0)
    },
  }
}
