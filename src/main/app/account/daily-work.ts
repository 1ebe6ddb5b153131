import { createArchiving } from '../../areas/archive/archive-finished'
import { createEvidenceDrop } from '../../areas/evidence/drop-evidence'
import { createPhotoDrop } from '../../areas/photos/drop-photos'
import type { Daily } from '../../areas/station/daily'
import { createPurge } from '../../areas/station/purge-buyers'
import type { Station } from '../../areas/station/station'
import type { EvidenceLog } from '../../store/evidence/log'

/** What an open account deletes and moves by itself, at the start and once a day. */
export type DailyWork = {
  start(): void
  stop(): void
}

/** Once the first screen has surely been drawn. */
const FIRST_SCREEN_MS = 10_000
/** Later still: by then the clock has been compared wherever there is a network. */
const EVIDENCE_DROP_MS = 120_000
/** When nothing else of the first minutes runs any more. */
const ARCHIVING_MS = 5 * 60_000

export function createDailyWork(
  station: Station,
  {
    evidence,
    photoDays,
    onFault,
  }: { evidence: EvidenceLog; photoDays: () => number; onFault: (error: unknown) => void },
): DailyWork {
  const ordersChanged = (): void => station.events.ordersChanged(null)
  // An error in the evidence file says nothing about the station's own file.
  const evidenceDrop = createEvidenceDrop({ ...station, evidence, onFault: (error) => console.error(error) })
  const all: readonly (readonly [Daily, delayMs: number])[] = [
    [createPurge({ ...station, onFault, onPurged: ordersChanged }), FIRST_SCREEN_MS],
    [evidenceDrop, EVIDENCE_DROP_MS],
    [createPhotoDrop({ ...station, keepDays: photoDays, onFault }), EVIDENCE_DROP_MS],
    [createArchiving({ ...station, onFault, onMoved: ordersChanged }), ARCHIVING_MS],
  ]
  return {
    start() {
      for (const [work, delayMs] of all) work.start(delayMs)
    },
    stop() {
      for (const [work] of all) work.stop()
    },
  }
}
