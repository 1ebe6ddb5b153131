import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parsePreferences } from '../../src/shared/contract/preferences'
import { KNOWN_CARRIERS } from '../../src/shared/domain/carriers/known-carriers'
import { passesCheck } from '../../src/shared/domain/scanning/check-digit'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import type { NewOrder } from '../../src/marketplace/control-client'
import { expect, goodsOf, nth, test } from '../support/bench'
import { FULL_TAG } from '../support/full'
import type { Packer } from '../support/packer'
import { openRawPrinter } from '../support/raw-printer'
import { takePicture } from '../support/pictures'

/** A whole day by scanner alone: unknown tags, two trucks, a wall, one box, labels from a folder, no network, a power cut. */

const { cancel, confirm, next, put_wall: put, ship, teach } = COMMAND_CODES
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const TAG = '4006381333931'
const SLOTS = 8
const LATER = pathToFileURL(join(__dirname, '..', 'support', 'later.mjs')).href

/** The kinds of orders, in the order of their packing. The first two leave with the morning's truck. */
const KINDS = { known: 8, tagged: 6, sorted: SLOTS, filed: 6, boxed: 2, last: 10 } as const
type Kind = keyof typeof KINDS

const UNITS: Record<Kind, (place: number) => NewOrder['lines']> = {
  known: (place) => [{ title: 'Leather bag', mpn: `BAG-${place}` }],
  tagged: () => [{ title: 'Wool coat', mpn: 'COAT-1', size: 'M', externalId: 'COAT-1-M' }],
  sorted: (place) => [
    { title: 'Silk scarf', mpn: `SCARF-${place}` },
    { title: 'Felt hat', mpn: `HAT-${place}` },
  ],
  filed: (place) => [{ title: 'Steel watch', mpn: `WATCH-${place}` }],
  boxed: (place) => [{ title: 'Gold ring', mpn: `RING-${place}` }],
  last: (place) => [{ title: 'Silver belt', mpn: `BELT-${place}` }],
}
const PLAN = Object.entries(KINDS).flatMap(([kind, count]) =>
  Array.from({ length: count }, (_, place) => ({ kind: kind as Kind, place })),
)

const CHECK = 'ontrac'
const MORNING = carrier('Morning Mail', 'MM')
const EVENING = carrier('Evening Express', 'EE')

function carrier(name: string, prefix: string) {
  const numbers = [{ pattern: `${prefix}#{9}`, check: CHECK }]
  return { ...nth(KNOWN_CARRIERS, 0), name, numbers, urlTemplate: '', country: null }
}

function numberOf(prefix: string, index: number): string {
  const body = `${prefix}${10_000_000 + index}`
  const digit = [...'0123456789'].find((check) => passesCheck(CHECK, body + check))
  return body + (digit ?? '')
}

/** Its truck comes at this moment, and on no other day. */
function truckAt(ms: number, timeZone = 'UTC') {
  const part = (how: Intl.DateTimeFormatOptions) => new Date(ms).toLocaleString('en', { timeZone, ...how })
  return {
    [part({ weekday: 'long' }).toLowerCase()]: part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }
}

