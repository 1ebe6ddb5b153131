import { z } from 'zod'
import { call, typed } from './call'
import { nothing } from './fields'
import type { HubView } from './neighbors'
import type { PlanView } from './statistics'
import type { TruckView } from './trucks'

/** The whole warehouse as the window sees it: the account's orders, and its stations at the hub. */

export type WarehouseStation = {
  stationId: string
  /** The one that this window belongs to. */
  isThis: boolean
  /** `silent`: nothing was heard for half a minute; `closed`: it was quit. */
  state: 'online' | 'silent' | 'closed'
  /** When it was heard last, ISO 8601 UTC by this PC's clock. */
  heardAt: string
  name: string
  operator: string
  hostName: string
  version: string
  bench: { orderId: number; since: string | null } | null
  /** A `SyncGate`; newer versions may know others. */
  gate: string
  /** `reason`: a `ConnectionReason`; newer versions may know others. */
  noConnection: { reason: string; detail: string; since: string } | null
  /** As in `ClockView`; newer versions may know other states. */
  clock: { state: string; offsetMs: number | null }
  diskFull: boolean
  /** Operations that wait to be sent, and those that need a person. */
  waiting: number
  held: number
  heldSince: string | null
  heldReasons: readonly { reason: string; count: number }[]
  /** Alarms that nobody has acknowledged. */
  notices: number
  /** Orders completed there today; `null` if it does not know. */
  packedToday: number | null
}

/** Orders completed in each of the day's hours. */
export type HourlyWork = { name: string; hours: readonly number[] }

export type WarehouseView = {
  /** When this was read, ISO 8601 UTC. */
  at: string
  /** IANA name of the time zone of hours and days. */
  timeZone: string
  hub: HubView | null
  /** Orders to pack, without those on hold. */
  toPack: number
  plan: PlanView
  /** Those that need a person first. */
  stations: readonly WarehouseStation[]
  /** Today's hours, from the first to the last with any work, like `14:00`. */
  hours: readonly string[]
  /** Most orders first. */
  byStation: readonly HourlyWork[]
  /** An empty name: nobody was signed in. */
  byOperator: readonly HourlyWork[]
}

/** What everybody may know of a station: its name, its state and counts. */
export type WallStation = Pick<
  WarehouseStation,
  'stationId' | 'name' | 'state' | 'heardAt' | 'gate' | 'clock' | 'diskFull' | 'waiting' | 'held' | 'notices'
> & { noConnection: { since: string } | null }

/** What a screen in the hall shows to everybody: counts and names of stations, and nothing else. */
export type WallView = {
  at: string
  timeZone: string
  hub: { state: HubView['state']; since: string } | null
  toPack: number
  /** `held` counts all stations. */
  plan: PlanView
  /** Orders completed in each of today's hours, at whatever station. */
  hours: readonly { hour: string; orders: number }[]
  online: number
  /** Those that need a person, gravest first, and those offline. */
  stations: readonly WallStation[]
  /** Those that leave later today, the earliest first. */
  trucks: readonly TruckView[]
}

export const warehouseCalls = {
  'warehouse:read': call({
    request: nothing,
    value: typed<WarehouseView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /**
   * SECURITY: a wall display keeps showing while its station is locked, so this has neither orders, buyers nor
   * operators.
   */
  'warehouse:wall': call({
    request: nothing,
    value: typed<WallView>(),
    errors: [],
    needs: 'anyone',
    records: 'nothing',
  }),
  /** Removes an offline station from the list; one that is heard again comes back by itself. */
  'warehouse:remove-station': call({
    request: z.strictObject({ stationId: z.uuid() }),
    value: typed<WarehouseView>(),
    errors: ['hub_away'],
    needs: 'settings',
    records: { kind: 'station_removed', asked: (request) => request },
  }),
}
