import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { LanView } from '../../shared/contract/neighbors'
import type { OrderView, StationChange } from '../../shared/contract/views'
import type { Clock } from '../base/clock'
import type { Account } from '../app/account/open'
import type { Provisioning } from '../app/provisioning/provisioning'
import { normalizeBaseUrl } from '../base/base-url'
import { formatInstant } from '../../shared/domain/time/timestamps'
import { addBudget } from './at-hub/budget'
import { addEvidence, type EvidenceKept } from './at-hub/evidence'
import { addGroups } from './at-hub/groups'
import { addPresence } from './at-hub/presence'
import { addSetup, type SetupAtHub, type SetupOfStation } from './at-hub/setup'
import type { OthersAtHub } from './port/others-at-hub'
import type { Neighbors } from './port/neighbors'
import { addAdoption, type AdoptionAtHub } from './at-hub/adoption'
import { addJournal } from './at-hub/journal'
import { StationError } from '../base/station-error'
import { addReads } from './at-hub/reads'
import { openHub, type Hub, type HubAddress } from './nats/hub'
import { hubGroup, type HubGroup } from './nats/seal'
import { createLan, type Lan, type Standing } from './multicast/lan'
import { groupKey, type GroupSecret } from './multicast/seal'
import type { PackedHere } from './multicast/publisher'
import { createWire } from './multicast/wire'
import type { PreferenceFile } from '../areas/settings/preferences'
import type { Gate } from '../sync/connection/gate'
import { parcelsPackedHere } from '../store/views/packed-here'
import { whoWorksHere } from '../areas/station/capture'
import { takeOver } from '../areas/packing/take-over'

/** The other stations, on the local network or at the hub, connected to the open account and this PC's preferences. */
export type Warehouse = Pick<
  Lan,
  'holderOf' | 'ordersElsewhere' | 'packedElsewhere' | 'put' | 'onBench' | 'refresh' | 'wake' | 'close'
> & {
  view(): LanView
  /** The gate of an account, closed at the start until it is known what other stations have adopted. */
  guard(gate: Gate): Gate
  /** The account's stations at the hub; `null` where there is no hub. */
  others: OthersAtHub | null
  leftBehind: AdoptionAtHub['leftBehind']
  adopt: AdoptionAtHub['adopt']
  /** @throws StationError `hub_away` where there is no hub */
  setup(): SetupAtHub
  /** The station follows a hub, and does not know yet who its operators are. */
  waitsForOperators(): boolean
  /** The evidence log compared with the hub; `null` where there is none, and in training. */
  evidenceAtHub: EvidenceKept['compare']
  /** Works for this account from now on, with an empty bench. */
  join(account: Account): void
  /** @throws StationError `order_not_found` */
  take(orderId: number): { from: string | null; order: OrderView }
  /** The passphrase that the warehouse's stations share; `null` when none is set. */
  passphrase(): string | null
  /** `null` removes it. @throws StationError `provisioned` */
  savePassphrase(passphrase: string | null): LanView
}

/** A private section (see preferences.ts); never rename. */
const SECTION = 'lanSecret'
const savedSecret = z.object({ passphrase: z.string().min(1) })

/** IT's passphrase, else the saved one; `null` when none is set. */
export function passphraseIn(
  preferences: Pick<PreferenceFile, 'readPrivate'>,
  { stations }: Provisioning,
): string | null {
  if (stations !== undefined) return stations.passphrase
  return savedSecret.safeParse(preferences.readPrivate(SECTION)).data?.passphrase ?? null
}

