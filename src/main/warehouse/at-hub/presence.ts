import { hostname } from 'node:os'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { readFigures } from '../../areas/warehouse/station-figures'
import type { Clock } from '../../base/clock'
import type { OthersAtHub, StationAtHub } from '../port/others-at-hub'
import { MOST_SLOTS } from '../../../shared/domain/put-wall/slot'
import type { SlotElsewhere } from '../../../shared/contract/neighbors'
import { slotsTaken } from '../../store/tables/put-wall'
import type { Hub } from '../nats/hub'
import { createPresence, type PresencePart, type SeenStation } from '../nats/presence'
import { openAtOffline, slotsIn, type Presence } from '../nats/presence-value'
import { accountMarks, marksKey } from './account-marks'
import type { Account } from '../../app/account/open'

/** What the account says of itself at the hub, and what is known of the other stations there. */
export function addPresence(
  hub: Hub,
  deps: {
    version: string
    clock: Clock
    /** Asks the open account; `otherwise` when there is none, or its file cannot be read. */
    read: <T>(ask: (account: Account) => T, otherwise: T) => T
    who: () => { stationId: string; station: string; operator: string }
    /** How many open operations the hub has no copy of; `null`: not known. */
    notAtHub: () => number | null
    /** Whether another station has everything that the hub had of this one. */
    isTakenOver: (stationId: string) => boolean
    onOthers: () => void
    /** These orders may have come into another station's put wall, or have left it. */
    onSlots: (orderIds: readonly number[]) => void
  },
): OthersAtHub & Pick<PresencePart, 'touch' | 'otherVersions'> & { slotsElsewhere(): SlotElsewhere[] } {
  let key: Buffer | null = null
  /** The marks of the account that is open now, as the group that was joined last knows them. */
  const marks = (): readonly string[] => {
    const known = key
    return known === null ? [] : deps.read((account) => accountMarks(account, known), [])
  }
  const presence = hub.add((fail) =>
    createPresence({
      clock: deps.clock,
      stationId: () => deps.who().stationId,
      own({ group }) {
        key = marksKey(group)
        return deps.read<Omit<Presence, 'closed'> | null>((account) => {
          const { station, operator } = deps.who()
          const { noConnection, ...figures } = readFigures(account, account.evidence)
          return {
            account: [...marks()],
            station: clip(station),
            operator: clip(operator),
            host: clip(hostname()),
            version: deps.version,
            noConnection: noConnection && { ...noConnection, detail: clip(noConnection.detail) },
            ...figures,
            outbox: { ...figures.outbox, notAtHub: deps.notAtHub() },
            putWall: slotsTaken(account.db).slice(0, MOST_SLOTS),
          }
        }, null)
      },
      onOthers: deps.onOthers,
      onSlots: deps.onSlots,
      onFault: fail,
    }),
  )
  /** Of the open account, this one included. */
  const ofAccount = (seen: readonly SeenStation[]): SeenStation[] => {
    const ours = marks()
    return seen.filter(({ value, isOwn }) => isOwn || value.account.some((mark) => ours.includes(mark)))
  }
  return {
    touch: () => presence.touch(),
    otherVersions: () => presence.otherVersions(),
    isOpen: () => presence.isOpen(),
    stations() {
      const benches = benchesAt(hub)
      return ofAccount(presence.stations()).map((seen) =>
        shownOf(seen, benches, deps.isTakenOver(seen.stationId)),
      )
    },
    slotsElsewhere() {
      const withSlots = presence.stations().filter(({ value, isOwn }) => !isOwn && slotsIn(value).length > 0)
      // Each scan asks, and most warehouses have no put wall: the marks are not computed in vain.
      if (withSlots.length === 0) return []
      return ofAccount(withSlots).flatMap(({ value }) =>
        slotsIn(value).map(({ orderId, slot, units }) => ({ station: value.station, slot, orderId, units })),
      )
    },
    remove: (stationId) => presence.remove(stationId),
  }
}

type Benches = { own: StationAtHub['bench']; others: ReadonlyMap<string, StationAtHub['bench']> }

function benchesAt({ claims }: Hub): Benches {
  const others = new Map<string, StationAtHub['bench']>()
  for (const orderId of claims.ordersElsewhere()) {
    const held = claims.heldElsewhere(orderId)
    if (held !== null) others.set(held.stationId, { orderId, since: formatInstant(held.sinceWallMs) })
  }
  const own = claims.onBench()
  return { own: own === null ? null : { orderId: own, since: null }, others }
}

function shownOf(
  { stationId, value, state, silentMs, isOwn }: SeenStation,
  { own, others }: Benches,
  isTakenOver: boolean,
): StationAtHub {
  const { station, operator, host, version, gate, noConnection, clock, diskFull, notices } = value
  const outbox = state === 'online' ? value.outbox : openAtOffline(value.outbox, isTakenOver)
  return {
    ...{ stationId, isThis: isOwn, state, silentMs, name: station, operator, hostName: host, version },
    bench: isOwn ? own : (others.get(stationId) ?? null),
    ...{ gate, noConnection, clock, diskFull, notices },
    ...{ waiting: outbox.waiting, held: outbox.held, heldForMs: outbox.heldForMs },
    heldReasons: outbox.reasons,
    packed: value.packed,
  }
}

const MOST_CHARS = 300
const clip = (text: string): string => text.slice(0, MOST_CHARS)
