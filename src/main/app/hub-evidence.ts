import { z } from 'zod'
import type { EvidenceAtHub } from '../../shared/contract/evidence-views'
import { formatInstant } from '../../shared/domain/time/timestamps'
import type { Clock } from '../base/clock'
import { createEvidenceHeads, type HeadSource, type KeptHeads } from '../hub/evidence'
import type { Hub } from '../hub/hub'
import { HEADS } from '../hub/places'
import { accountAtHub, type HubGroup } from '../hub/seal'
import { inTransaction, type Db } from '../store/db/database'
import { isFull } from '../store/db/room'
import { readJsonSetting, writeSetting } from '../store/tables/settings'
import type { Account } from './account/open'

/** Keeps the heads of the open account's evidence log at the hub, and compares the log with them. */
export type EvidenceKept = {
  /** Another account is at work. */
  join(): void
  /** `null` in training. @throws StationError `evidence_unusable` */
  compare(): Promise<EvidenceAtHub | null>
}

/** The first head that the hub has kept of a log. Stored; never rename. */
const FIRST = 'evidence.hub'
const firstSchema = z.object({ group: z.string(), logId: z.string(), seq: z.int() })
type First = z.output<typeof firstSchema>

const DAY_MS = 86_400_000

export function addEvidence(
  hub: Pick<Hub, 'add'>,
  {
    clock,
    account,
    group,
    stationId,
  }: {
    clock: Clock
    account: () => Account | null
    group: () => HubGroup | null
    stationId: () => string
  },
): EvidenceKept {
  const live = (): { open: Account; of: HubGroup; name: string } | null => {
    const [open, of] = [account(), group()]
    const token = open?.accessToken() ?? null
    if (open === null || of === null || token === null || open.mode !== 'live' || !open.db.open) return null
    return { open, of, name: accountAtHub(of, token) }
  }
  const source = (): HeadSource | null => {
    const now = live()
    if (now === null) return null
    const { open, of, name } = now
    return {
      account: name,
      head: () => open.evidence.head(),
      onKept({ logId, seq }) {
        const first = firstOf(open)
        if (isFull(open.db) || (first?.group === of.name && first.logId === logId)) return
        const next: First = { group: of.name, logId, seq }
        inTransaction(open.db, (tx) => writeSetting(tx, FIRST, JSON.stringify(next)))
      },
    }
  }
  const part = hub.add((onFault) => createEvidenceHeads({ clock, stationId, source, onFault }))

  /** A hub that was wiped, not one that let old heads expire. */
  const hasLost = (first: First | null, logId: string, of: HubGroup, { heads }: KeptHeads): boolean => {
    if (first === null || first.group !== of.name || first.logId !== logId) return false
    const own = heads.filter((head) => head.logId === logId)
    if (own.some(({ seq }) => seq <= first.seq)) return false
    const [oldest] = own
    return oldest === undefined || clock.wallMs() - oldest.writtenMs < HEADS.maxAgeMs - DAY_MS
  }

  return {
    join: () => part.refresh(),
    async compare() {
      if (account()?.mode !== 'live') return null
      const now = live()
      const kept = now === null ? null : await part.kept().catch(() => null)
      if (now === null || kept === null) return { state: 'away' }
      const { open, of, name } = now
      const heads = kept.heads.map((head) => ({ ...head, isOfAccount: head.account === name }))
      const compared = await open.evidence.compare(heads)
      const logId = open.evidence.head()?.logId ?? ''
      const oldest = heads.find((head) => head.isOfAccount || head.logId === logId)
      return {
        ...compared,
        since: oldest === undefined ? null : formatInstant(oldest.writtenMs),
        lost: hasLost(firstOf(open), logId, of, kept),
        ignored: kept.ignored,
        full: part.isFull(),
        final: kept.isFinal,
      }
    },
  }
}

/** The name of the group at whose hub the heads of an account's log are kept; `null`: at none yet. */
export function groupOfHeads(db: Db): string | null {
  return firstOf({ db })?.group ?? null
}

function firstOf({ db }: { db: Db }): First | null {
  return readJsonSetting(db, FIRST, firstSchema)
}
