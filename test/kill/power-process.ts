import { writeSync } from 'node:fs'
import { goodsOf } from '../support/sync-bench'
import { openStation } from '../support/open-account'
import { makeOrder } from '../support/orders'
import { packShipment } from '../../src/main/areas/packing/pack-shipment'
import { refundOrder } from '../../src/main/areas/desk/change-order'
import { rawDb } from '../support/raw-db'

/**
 * A station that packs and refunds offline, and says each time what it has confirmed. Its parent watches what reaches
 * the disk meanwhile.
 */

const [, , file = '', orders = '0'] = process.argv
const station = openStation({ file })
station.take(...Array.from({ length: Number(orders) }, (_, index) => makeOrder({ id: 1001 + index })))
// What lies in the file before is not what this is about.
rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
say('begun')
for (let orderId = 1001; orderId < 1001 + Number(orders); orderId += 1) {
  station.clock.advance(1_000)
  const lineIds = goodsOf(makeOrder({ id: orderId }) as never)
  const packed = { carrier: 'UPS', trackingNumber: `1Z${orderId}`, trackingUrl: null, warehouseId: 7 }
  say(String(packShipment(station, { orderId, lineIds, ...packed }).seq))
  say(String(refundOrder(station, { orderId, amountCents: 100 }).seq))
  // The log is copied into the file between two steps, too.
  if (orderId % 4 === 0) rawDb(station.db).pragma('wal_checkpoint(PASSIVE)')
}

/** Written before anything else happens, so that the trace has it in its place. */
function say(text: string): void {
  writeSync(1, `${text}\n`)
}
