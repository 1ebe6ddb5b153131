import { z } from 'zod'
import { call, typed } from './call'
import { nothing } from './fields'

/** Stations on the same local network: their state as shown in the window, and the window's calls. */

/** Another station that has the order on its bench. */
export type BenchHolder = {
  station: string
  /** The operator there. */
  operator: string
  /** ISO 8601 UTC by this PC's clock. */
  since: string
  /** It took over the order from this station. */
  tookOver: boolean
}

/** A line that another station has packed and that the marketplace does not show yet. */
export type PackedElsewhere = { station: string; operator: string; at: string }

/** What lies in a slot of another station's put wall, as that station said last. */
export type SlotElsewhere = { station: string; slot: number; orderId: number; units: number }

/**
 * `off`: switched off here; `training`: training stations have orders of their own; `no_key`: no token, so no shared
 * secret; `open`: sending and listening; `failing`: retrying, see `problem`.
 */
export type LanState = 'off' | 'training' | 'no_key' | 'open' | 'failing'

/**
 * `port_taken`: another program has the port; `not_allowed`: the PC forbids it; `no_network`: nothing goes out;
 * `hub_away`: the warehouse's hub is not reached.
 */
export type LanProblem = 'port_taken' | 'not_allowed' | 'no_network' | 'failed' | 'hub_away'

/** The warehouse's hub, as this station sees it. */
export type HubView = {
  /** `away`: never reached, or lost; packing goes on. */
  state: 'open' | 'away'
  /** ISO 8601 UTC by this PC's clock. */
  since: string
  /** Its addresses, without user and password. */
  servers: readonly string[]
  /** What the server last refused, in its own words; `null` if nothing. */
  refusal: string | null
  /** Messages and values at the hub ignored since the start. */
  ignored: { foreign: number; newer: number; older: number; unreadable: number; oversized: number }
  /** ISO 8601 UTC: when the hub last lacked what this station had written, and got it again; `null` if it never did. */
  missedAt: string | null
  /**
   * The server while it is connected; `flush`: whether it may forget what it acknowledged in the last two minutes before a
   * power cut: `late`, it may; `unknown`: that depends on its configuration, which it does not tell.
   */
  server: { version: string; flush: 'late' | 'unknown' } | null
  /** Stations of this account that are just heard with another passphrase, or with none. */
  otherGroups: number
  /** Stations there whose version of Packbench cannot be read by this one, nor this one's by them. */
  otherVersions: { newer: number; older: number }
  /** The station that asks the marketplace what has changed for all of this account; `null` while none is known. */
  reader: string | null
  /** The copies of open operations there; `null` while no account is open that keeps any. */
  journal: JournalView | null
}

export type JournalView = {
  /** Open operations that are only on this PC. */
  waiting: number
  /** The hub has no space left. */
  full: boolean
  /** ISO 8601 UTC: when the hub had lost copies, which were sent again; `null` if it never did. */
  lostAt: string | null
  /** Open operations of this station that another one adopted, since the start. */
  takenOver: { station: string; operations: number } | null
}

/** Open operations at the hub of a station of this account. */
export type LeftBehindView = {
  stationId: string
  station: string
  operations: number
  /** ISO 8601 UTC by the hub's clock: when it last wrote one of them. */
  since: string
  /** The station that is taking them over, or has; `null` for none. */
  owner: string | null
  /** It was heard a moment ago: nothing can be taken over. */
  atWork: boolean
}

/** `known`: they were here before; `left`: unreadable, or taken back by their station. */
export type AdoptedView = { station: string; imported: number; known: number; left: number }

/**
 * `heard`: others are heard; `deaf`: not even this station's own messages come back, so something on this PC blocks
 * multicast; `peers_silent`: addresses of others are configured but none answers; `alone`: nobody is heard, and it is
 * unknown whether anybody is there.
 */
export type LanReach = 'heard' | 'deaf' | 'peers_silent' | 'alone'

export type NeighborView = {
  stationId: string
  name: string
  operator: string
  /** The order on its bench. */
  orderId: number | null
  since: string | null
  heardAt: string
}

export type LanView = {
  state: LanState
  problem: LanProblem | null
  /** This station's name. */
  name: string
  /** The PC's own name, used if no other is set. */
  hostName: string
  hasPassphrase: boolean
  stations: readonly NeighborView[]
  /** Whether other stations can be heard; `null` while unknown. */
  reach: LanReach | null
  /** The limit is reached: further stations go unnoticed. */
  full: boolean
  /** Messages ignored since the start: from strangers, of newer or older versions, or unreadable. */
  ignored: { foreign: number; newer: number; older: number; unreadable: number }
  /** The hub, which takes the place of multicast; `null` where IT has set none. */
  hub: HubView | null
}

/** Stored in preferences.json; never rename. */
export const lanSection = z.object({
  on: z.boolean().catch(true),
  /** Empty: the PC's name. */
  stationName: z.string().trim().max(60).catch(''),
  port: z.int().min(1_024).max(65_535).catch(47_766),
  /** `host` or `host:port` of other stations, for networks without multicast. */
  addresses: z.array(z.string().trim().min(1).max(260)).max(64).catch([]),
})

export const neighborCalls = {
  'warehouse:neighbors': call({
    request: nothing,
    value: typed<LanView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'warehouse:passphrase': call({
    /** `null`: trusts stations with the same access token, the default. */
    request: z.strictObject({ passphrase: z.string().trim().min(8).max(200).nullable() }),
    value: typed<LanView>(),
    errors: ['provisioned'],
    needs: 'settings',
    records: {
      kind: 'preferences',
      asked: ({ passphrase }) => ({ lanPassphrase: passphrase === null ? 'removed' : 'set' }),
    },
  }),
  /** Stations that left open operations at the hub, for another one to take over. */
  'warehouse:left-behind': call({
    request: nothing,
    value: typed<LeftBehindView[]>(),
    errors: ['hub_away'],
    needs: 'look',
    records: 'nothing',
  }),
  /** Takes over the open operations of a station that is gone. */
  'warehouse:adopt': call({
    request: z.strictObject({ stationId: z.string().min(1).max(64) }),
    value: typed<AdoptedView>(),
    errors: ['hub_away', 'station_at_work', 'adopted_elsewhere', 'other_account'],
    needs: 'import_ops',
    records: { kind: 'work_taken_over', asked: ({ stationId }) => ({ stationId }), done: (value) => value },
  }),
}
