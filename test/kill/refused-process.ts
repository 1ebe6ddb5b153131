import { createInterface } from 'node:readline'
import { packShipment } from '../../src/main/areas/packing/pack-shipment'
import { refundOrder } from '../../src/main/areas/orders/change-order'
import { writeDurably } from '../../src/main/base/durable-file'
import { StationError } from '../../src/main/base/station-error'
import { readStatus } from '../../src/main/areas/station/station'
import { openStation } from '../support/open-account'
import { makeOrder } from '../support/orders'
import { goodsOf } from '../support/sync-bench'

/** A station that packs and refunds when it is told to, and says what became of it. Its parent lets the disk fail. */

const [, , file = '', orders = '0'] = process.argv
const station = openStation({ file })
station.take(...Array.from({ length: Number(orders) }, (_, index) => makeOrder({ id: 1001 + index })))

function act(what: string, orderId: number): string {
  try {
    if (what === 'save') return saved(String(orderId))
    if (what === 'refund') return String(refundOrder(station, { orderId, amountCents: 100 }).seq)
    const lineIds = goodsOf(makeOrder({ id: orderId }) as never)
    const label = { carrier: 'UPS', trackingNumber: `1Z${orderId}`, trackingUrl: null, warehouseId: 7 }
    return String(packShipment(station, { orderId, lineIds, ...label }).seq)
  } catch (error) {
    if (error instanceof StationError) return error.code
    throw error
  }
}

/** Like preferences, or a photo. */
function saved(content: string): string {
  try {
    writeDurably(`${file}.text`, content)
    return 'saved'
  } catch {
    return 'refused'
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [what = '', orderId = ''] = line.split(' ')
  if (what === 'tick') station.clock.advance(5_000)
  const { diskFull, diskFails } = readStatus(station)
  const disk = diskFull ? 'full' : diskFails ? 'fails' : 'well'
  console.log(what === 'tick' ? disk : act(what, Number(orderId)))
})
console.log('begun')
