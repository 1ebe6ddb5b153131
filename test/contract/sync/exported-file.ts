import { randomBytes } from 'node:crypto'
import { vi } from 'vitest'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { countOpen, listOutbox } from '../../../src/main/store/views/outbox-list'
import { deriveFileKeys } from '../../../src/main/app/account/file-keys'
import { type FileKeys, type OpsOwner } from '../../../src/main/areas/outbox/ops-file'
import { makeStation, type TestStation } from '../../support/account'
import { goodsOf, type SyncBench } from '../../support/sync-bench'

/** Operations that leave a station in a file. */

/** Stations of one account share its token; each has a key of its own. */
export const keysOf = (owner: OpsOwner, accessToken: string, passphrase: string | null = null): FileKeys =>
  deriveFileKeys({ own: randomBytes(32), accessToken, passphrase }, owner)

export const sealOf = ({ marketplace }: SyncBench): [OpsOwner, FileKeys] => {
  const owner: OpsOwner = { mode: 'live', baseUrl: marketplace.baseUrl }
  return [owner, keysOf(owner, marketplace.accessToken)]
}

export const openOf = ({ db }: TestStation) => countOpen(db).waiting + countOpen(db).held

/** A second station on the same marketplace, which has read its orders. */
export async function otherStation(bench: SyncBench): Promise<TestStation> {
  const station = makeStation({
    clock: bench.clock,
    baseUrl: bench.marketplace.baseUrl,
    accessToken: () => bench.marketplace.accessToken,
  })
  await station.pull.now()
  return station
}

/** Lets a station work until nothing is open there. */
export async function drain(bench: SyncBench, station: TestStation): Promise<void> {
  station.engine.start()
  await vi.waitFor(
    async () => {
      bench.clock.advance(1_000)
      station.engine.wake(true)
      await station.engine.settled()
      if (openOf(station) > 0) throw new Error('not done')
    },
    { timeout: 15_000, interval: 5 },
  )
}

/** Packs and ships an order while the network is gone. */
export async function packOffline(bench: SyncBench) {
  const order = await bench.newOrder()
  await bench.goOffline()
  const { shipmentId } = bench.pack(order.id, goodsOf(order))
  bench.clock.advance(60_000)
  bench.move(shipmentId, 'ship')
  return { order, shipmentId, packedAt: packedAtOf(bench.station, order.id) }
}

function packedAtOf({ db, seal }: TestStation, orderId: number): string {
  return viewOrder(db, orderId, seal)?.shipments[0]?.packedAt ?? ''
}

export const rowsOf = ({ db }: TestStation) => [...listOutbox(db, 'all', 0, 500).rows].reverse()
