import { z } from 'zod'
import type { EvidenceAtHub, HeadsState } from '../../../shared/contract/evidence'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'
import type { EvidenceHead } from '../../../shared/domain/evidence/evidence-head'
import { createEvidenceHeads, type HeadSource } from '../nats/evidence'
import type { Hub } from '../nats/hub'
import { HEADS } from '../nats/storage/places'
import { accountAtHub, type HubGroup } from '../nats/storage/seal'
import { inTransaction, type Db } from '../../store/db/database'
import { isFull } from '../../store/db/room'
import { readJsonSetting, writeSetting } from '../../store/tables/settings'
import type { Account } from '../../app/account/open'

/** Keeps the heads of the open account's evidence log at the hub, and compares the log with them. */
export type EvidenceKept = {
  /** Another account is at work. */
  join(): void
  /** `null` in training. @throws StationError `evidence_unusable` */
  compare(): Promise<EvidenceAtHub | null>
  close(): void
}

/** The first and the last head that the hub has kept of a log. Stored; never rename. */
const ACKNOWLEDGED = 'evidence.hub'
const acknowledgedSchema = z.object({
  group: z.string(),
  logId: z.string(),
  /** Of the first. */
  seq: z.int(),
  /** Of the last, and of the one before it; earlier versions did not note them. */
  last: z.int().optional(),
  before: z.int().nullish(),
})
type Acknowledged = z.output<typeof acknowledgedSchema>

const AGREES: ReadonlySet<HeadsState> = new Set(['equal', 'none'])
const DAY_MS = 86_400_000
/** The first comparison comes when the start has settled. */
const FIRST_MS = 60_000

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
    const before = ({ logId, seq }: EvidenceHead): number | null => {
      const known = acknowledgedOf(open, of, logId)
      if (known === null) return null
      return known.last === seq ? (known.before ?? null) : (known.last ?? known.seq)
    }
    return {
      account: name,
      head: () => open.evidence.head(),
      before,
      onKept(head) {
        const { logId, seq } = head
        if (!open.db.open) return
        const known = acknowledgedOf(open, of, logId)
        if (known?.last === seq) return
        save(open, { group: of.name, logId, seq: known?.seq ?? seq, last: seq, before: before(head) })
      },
    }
  }
  const save = ({ db }: Account, next: Acknowledged): void => {
    if (!isFull(db)) inTransaction(db, (tx) => writeSetting(tx, ACKNOWLEDGED, JSON.stringify(next)))
  }
  const part = hub.add((onFault) =>
    createEvidenceHeads({ clock, stationId, source, onMissed: () => void check(), onFault }),
  )

  /** `null` while the hub cannot be asked. */
  const look = async () => {
    const now = live()
    if (now === null) return null
    const { open, of, name } = now
    const logId = open.evidence.head()?.logId ?? ''
    // Read first: what is acknowledged from now on may not be among those that the hub lists.
    const known = acknowledgedOf(open, of, logId)
    const kept = await part.kept().catch(() => null)
    if (kept === null) return null
    const heads = kept.heads.map((head) => ({ ...head, isOfAccount: head.account === name }))
    const compared = await open.evidence.compare({
      heads,
      acknowledged: known === null ? [] : [known.seq, known.last ?? known.seq],
      expiredBefore: formatInstant(clock.wallMs() - HEADS.maxAgeMs + DAY_MS),
    })
    return { open, kept, compared, own: heads.filter((head) => head.logId === logId), heads }
  }
  const compare = async (): Promise<EvidenceAtHub | null> => {
    if (account()?.mode !== 'live') return null
    const found = await look()
    if (found === null) return { state: 'away' }
    const { compared, kept, own, heads } = found
    const oldest = heads.find((head) => head.isOfAccount || own.includes(head))
    return {
      ...compared,
      since: oldest === undefined ? null : formatInstant(oldest.writtenMs),
      ignored: kept.ignored,
      full: part.isFull(),
      final: kept.isFinal,
    }
  }
  /** Nobody may press Verify for months: what does not agree is recorded and announced by itself. */
  const check = async (): Promise<void> => {
    try {
      const found = await look()
      if (found === null) return
      const { open, compared, own } = found
      if (!open.db.open || compared.recorded !== null || AGREES.has(compared.state)) return
      open.evidence.disagreed(compared)
      // Those that are left must be there from now on.
      const [oldest] = own
      const known = acknowledgedIn(open.db)
      if (compared.state === 'lost' && known !== null && oldest?.logId === known.logId)
        save(open, { ...known, seq: oldest.seq })
    } catch (error) {
      console.error('The evidence log could not be compared with the hub:', error)
    }
  }
  const nextCheck = new Timer(clock)
  const checkDaily = (): void => {
    void check()
    nextCheck.set(DAY_MS, checkDaily)
  }
  nextCheck.set(FIRST_MS, checkDaily)

  return {
    join: () => part.refresh(),
    compare,
    close: () => nextCheck.cancel(),
  }
}

/** The group at whose hub the heads of an account's log are kept, and the entry of the last one; `null`: none yet. */
export function headsKept(db: Db): { group: string; seq: number } | null {
  const known = acknowledgedIn(db)
  return known && { group: known.group, seq: known.last ?? known.seq }
}

function acknowledgedOf({ db }: Account, group: HubGroup, logId: string): Acknowledged | null {
  const known = acknowledgedIn(db)
  return known?.group === group.name && known.logId === logId ? known : null
}

function acknowledgedIn(db: Db): Acknowledged | null {
  return readJsonSetting(db, ACKNOWLEDGED, acknowledgedSchema)
}
