import { askHub } from './ask-hub'
import type { AdoptedView, LeftBehindView } from '../../../shared/contract/neighbors'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { adoptWithEvidence } from '../../areas/outbox/import-with-evidence'
import { fileOp } from '../../areas/outbox/ops-file'
import type { Clock } from '../../base/clock'
import { StationError } from '../../base/station-error'
import { AdoptionRefused, createAdoption, type AdoptionTarget } from '../nats/journal/adoption'
import type { Hub } from '../nats/hub'
import type { Self } from '../nats/journal/outbox-lease'
import { accountAtHub, type HubGroup } from '../nats/storage/seal'
import { accountsInJournal } from '../../store/tables/hub-journal'
import type { Account } from '../../app/account/open'

/** The work that lost stations of the open account left at the hub. */
export type AdoptionAtHub = {
  /** @throws StationError `hub_away` */
  leftBehind(): Promise<LeftBehindView[]>
  /** @throws StationError `hub_away`, `station_at_work`, `adopted_elsewhere` */
  adopt(stationId: string): Promise<AdoptedView>
  isTakenOver(stationId: string): boolean
  /** These stations are heard now. */
  heard(stationIds: readonly string[]): void
}

/** A station that nobody has heard for so long is gone. */
const SILENT_MS = 30_000
const CODES = { away: 'hub_away', at_work: 'station_at_work', elsewhere: 'adopted_elsewhere' } as const

export function addAdoption(
  hub: Hub,
  deps: {
    clock: Clock
    account: () => Account | null
    group: () => HubGroup | null
    who: () => Self & { operator: string }
    flushed: () => Promise<boolean>
  },
): AdoptionAtHub {
  const { clock } = deps
  const heardMs = new Map<string, number>()
  let present: readonly string[] = []
  const isAtWork = (stationId: string): boolean =>
    clock.monotonicMs() - (heardMs.get(stationId) ?? Number.NEGATIVE_INFINITY) < SILENT_MS
  const target = (): AdoptionTarget | null => {
    const [account, group] = [deps.account(), deps.group()]
    const token = account?.accessToken() ?? null
    if (account === null || group === null || token === null || account.mode !== 'live' || !account.db.open)
      return null
    return {
      accounts: [...new Set([accountAtHub(group, token), ...accountsInJournal(account.db)])],
      isOp: (op) => fileOp.safeParse(op).success,
      importOps: (ops) =>
        adoptWithEvidence(
          account,
          ops.map((op) => fileOp.parse(op)),
        ),
      journaled: deps.flushed,
    }
  }
  const adoption = hub.add((fail) => createAdoption({ who: deps.who, target, isAtWork, onFault: fail }))

  return {
    leftBehind: () =>
      inWords(async () =>
        (await adoption.leftBehind()).map(({ writtenMs, ...one }) => ({
          ...one,
          since: formatInstant(writtenMs),
          atWork: isAtWork(one.stationId),
        })),
      ),
    adopt: (stationId) => inWords(() => adoption.adopt(stationId)),
    isTakenOver: (stationId) => adoption.isTakenOver(stationId),
    heard(stationIds) {
      // Those that are gone were there until a moment ago.
      for (const stationId of [...present, ...stationIds]) heardMs.set(stationId, clock.monotonicMs())
      present = stationIds
    },
  }
}

async function inWords<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await askHub(ask)
  } catch (error) {
    if (error instanceof AdoptionRefused) throw new StationError(CODES[error.reason], error.message)
    throw error
  }
}