export function openWarehouse(
  {
    preferences,
    clock,
    dataDir,
    hubAddress,
    trusted,
    version,
    setupOf,
    provisioning,
  }: {
    provisioning: Provisioning
    version: string
    setupOf: SetupOfStation
    preferences: PreferenceFile
    clock: Clock
    dataDir: string
    hubAddress: HubAddress | null
    /** Certificates in PEM form. */
    trusted: () => readonly string[]
  },
  tell: (change: StationChange) => void,
): Warehouse {
  let account: Account | null = null
  let stopListening = (): void => {}
  const passphrase = (): string | null => passphraseIn(preferences, provisioning)
  const key = rememberedKey()

  /** Whatever is wrong with the file, timers and messages from other stations must not crash the program. */
  const read = <T>(ask: (account: Account) => T, otherwise: T): T => {
    if (account === null || !account.db.open) return otherwise
    try {
      return ask(account)
    } catch (error) {
      console.error(error)
      account.suspect(error)
      return otherwise
    }
  }

  const standing = (): Standing => {
    const { on, stationName, port, addresses } = preferences.read().lan
    const secret = secretOf(account, passphrase())
    const training = account?.mode !== 'live'
    return {
      state: !on ? 'off' : training ? 'training' : secret === null ? 'no_key' : null,
      wire: { port, addresses },
      key: training || secret === null ? null : key(secret, normalizeBaseUrl(account?.baseUrl ?? '')),
      hasPassphrase: passphrase() !== null,
      name: stationName || hostname(),
      hostName: hostname(),
      operator: read(whoWorksHere, ''),
    }
  }

  const packedHere = (orderId: number): PackedHere[] =>
    read(
      ({ db }) =>
        parcelsPackedHere(db, orderId).map(({ capturedAt, ...parcel }) => ({
          ...parcel,
          atMs: Date.parse(capturedAt),
        })),
      [],
    )

  const stationId = stationIdIn(dataDir)
  const onOrders = (orderIds: readonly number[]): void => account?.events.ordersChanged(orderIds)
  const onChange = (): void => {
    const lan = view()
    adoption?.heard(lan.stations.map(({ stationId: heard }) => heard))
    tell({ kind: 'lan_changed', lan })
  }
  const who = () => {
    const { name, operator } = standing()
    return { stationId: stationId.read(), station: name, operator }
  }
  let group: HubGroup | null = null
  const hub =
    hubAddress === null
      ? null
      : openHub({
          address: hubAddress,
          trusted,
          clock,
          name: hostname(),
          who,
          onOrders,
          onChange,
          log: (line) => console.error(line),
        })
  const journal =
    hub === null
      ? null
      : addJournal(hub, {
          ...{ clock, who, account: () => account, group: () => group },
          onChange() {
            onChange()
            presence?.touch()
          },
        })
  const presence =
    hub === null
      ? null
      : addPresence(hub, {
          version,
          clock,
          read,
          who,
          notAtHub: () => journal?.view()?.waiting ?? null,
          isTakenOver: (stationId: string) => adoption?.isTakenOver(stationId) ?? false,
          onOthers: onChange,
        })
  const adoption =
    hub === null || journal === null
      ? null
      : addAdoption(hub, {
          ...{ clock, who, flushed: () => journal.flushed() },
          account: () => account,
          group: () => group,
        })
  const reads = hub && addReads(hub, { clock, account: () => account, who })
  const budget = hub && addBudget(hub, { clock, account: () => account, stationId: stationId.read })
  const groups = hub && addGroups(hub, { clock, account: () => account, stationId: stationId.read, onChange })
  const evidence =
    hub && addEvidence(hub, { clock, account: () => account, group: () => group, stationId: stationId.read })
  const setup =
    hub &&
    addSetup(hub, {
      ...{ ...setupOf, clock, preferences, who, account: () => account, group: () => group },
      log: (line) => console.error(line),
    })
  const lan = createLan({
    clock,
    wire: (onDatagram, onProblem) =>
      hub === null ? createWire({ clock, onDatagram, onProblem }) : hub.wire(onDatagram, onProblem),
    standing: () => {
      const now = standing()
      // Asked every few seconds: the token, or the passphrase, that says whose hub it is may have been replaced.
      group = hub !== null && now.state === null && now.key !== null ? hubGroup(now.key) : null
      hub?.join(group)
      return now
    },
    stationId,
    packedHere,
    onOrders,
    onChange,
  })
  const view = (): LanView => ({
    ...lan.view(),
    hub:
      hub === null || hubAddress === null
        ? null
        : {
            ...hub.view(),
            servers: hubAddress.servers,
            reader: reads?.leader.name() ?? null,
            journal: journal?.view() ?? null,
            otherGroups: groups?.others() ?? 0,
            otherVersions: presence?.otherVersions() ?? { newer: 0, older: 0 },
          },
  })
  /** What is heard now counts, however long nothing has changed. */
  const adopting = async (): Promise<AdoptionAtHub> => {
    if (adoption === null) throw new StationError('hub_away', 'IT has set no hub')
    adoption.heard(lan.view().stations.map(({ stationId: heard }) => heard))
    return adoption
  }
  const put = (orderId: number | null): void => {
    lan.put(orderId)
    hub?.claims.put(orderId)
    presence?.touch()
  }

  return {
    ...lan,
    ...(hub === null ? {} : heldByHub(hub, lan)),
    view,
    guard: (gate) => journal?.guard(gate) ?? gate,
    others: presence,
    leftBehind: async () => (await adopting()).leftBehind(),
    adopt: async (stationId) => (await adopting()).adopt(stationId),
    setup() {
      if (setup === null) throw new StationError('hub_away', 'IT has set no hub')
      return setup
    },
    waitsForOperators: () => setup?.isWaiting() ?? false,
    evidenceAtHub: async () => (await evidence?.compare()) ?? null,
    put,
    async close() {
      journal?.close()
      evidence?.close()
      await lan.close()
      await hub?.close()
    },
    join(next) {
      stopListening()
      account = next
      put(null)
      lan.refresh()
      setup?.join()
      presence?.touch()
      reads?.join(next)
      budget?.join(next)
      evidence?.join()
      groups?.refresh()
      stopListening = next.events.onEvent((event) => {
        if (event.kind === 'orders_changed') lan.ordersChanged(event.orderIds)
        presence?.touch()
      })
      journal?.join(next)
    },
    take(orderId) {
      if (account === null) throw new Error('no account is open')
      return takeOver(account, orderId, (id) => {
        lan.takeOver(id)
        hub?.claims.takeOver(id)
      })
    },
    passphrase,
    savePassphrase(given) {
      if (provisioning.stations !== undefined)
        throw new StationError('provisioned', 'IT sets the passphrase', { passphrase: 'provisioned' })
      preferences.savePrivate(SECTION, given === null ? null : { passphrase: given })
      lan.refresh()
      return view()
    },
  }
}