test(
  'a day of forty orders is packed once each, and in time',
  { tag: FULL_TAG },
  async ({ openBench, dataDir, timezoneId }) => {
    test.setTimeout(10 * MINUTE_MS)
    let laterMs = 0
    const nowMs = () => Date.now() + laterMs
    const trucks = { morning: nowMs() + 25 * MINUTE_MS, evening: nowMs() + 85 * MINUTE_MS }
    const printer = await openRawPrinter()
    const folder = join(dataDir, 'labels')
    mkdirSync(folder, { recursive: true })
    const { carriers, labels, packing, ...others } = parsePreferences({})
    const preferences = {
      ...others,
      labels: { ...labels, confirm: true, oneBox: true },
      packing: { ...packing, everyItemScanned: true },
      putWall: { slots: SLOTS },
      labelFolder: { path: folder, zplPrinter: printer.address, printWhenPacked: true },
      carriers: {
        ...carriers,
        list: [
          { ...MORNING, trucks: truckAt(trucks.morning, timezoneId) },
          { ...EVENING, trucks: truckAt(trucks.evening, timezoneId) },
        ],
      },
    }
    writeFileSync(join(dataDir, 'preferences.json'), JSON.stringify(preferences))
    const bench = await openBench({
      nowMs,
      orders: PLAN.map(({ kind, place }, index) => ({
        lines: UNITS[kind](place),
        placedAt: new Date(nowMs() - HOUR_MS + index * 1_000).toISOString(),
      })),
      before: async (marketplace, placed) => {
        const [one, other] = placed.filter((_, index) => nth(PLAN, index).kind === 'boxed')
        if (one === undefined || other === undefined) throw new Error('no two orders to one address')
        await marketplace.changeOrder(other.id, { action: 'setAddress', ...one.shipping_address })
      },
    })
    const { marketplace, control, orders } = bench
    expect(orders).toHaveLength(40)
    const ordersOf = (kind: Kind) => orders.filter((_, index) => nth(PLAN, index).kind === kind)
    const codesOf = (order: (typeof orders)[number]) => goodsOf(order).map((line) => line.item_number ?? '')
    const numbers = new Map<number, string>()
    /** A label for the order, of the truck that takes it. */
    const labelFor = (id: number, prefix: 'MM' | 'EE') => {
      const number = numberOf(prefix, numbers.size)
      numbers.set(id, number)
      return number
    }
    const isPacked = (packer: Packer) => expect(packer.lastScan).toContainText('Packed')

    // The morning, online. One tag is taught; the others are known by it.
    let { packer } = bench
    await expect(packer.orderList).toContainText('Leather bag')
    for (const order of ordersOf('known')) {
      await packer.scan(...codesOf(order), labelFor(order.id, 'MM'))
      await isPacked(packer)
    }
    const [first, ...tagged] = ordersOf('tagged')
    await packer.scan(String(first?.id), TAG)
    await expect(packer.error).toBeVisible()
    await packer.scan(teach, 'COAT-1-M')
    await expect(packer.lastScan).toContainText('Learned: Wool coat')
    for (const order of [first!, ...tagged]) {
      await packer.scan(TAG, labelFor(order.id, 'MM'))
      await isPacked(packer)
    }
    const notice = packer.page.getByRole('status').filter({ hasText: 'leaves at' })
    await expect(notice).toContainText('Morning Mail leaves at')
    await packer.everythingIsSent()
    await packer.scan(cancel, ship, ...numbers.values(), confirm)
    await expect(notice).toBeHidden()
    await packer.everythingIsSent()

    // The network goes while the wall is being filled; the power goes, too, and both are away for an hour.
    await marketplace.goOffline()
    await packer.scan(cancel, put)
    for (const order of ordersOf('sorted')) await packer.scan(codesOf(order)[0] ?? '')
    await expect(packer.lastScan).toContainText(`Slot ${SLOTS}`)
    await takePicture(packer.page, 'day-wall-light-1280')
    const complete = async (order: (typeof orders)[number]) => {
      await packer.scan(put, codesOf(order)[1] ?? '')
      await expect(packer.lastScan).toContainText('complete')
      await packer.scan(labelFor(order.id, 'EE'))
      await isPacked(packer)
    }
    const sorted = ordersOf('sorted')
    for (const order of sorted.slice(0, SLOTS / 2)) await complete(order)
    await bench.station.kill()
    laterMs = HOUR_MS
    await packer.page.addInitScript((ms) => {
      const now = Date.now
      Date.now = () => now() + ms
    }, HOUR_MS)
    packer = await bench.restart({
      NODE_OPTIONS: `--import=${LATER}`,
      TEST_LATER_MS: String(HOUR_MS),
    })
    await expect(packer.gate).toHaveText('Offline')
    for (const order of sorted.slice(SLOTS / 2)) await complete(order)

    for (const order of ordersOf('filed'))
      writeFileSync(
        join(folder, `${order.id}.zpl`),
        `^XA^FO50,50^FDOrder ${order.id}^FS^FO50,90^BCN,100^FD${labelFor(order.id, 'EE')}^FS^XZ`,
      )
    for (const order of ordersOf('filed')) {
      await packer.scan(...codesOf(order))
      await expect(packer.packPanel).toContainText(numbers.get(order.id) ?? '')
      await packer.scan(confirm)
      await isPacked(packer)
    }
    const [box, alsoInIt] = ordersOf('boxed')
    const boxLabel = labelFor(box?.id ?? 0, 'EE')
    numbers.set(alsoInIt?.id ?? 0, boxLabel)
    await packer.scan(...codesOf(box!), boxLabel)
    await isPacked(packer)
    await packer.scan(next, ...codesOf(alsoInIt!))
    await expect(packer.packPanel).toContainText(boxLabel)
    await packer.scan(boxLabel)
    await isPacked(packer)
    const last = ordersOf('last')
    for (const order of last.slice(0, last.length / 2)) {
      await packer.scan(...codesOf(order), labelFor(order.id, 'EE'))
      await isPacked(packer)
    }
    await expect(packer.waiting).toContainText('waiting')
    await takePicture(packer.page, 'day-offline-light-1280')

    await marketplace.goOnline()
    for (const order of last.slice(last.length / 2)) {
      await packer.scan(...codesOf(order), labelFor(order.id, 'EE'))
      await isPacked(packer)
    }
    await expect(packer.waiting).toHaveText('All sent', { timeout: 90_000 })
    await expect(
      packer.page.getByRole('status').filter({ hasText: 'Evening Express leaves at' }),
    ).toBeVisible()
    const evening = new Set([...numbers.values()].filter((number) => number.startsWith('EE')))
    await packer.scan(cancel, ship, ...evening, confirm)
    await packer.everythingIsSent()
    await packer.goTo('Statistics')
    await expect(packer.page.getByRole('region', { name: 'Missed trucks' })).toContainText(
      'No truck left without',
    )

    const log = await control.requestLog()
    expect(numbers.size).toBe(orders.length)
    const packedMs = async (order: (typeof orders)[number]) =>
      Date.parse((await control.readOrder(order.id)).shipments[0]?.packed_at ?? '')
    expect(
      (await packedMs(nth(sorted, SLOTS / 2))) - (await packedMs(nth(sorted, SLOTS / 2 - 1))),
      'an hour without power',
    ).toBeGreaterThanOrEqual(HOUR_MS)
    for (const { id } of orders) {
      const { shipments, order_lines: lines } = await control.readOrder(id)
      const number = numbers.get(id) ?? ''
      const truckMs = number.startsWith('MM') ? trucks.morning : trucks.evening
      expect(shipments, `order ${id}`).toMatchObject([{ state: 'shipped', tracking_number: number }])
      const { id: shipmentId, packed_at: packedAt, shipped_at: shippedAt } = nth(shipments, 0)
      expect(
        lines.filter((line) => line.shipment_id !== shipmentId && line.is_shipping_fee !== true),
      ).toEqual([])
      expect(Date.parse(packedAt ?? ''), `order ${id} packed`).toBeLessThan(truckMs)
      expect(Date.parse(shippedAt ?? ''), `order ${id} shipped`).toBeLessThan(truckMs)
      const packs = log.filter(
        ({ method, path }) => method === 'POST' && path === `/api/v1.0/orders/${id}/shipments`,
      )
      // Those of the morning were sent before the marketplace was restarted, which forgets its log.
      expect(packs, `order ${id}`).toHaveLength(number.startsWith('MM') ? 0 : 1)
    }
    const printed = printer.jobs.map((job) => Number(/Order (\d+)/.exec(job)?.[1]))
    expect(printed.toSorted(), 'each label once').toEqual(ordersOf('filed').map(({ id }) => id))
    printer.close()
  },
)
