import { vi } from 'vitest'
import { createArchiving } from '../../src/main/areas/archive/archive-finished'
import type { Order } from '../../src/shared/partner-api/order'
import { makeStation, type TestStation } from './account'
import { takeNewOrders } from './old-orders'
import { rawDb } from './raw-db'

/** Stations whose orders of long ago are in the archive. */

const STEP_MS = 20

/** With these orders and newer ones; the PC's clock is known to be right. */
export function stationWith(...orders: Order[]): TestStation {
  const station = makeStation()
  station.take(...orders)
  takeNewOrders(station)
  // Nothing is archived or purged while the PC's clock has not been compared.
  vi.spyOn(station.clockWatch, 'view').mockReturnValue({ state: 'right', offsetMs: 0 })
  return station
}

/** Lets a daily run finish. */
export function runToEnd(station: TestStation, daily: { start(): void; stop(): void }): void {
  daily.start()
  for (let parts = 0; parts < 500; parts += 1) station.clock.advance(STEP_MS)
  daily.stop()
  if (station.faults.length > 0) throw station.faults[0]
}

/** Moves all that is finished. */
export function fillArchive(station: TestStation, onMoved = () => {}): void {
  runToEnd(station, createArchiving({ ...station, onMoved, onFault: (error) => station.faults.push(error) }))
}

/** Whether the station's own file has the order. */
export const inFile = (station: TestStation, orderId: number): boolean =>
  rawDb(station.db).prepare('SELECT 1 FROM orders WHERE order_id = ?').get(orderId) !== undefined
