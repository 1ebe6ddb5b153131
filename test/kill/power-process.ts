import { writeSync } from 'node:fs'
import { goodsOf } from '../support/sync-bench'
import { openStation } from '../support/open-account'
import { makeOrder } from '../support/orders'
import { packShipment } from '../../src/main/areas/packing/pack-shipment'
import { refundOrder } from '../../src/main/areas/orders/change-order'
import { rawDb } from '../support/raw-db'

/** A station that packs and refunds offline, and prints each confirmation. Its parent traces what reaches the disk. */

const [, , file = '', orders = '0'] = process.argv
const station = openStation({ file })
station.take(...Array.from({ length: Number(orders) }, (_, index) => makeOrder({ id: 1001 + index })))
// The earlier contents of the file do not matter here.
rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
say('begun')
for (let orderId = 1001; orderId < 1001 + Number(orders); orderId += 1) {
  station.clock.advance(1_000)
  const lineIds = goodsOf(makeOrder({ id: orderId }) as never)
  const packed = { carrier: 'UPS', trackingNumber: `1Z${orderId}`, trackingUrl: null, warehouseId: 7 }
  say(String(packShipment(station, { orderId, lineIds, ...packed }).seq))
  say(String(refundOrder(station, { orderId, amountCents: 100 }).seq))
  // A checkpoint also happens between two steps.
  if (orderId % 4 === 0) rawDb(station.db).pragma('wal_checkpoint(PASSIVE)')
}

/** Written synchronously, so that it has its place in the trace. */
function say(text: string): void {
  writeSync(1, `${text}\n`)
}
