import { z } from 'zod'
import { call, typed } from './call'
import { nothing } from './fields'

/** Stations on the same local network: what they tell each other, as the window sees it, and what it may ask. */

/** Another station that has the order on its bench. */
export type BenchHolder = {
  station: string
  /** Who works there. */
  operator: string
  /** ISO 8601 UTC by this PC's clock. */
  since: string
  /** It took the order over from this station. */
  tookOver: boolean
}

/** A line that another station has packed and that the marketplace does not show yet. */
export type PackedElsewhere = { station: string; operator: string; at: string }

/**
 * `off`: switched off here; `training`: stations of training have orders of their own; `no_key`: no token, so nothing
 * to trust others by; `open`: telling and listening; `failing`: it is tried again, see `problem`.
 */
export type LanState = 'off' | 'training' | 'no_key' | 'open' | 'failing'

/** `port_taken`: another program has the port; `not_allowed`: the PC forbids it; `no_network`: nothing goes out. */
export type LanProblem = 'port_taken' | 'not_allowed' | 'no_network' | 'failed'

/**
 * `heard`: others are heard; `deaf`: not even what this station says itself comes back, so something on this PC keeps
 * multicast from it; `peers_silent`: addresses of others were given and none is heard; `alone`: nobody is heard, and
 * nobody can know whether there is anybody.
 */
export type LanReach = 'heard' | 'deaf' | 'peers_silent' | 'alone'

export type NeighbourView = {
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
  /** What this station is called. */
  name: string
  /** The PC's own name, used where no other is given. */
  hostName: string
  hasPassphrase: boolean
  stations: readonly NeighbourView[]
  /** What is known of whether others can be heard; `null` while nothing is. */
  reach: LanReach | null
  /** So many stations are heard that others go unnoticed. */
  full: boolean
  /** Messages that were left aside since the start: of strangers, of newer versions, and unreadable ones. */
  ignored: { foreign: number; newer: number; unreadable: number }
}

/** Stored in preferences.json; never rename. */
export const lanSection = z.object({
  on: z.boolean().catch(true),
  /** Empty: the PC's name. */
  stationName: z.string().trim().max(60).catch(''),
  port: z.int().min(1_024).max(65_535).catch(47_766),
  /** `host` or `host:port` of other stations, for networks that let no multicast through. */
  addresses: z.array(z.string().trim().min(1).max(260)).max(64).catch([]),
})

export const neighbourCalls = {
  'lan:read': call({
    request: nothing,
    value: typed<LanView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'lan:passphrase': call({
    /** `null`: stations with the same access token are trusted, as before. */
    request: z.strictObject({ passphrase: z.string().trim().min(8).max(200).nullable() }),
    value: typed<LanView>(),
    errors: [],
    needs: 'settings',
    records: {
      kind: 'preferences',
      asked: ({ passphrase }) => ({ lanPassphrase: passphrase === null ? 'removed' : 'set' }),
    },
  }),
}
