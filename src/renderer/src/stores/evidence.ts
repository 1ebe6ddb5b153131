import type { StationBridge } from '../../../shared/contract/bridge'
import type { EvidenceEntry } from '../../../shared/contract/evidence'

/** Reports to the evidence log what happens at the bench, after the packer has been answered. */
export type Evidence = {
  /** Never throws and never waits; what is reported together goes over in one request, in order. */
  record(entry: EvidenceEntry): void
  /** Reports at once what still waits: the window is closed, or somebody leaves. Resolves once it is reported. */
  flush(): Promise<unknown>
}

/** The frames with the answer come first: they share the processor with a request. */
const AFTER_PAINT_MS = 50

export function createEvidence({ requests }: StationBridge): Evidence {
  let due: EvidenceEntry[] = []
  let last: Promise<unknown> = Promise.resolve()
  const flush = (): Promise<unknown> => {
    if (due.length === 0) return last
    const entries = due
    due = []
    last = last.then(() => requests['evidence:record']({ entries })).catch(() => undefined)
    return last
  }
  return {
    record(entry) {
      due.push(entry)
      if (due.length === 1) setTimeout(() => void flush(), AFTER_PAINT_MS)
    },
    flush,
  }
}