/**
 * While the hub answers, it alone says who has an order; without it, that is what the stations last said (H3), also of
 * the order on this bench until the hub has said that it is this station's.
 */
export function heldByHub(
  { claims }: Pick<Hub, 'claims'>,
  lan: Pick<Neighbors, 'holderOf' | 'ordersElsewhere'>,
): Pick<Neighbors, 'holderOf' | 'ordersElsewhere'> {
  const isDecided = (orderId: number): boolean =>
    claims.onBench() === orderId ? claims.isConfirmed(orderId) : claims.decides()
  return {
    holderOf(orderId) {
      const held = claims.heldElsewhere(orderId)
      if (held === null) return isDecided(orderId) ? null : lan.holderOf(orderId)
      const { station, operator, sinceWallMs, tookOver } = held
      return { station, operator, since: formatInstant(sinceWallMs), tookOver }
    },
    ordersElsewhere: () => (claims.decides() ? claims.ordersElsewhere() : lan.ordersElsewhere()),
  }
}

function secretOf(account: Account | null, passphrase: string | null): GroupSecret | null {
  if (passphrase !== null) return { passphrase }
  const accessToken = account?.accessToken() ?? null
  return accessToken === null ? null : { accessToken }
}

/** Deriving the key is slow on purpose, and every hello needs it. */
function rememberedKey() {
  let known: { text: string; key: Buffer } = { text: '', key: Buffer.alloc(0) }
  return (secret: GroupSecret, baseUrl: string): Buffer => {
    const text = JSON.stringify([secret, baseUrl])
    if (known.text !== text) known = { text, key: groupKey(secret, baseUrl) }
    return known.key
  }
}

/** In a file of its own: IT copies preferences.json between stations, and no two may share an ID. */
function stationIdIn(dataDir: string) {
  const file = join(dataDir, 'station-id')
  const renew = (): string => {
    const id = randomUUID()
    try {
      writeFileSync(file, id)
    } catch (error) {
      // The next start creates another one; nothing depends on it staying the same.
      console.error(error)
    }
    return id
  }
  const saved = (): string | null => {
    try {
      return z.uuid().safeParse(readFileSync(file, 'utf8').trim()).data ?? null
    } catch {
      return null
    }
  }
  let id = saved() ?? renew()
  return { read: () => id, renew: () => void (id = renew()) }
}
