import { MulticastNeighbors, type Standing } from '../../src/main/warehouse/multicast/neighbors'
import { groupKey } from '../../src/main/warehouse/multicast/seal'
import type { PackedHere } from '../../src/main/warehouse/multicast/publisher'
import type { Wire } from '../../src/main/warehouse/multicast/wire'
import { createManualClock, type ManualClock } from './clock'

/** Stations on a simulated network: datagrams arrive at once, unless the test says otherwise. */

export type NeighborStation = {
  neighbors: MulticastNeighbors
  clock: ManualClock
  standing: Standing
  /** By order. */
  packed: Map<number, PackedHere[]>
  /** Orders announced as changed, in order. */
  changed: number[]
  changes: () => number
  id(): string
  /** The program ends without a message. */
  die(): void
}

export type NeighborNetwork = {
  join(name: string, more?: Joining): NeighborStation
  /** Whether a datagram from one station reaches another; by names. */
  reaches: (from: string, to: string) => boolean
  /** Every datagram that was sent, oldest first. */
  sent: { from: string; datagram: Buffer }[]
  /** Delivers a datagram to a station, as from a stranger. */
  inject(to: string, datagram: Buffer): void
  /** Advances the time of all stations. */
  advance(ms: number): void
}

type Joining = { uptimeMs?: number; wallMs?: number; secret?: string; id?: string }

export const BASE_URL = 'http://marketplace.test'

export function createNeighborNetwork(): NeighborNetwork {
  const ears = new Map<string, (datagram: Buffer) => void>()
  const stations: NeighborStation[] = []
  const network: NeighborNetwork = {
    reaches: () => true,
    sent: [],
    inject: (to, datagram) => ears.get(to)?.(datagram),
    advance(ms) {
      // In small steps: otherwise one station's clock would run far ahead of the others'.
      for (let passed = 0; passed < ms; passed += STEP_MS)
        for (const { clock } of stations) clock.advance(Math.min(STEP_MS, ms - passed))
    },
    join(name, { uptimeMs = 0, wallMs, secret = 'token', id = uuidOf(name) } = {}) {
      const clock = createManualClock(wallMs)
      clock.advance(uptimeMs)
      const wire = (onDatagram: (datagram: Buffer) => void): Wire => ({
        listen: (settings) => (settings === null ? ears.delete(name) : ears.set(name, onDatagram)),
        send(datagram) {
          network.sent.push({ from: name, datagram })
          for (const [to, hear] of ears) if (network.reaches(name, to)) hear(datagram)
        },
        problem: () => null,
        close: async () => void ears.delete(name),
      })
      const packed = new Map<number, PackedHere[]>()
      const changed: number[] = []
      let changes = 0
      let stationId = id
      const standing: Standing = {
        state: null,
        wire: { port: 1, addresses: [] },
        key: groupKey({ accessToken: secret }, BASE_URL),
        hasPassphrase: false,
        name,
        hostName: 'pc',
        operator: `${name}'s operator`,
      }
      const neighbors = new MulticastNeighbors({
        clock,
        wire,
        standing: () => ({ ...standing }),
        stationId: { read: () => stationId, renew: () => void (stationId = uuidOf(`${stationId}!`)) },
        packedHere: (orderId) => packed.get(orderId) ?? [],
        onOrders: (orderIds) => void changed.push(...orderIds),
        onChange: () => void (changes += 1),
      })
      const station: NeighborStation = {
        neighbors,
        clock,
        standing,
        packed,
        changed,
        changes: () => changes,
        id: () => stationId,
        die() {
          ears.delete(name)
          stations.splice(stations.indexOf(station), 1)
        },
      }
      stations.push(station)
      return station
    },
  }
  return network
}

const STEP_MS = 10

/** The same for the same name, and sorted like the names. */
function uuidOf(name: string): string {
  const hex = Buffer.from(name).toString('hex').padEnd(12, '0').slice(0, 12)
  return `${hex.slice(0, 8)}-${hex.slice(8)}-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0').slice(-12)}`
}
