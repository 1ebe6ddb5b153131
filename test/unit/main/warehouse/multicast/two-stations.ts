import fc from 'fast-check'
import {
  createNeighborNetwork,
  type NeighborNetwork,
  type NeighborStation,
} from '../../../../support/neighbor-network'

/** Two stations on one network, and their messages about each other. */

/** Two stations that have found each other, whose programs started at different times. */
export function twoStations(): NeighborNetwork & { a: NeighborStation; b: NeighborStation } {
  const network = createNeighborNetwork()
  const a = network.join('A', { uptimeMs: 3_600_000 })
  const b = network.join('B', { uptimeMs: 5_000, wallMs: Date.parse('2020-01-01T00:00:00Z') })
  network.advance(200)
  return Object.assign(network, { a, b })
}

export const holder = (station: NeighborStation, orderId: number) =>
  station.neighbors.holderOf(orderId)?.station ?? null

export const names = (station: NeighborStation) => station.neighbors.view().stations.map(({ name }) => name)

export const PACKED = { operator: 'Ann', atMs: Date.parse('2026-11-20T09:00:00Z'), sent: false }

const READ_BEFORE = '2019-01-01T00:00:00Z'

export const packedAt = (station: NeighborStation, orderId: number, readAt = READ_BEFORE) =>
  [...station.neighbors.packedElsewhere(orderId, readAt)].map(
    ([lineId, { station: at }]) => `${lineId} ${at}`,
  )

export const who = fc.nat(2)
