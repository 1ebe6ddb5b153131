import { hostname } from 'node:os'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { PreferenceFile } from '../../areas/settings/preferences'
import type { Bus } from '../../base/bus'
import type { Clock } from '../../base/clock'
import type { Benches, HubSide } from '../hub-side'
import { openHub, type Hub, type HubAddress } from '../nats/hub'
import { hubGroup, type HubGroup } from '../nats/storage/seal'
import type { OwnStation } from '../own-station'
import type { WarehouseEvents } from '../warehouse-events'
import { addAdoption } from './adoption'
import { addBudget } from './budget'
import { addChanges } from './changes'
import { CODES } from './codes'
import { addEvidence } from './evidence'
import { addGroups } from './groups'
import { addJournal } from './journal'
import { NUMBERS } from './numbers'
import { addPresence } from './presence'
import { addReads } from './reads'
import { addSetup, type SetupOfStation } from './setup'

export type AtHubDeps = {
  address: HubAddress
  /** Certificates in PEM form. */
  trusted: () => readonly string[]
  clock: Clock
  version: string
  own: OwnStation
  preferences: PreferenceFile
  setupOf: SetupOfStation
}

/** Connects each use of the hub to the account at work. */
export function openAtHub(deps: AtHubDeps, { emitter }: Bus<WarehouseEvents>): HubSide {
  const { address, clock, own, preferences } = deps
  const log = (line: string): void => console.error(line)
  const onChange = emitter('stations.changed')
  let group: HubGroup | null = null
  const use = {
    clock,
    who: () => own.who(),
    stationId: () => own.id.read(),
    account: () => own.atWork(),
    group: () => group,
  }
  const hub = openHub({
    ...{ address, clock, log, onChange, who: use.who, trusted: deps.trusted, name: hostname() },
    onOrders: emitter('benches.changed'),
  })
  const { claims } = hub
  const journal = addJournal(hub, { ...use, onChange: emitter('copies.changed') })
  const adoption = addAdoption(hub, { ...use, flushed: () => journal.flushed() })
  const presence = addPresence(hub, {
    ...use,
    version: deps.version,
    read: (ask, otherwise) => own.read(ask, otherwise),
    notAtHub: () => journal.view()?.waiting ?? null,
    isTakenOver: (stationId) => adoption.isTakenOver(stationId),
    onOthers: onChange,
    onSlots: emitter('benches.changed'),
  })
  const reads = addReads(hub, use)
  const budget = addBudget(hub, use)
  const codes = addChanges(CODES, hub, use)
  const numbers = addChanges(NUMBERS, hub, use)
  const groups = addGroups(hub, { ...use, onChange })
  const evidence = addEvidence(hub, use)
  const setup = addSetup(hub, { ...deps.setupOf, ...use, preferences, log })

  return {
    wire: hub.wire,
    decide: (said) => heldByHub(hub, said),
    put: (orderId) => claims.put(orderId),
    takeOver: (orderId) => claims.takeOver(orderId),
    guard: (gate) => journal.guard(gate),
    slotsElsewhere: () => presence.slotsElsewhere(),
    others: presence,
    leftBehind: () => adoption.leftBehind(),
    adopt: (stationId) => adoption.adopt(stationId),
    setup: () => setup,
    waitsForOperators: () => setup.isWaiting(),
    evidenceAtHub: () => evidence.compare(),
    view: () => ({
      ...hub.view(),
      servers: address.servers,
      reader: reads.leader.name(),
      journal: journal.view(),
      otherGroups: groups.others(),
      otherVersions: presence.otherVersions(),
    }),
    useKey(key) {
      group = key === null ? null : hubGroup(key)
      hub.join(group)
    },
    heard: (stationIds) => adoption.heard(stationIds),
    touch: () => presence.touch(),
    join(account) {
      setup.join()
      presence.touch()
      reads.join(account)
      budget.join(account)
      codes.join(account)
      numbers.join(account)
      evidence.join()
      groups.refresh()
      journal.join(account)
    },
    async close() {
      journal.close()
      evidence.close()
      await hub.close()
    },
  }
}

/**
 * While the hub answers, it alone says who has an order; without it, that is what the stations last said (H3), also of
 * the order on this bench until the hub has said that it is this station's.
 */
export function heldByHub({ claims }: Pick<Hub, 'claims'>, said: Benches): Benches {
  const isDecided = (orderId: number): boolean =>
    claims.onBench() === orderId ? claims.isConfirmed(orderId) : claims.decides()
  return {
    holderOf(orderId) {
      const held = claims.heldElsewhere(orderId)
      if (held === null) return isDecided(orderId) ? null : said.holderOf(orderId)
      const { station, operator, sinceWallMs, tookOver } = held
      return { station, operator, since: formatInstant(sinceWallMs), tookOver }
    },
    ordersElsewhere: () => (claims.decides() ? claims.ordersElsewhere() : said.ordersElsewhere()),
  }
}
