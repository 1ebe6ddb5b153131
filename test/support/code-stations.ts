import { forgetCode, teachCode } from '../../src/main/areas/codes/teach-code'
import { teachFromFile } from '../../src/main/areas/codes/teach-from-file'
import { resolveScan } from '../../src/main/areas/packing/resolve-scan'
import { sql } from '../../src/main/store/db/database'
import { CODES } from '../../src/main/warehouse/at-hub/codes'
import { changeStation, type ChangeStationOptions } from './change-stations'
import type { NatsServer } from './nats-process'
import { makeLines, makeOrder } from './orders'

/** Stations that share taught codes at a real hub. */

export const EAN = '4006381333931'

/** A station with order 1001 of item SKU-1 and order 1002 of item SKU-2. */
export async function station(server: NatsServer, options: ChangeStationOptions = {}) {
  const opened = await changeStation(server, CODES, options)
  const { made } = opened
  made.take(
    ...[1, 2].map((id) =>
      makeOrder({
        id: 1000 + id,
        order_lines: makeLines([{ id: 10 * id, item_number: `ITM-${id}`, external_id: `SKU-${id}` }]),
      }),
    ),
  )
  return {
    ...opened,
    teach: (orderId = 1001, code = EAN) =>
      teachCode(made, [], { code, orderId, lineId: 10 * (orderId - 1000) }),
    forget: (code = `0${EAN}`) => forgetCode(made, { code, by: 'externalId', value: 'SKU-1', size: null }),
    file: (text: string) =>
      teachFromFile(made, { name: 'codes.csv', content: Buffer.from(text).toString('base64') }),
    /** The order that a scan opens; `null` for an unknown code. */
    finds(code = EAN): number | null {
      const found = resolveScan(made, [], [code])
      return found.kind === 'item' ? found.orderId : null
    },
    count: () => sql(made.db, 'SELECT count(*) FROM taught_codes').pluck().get() as number,
  }
}

/** The same, at the hub. */
export async function atHub(server: NatsServer, options: ChangeStationOptions = {}) {
  const opened = await station(server, options)
  await opened.use()
  await opened.part.settled()
  return opened
}
