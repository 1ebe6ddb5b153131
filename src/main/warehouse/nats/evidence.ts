import { z } from 'zod'
import type { Clock } from '../../base/clock'
import { tickEvery } from '../../base/timer'
import type { EvidenceHead } from '../../../shared/domain/evidence/evidence-head'
import type { HubPart, OpenHub } from './part'
import { HEADS } from './storage/places'
import { HubFull, openStream, type EntryStream } from './storage/stream'
import { createRequestQueue } from './request-queue'

/**
 * The heads of a station's evidence log, kept where the PC's user cannot change them: a log that is rewritten disagrees
 * with the hub. A head follows the station's own commit, and nothing waits for it. The server lets no station delete one.
 */
export type EvidenceHeads = HubPart & {
  /** The account or its token may be another one: the present head is written. */
  refresh(): void
  /** All heads of this station. @throws when the hub does not answer; `null` without one */
  kept(): Promise<KeptHeads | null>
  /** The hub keeps no more heads of this station. */
  isFull(): boolean
  /** What has been asked of the hub is done. */
  settled(): Promise<void>
}

export type KeptHeads = {
  /** In the order in which they were kept. */
  heads: readonly KeptHead[]
  /** How many entries mean nothing here (H7). */
  ignored: number
  /** The server lets nobody delete a head. */
  isFinal: boolean
}
export type KeptHead = EvidenceHead & {
  account: string
  before?: number | null | undefined
  /** When the hub got it, milliseconds since the epoch by its clock. */
  writtenMs: number
}

/** One account's log. */
export type HeadSource = {
  /** Its name at the hub. */
  account: string
  /** The newest entry that is committed; `null` when the log cannot be used. */
  head(): EvidenceHead | null
  /** The entry of the last head that the hub had before this one; `null` for none. */
  before(head: EvidenceHead): number | null
  /** The hub has this head. */
  onKept(head: EvidenceHead): void
}

/** Stored at the hub; never rename. Newer versions may add fields. */
const headSchema = z.looseObject({
  logId: z.string().min(1).max(64),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The entry of the head that the hub had acknowledged before; earlier versions do not say. */
  before: z.int().positive().nullish(),
})

const LOOK_MS = 5_000
/** A head is written at the latest after so long, or so many entries. */
export const LATEST_MS = 300_000
export const MOST_ENTRIES = 200
const FULL_AGAIN_MS = 300_000

export function createEvidenceHeads(deps: {
  clock: Pick<Clock, 'monotonicMs' | 'after'>
  stationId: () => string
  /** `null` while no account is open whose heads are kept. */
  source: () => HeadSource | null
  /** The hub does not have what it had: the heads should be compared. */
  onMissed: () => void
  onFault: (error: unknown) => void
}): EvidenceHeads {
  const { clock } = deps
  let stream: EntryStream | null = null
  let onIgnored: OpenHub['onIgnored'] = () => {}
  let written: { place: string; head: EvidenceHead; sequence: number | null; atMs: number } | null = null
  let streamOf = ''
  let fullMs: number | null = null

  const requests = createRequestQueue({ open: () => stream, onFault: deps.onFault })
  const isDue = (place: string, head: EvidenceHead): boolean => {
    if (fullMs !== null && clock.monotonicMs() - fullMs < FULL_AGAIN_MS) return false
    if (written === null || written.place !== place || written.head.logId !== head.logId) return true
    const entries = head.seq - written.head.seq
    return entries >= MOST_ENTRIES || (entries !== 0 && clock.monotonicMs() - written.atMs >= LATEST_MS)
  }
  const write = (isNow = false): void =>
    void requests.take(async (to) => {
      const source = deps.source()
      const head = source?.head() ?? null
      if (source === null || head === null) return
      const place = `${deps.stationId()}.${source.account}`
      const isSame = written?.place === place && written.head.hash === head.hash
      if (isNow ? isSame : !isDue(place, head)) return
      const { logId, seq, hash } = head
      const json = JSON.stringify({ logId, seq, hash, before: source.before(head) })
      let sequence: number | null
      try {
        sequence = await to.put({ place, note: '', json }, null)
      } catch (error) {
        if (!(error instanceof HubFull)) throw error
        fullMs = clock.monotonicMs()
        return
      }
      fullMs = null
      written = { place, head, sequence, atMs: clock.monotonicMs() }
      source.onKept(head)
    })
  /** A stream that was set back, or in which somebody deleted the newest head. */
  const miss = (): void =>
    void requests.take(async (open) => {
      const expected = written
      if (expected?.sequence == null) return
      if (((await open.newest(expected.place)) ?? 0) >= expected.sequence) return
      written = null
      write(true)
      deps.onMissed()
    })
  const endLooks = tickEvery(clock, LOOK_MS, () => {
    void requests.take((open) => open.check())
    miss()
    write()
  })

  return {
    async use(next) {
      stream = null
      if (next === null) return
      stream = await openStream(next, 'evidence', HEADS)
      onIgnored = next.onIgnored
      const isOther = stream.created !== streamOf
      const isLost = isOther && written !== null
      if (isOther) written = null
      streamOf = stream.created
      write(true)
      if (isLost) deps.onMissed()
    },
    refresh: () => write(),
    async kept() {
      const open = stream
      if (open === null) return null
      const stationId = deps.stationId()
      let ignored = 0
      const heads: KeptHead[] = []
      for (const { place, json, writtenMs } of await open.list(stationId, true)) {
        const read = headSchema.safeParse(json === null ? null : readJson(json))
        if (read.success) heads.push({ ...read.data, account: place.slice(stationId.length + 1), writtenMs })
        else {
          ignored += 1
          if (json !== null) onIgnored('unreadable')
        }
      }
      return { heads, ignored, isFinal: open.isFinal }
    },
    isFull: () => fullMs !== null,
    settled: () => requests.settled(),
    async leave() {
      stream = null
      written = null
    },
    async close() {
      endLooks()
      write(true)
      await requests.settled()
      stream = null
    },
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
