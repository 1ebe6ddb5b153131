import { labelsOfOrder } from '../../src/main/areas/labels/find-labels'
import {
  givenByFile,
  giveNumbers,
  previewNumbers,
  takeBackNumbers,
} from '../../src/main/areas/labels/give-numbers'
import { openLabelFolder } from '../../src/main/areas/labels/label-folder'
import { findGivenNumber } from '../../src/main/store/tables/given-numbers'
import { NUMBERS } from '../../src/main/warehouse/at-hub/numbers'
import { KNOWN_CARRIERS } from '../../src/shared/domain/carriers/known-carriers'
import { changeStation, type ChangeStationOptions } from './change-stations'
import type { NatsServer } from './nats-process'
import { makeOrder } from './orders'

/** Stations that share the tracking numbers of files at a real hub. */

/** @param options.orders it has them to pack */
export async function station(
  server: NatsServer,
  { orders = [1001, 1002], ...options }: ChangeStationOptions & { orders?: number[] } = {},
) {
  const opened = await changeStation(server, NUMBERS, options)
  const { made } = opened
  made.take(...orders.map((id) => makeOrder({ id })))
  const folder = openLabelFolder(() => '', made.clock)
  return {
    ...opened,
    /** From a file with this name. */
    async give(orderId: number, trackingNumber: string, name = 'monday.csv') {
      const text = `order,carrier,tracking\n${orderId},UPS,${trackingNumber}\n`
      const file = { name, content: Buffer.from(text).toString('base64') }
      const { seen } = await previewNumbers(made, KNOWN_CARRIERS, file)
      return giveNumbers(made, KNOWN_CARRIERS, { ...file, seen })
    },
    takeBack: (orderId = 1001) => {
      const { fileName, givenAt } = findGivenNumber(made.db, orderId)!
      return takeBackNumbers(made, { orderId, fileName, givenAt })
    },
    /** The number that would be filled in at the bench; `null` for none. */
    async fillsIn(orderId = 1001): Promise<string | null> {
      const { numbers } = await labelsOfOrder(made.db, folder, KNOWN_CARRIERS, orderId)
      return numbers[0]?.trackingNumber ?? null
    },
    files: () => givenByFile(made.db),
  }
}

/** The same, at the hub. */
export async function atHub(server: NatsServer, options: Parameters<typeof station>[1] = {}) {
  const opened = await station(server, options)
  await opened.use()
  await opened.part.settled()
  return opened
}
