import { describe, expect, it } from 'vitest'
import { createOperatorStore } from '../../../../src/renderer/src/stores/operator-store'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { createScanStore } from '../../../../src/renderer/src/scan/scan-store'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'
import type { Usual } from '../../../../src/shared/domain/carriers/carrier'
import { KNOWN_CARRIERS } from '../../../../src/shared/domain/carriers/known-carriers'
import { COMMAND_CODES } from '../../../../src/shared/domain/scanning/command'
import type { ErrorCode, Result } from '../../../../src/shared/contract/result'
import type { OrderView, ScanResolution } from '../../../../src/shared/contract/views'
import { aLine, anOrder, aShipment, fakeStation, good, refused, scanned } from '../fake-station'

/** The parcel's label before its items, and the label that confirms. Order 100 has two items, 200 has one. */

const LABEL = '1Z5R89390357567127'
const OTHER = '1Z879E930346834440'
const USED = '1Z410E7W0392751591'
/** Right by FedEx's check digit; the second is a valid UPC as well. */
const FEDEX = '986578788855'
const FEDEX_OR_UPC = '963418250002'

const CODES = new Map<string, ScanResolution>([
  ['100', { kind: 'order', orderId: 100 }],
  ['200', { kind: 'order', orderId: 200 }],
  [USED, { kind: 'label', orders: [{ orderId: 200, inUse: true }] }],
])

type Plan = {
  usual?: Usual
  confirms?: boolean
  order?: Partial<OrderView>
  packs?: Result<never>
}

function aBench({
  confirms = false,
  order: over = {},
  packs,
  usual = { carrier: 'DHL', choices: {} },
}: Plan = {}) {
  const shipment = aShipment()
  let present = anOrder(100, over)
  const station = fakeStation({
    'packing:open': ({ orderId }) =>
      good(orderId === 100 ? present : anOrder(orderId, { lines: [aLine(21)] })),
    'packing:scan': ({ codes }) => good(CODES.get(codes[0] ?? '') ?? { kind: 'unknown' }),
    'packing:next': () => good(200),
    'packing:pack': ({ lineIds }) => {
      if (packs !== undefined) return packs
      const lines = present.lines.map((line) =>
        lineIds.includes(line.lineId) ? { ...line, shipmentId: shipment.shipmentId } : line,
      )
      present = { ...present, lines, shipments: [shipment] }
      return good({ shipmentId: shipment.shipmentId, seq: 1, order: present })
    },
  })
  const screen = createScreenStore()
  const operator = createOperatorStore(station.bridge)
  const noted: { kind: string; verdict: string | null }[] = []
  const order = createOrderStore(station.bridge, () => ({ carrier: 'DHL', warehouseId: 7 }), {
    carriers: () => KNOWN_CARRIERS,
    usual: () => usual,
  })
  const outlets = {
    play: () => undefined,
    record: ({ kind, verdict }: (typeof noted)[number]) => noted.push({ kind, verdict }),
    reprint: () => null,
    openRound: () => undefined,
    everyItemScanned: () => false,
    labelConfirms: () => confirms,
  }
  const scan = createScanStore(station.bridge, { order, screen, operator }, outlets)
  const read = async (...codes: string[]) => {
    for (const code of codes) await scan.getState().scan(scanned(code))
    const { feedback, blocked } = scan.getState()
    if (blocked !== null) await scan.getState().command('acknowledge', 'key')
    return { ...feedback, blocked: blocked !== null }
  }
  const packs100 = () => station.asked.filter(({ channel }) => channel === 'packing:pack')
  return { screen, order, scan, noted, read, packs: packs100 }
}

describe('a label before the items', () => {
  it('is kept for the open order, and the answer says what is next', async () => {
    const { read, order } = aBench()
    expect(await read('100', LABEL)).toMatchObject({ kind: 'label_kept', carrier: 'UPS', missing: 2 })
    expect(order.getState().draft).toMatchObject({ carrier: 'UPS', trackingNumber: LABEL })
    expect(await read('ITEM1')).toMatchObject({ kind: 'line_chosen', labeled: true })
    expect(await read(LABEL)).toMatchObject({ kind: 'label_kept', missing: 1 })
    expect(await read('ITEM2')).toMatchObject({ kind: 'line_chosen', chosen: 2, of: 2, labeled: true })
    expect(await read(COMMAND_CODES.confirm)).toMatchObject({ kind: 'packed', count: 2 })
  })

  it('packs no unit whose serial number is due, and is kept', async () => {
    const lines = [aLine(1, { serial: 'SN-1' })]
    const { read, order, packs } = aBench({ confirms: true, order: { lines } })
    expect(await read('100', 'ITEM1', LABEL)).toMatchObject({ kind: 'serial_needed' })
    expect(packs()).toEqual([])
    expect(order.getState().draft.trackingNumber).toBe(LABEL)
    expect(await read('SN-1', LABEL)).toMatchObject({ kind: 'packed' })
  })

  it('is not replaced by another one unasked', async () => {
    const { read, order } = aBench()
    expect(await read('100', LABEL, OTHER)).toMatchObject({ kind: 'tracking_there', blocked: true })
    expect(order.getState().draft.trackingNumber).toBe(LABEL)
  })

  it('of another parcel is refused, and its order does not come instead', async () => {
    const { read, order } = aBench()
    expect(await read('100', USED)).toMatchObject({ kind: 'label_used', belongsTo: 200, blocked: true })
    expect(await read('ITEM1', USED)).toMatchObject({ kind: 'label_used', belongsTo: 200 })
    expect(order.getState()).toMatchObject({ orderId: 100, draft: { trackingNumber: '' } })
  })

  it('is not kept for nobody: the packer hears that it must come later', async () => {
    const { read, order } = aBench()
    expect(await read(LABEL)).toMatchObject({ kind: 'label_alone', carrier: 'UPS', blocked: false })
    await read('200')
    expect(order.getState().draft.trackingNumber).toBe('')
    await read('ITEM21', LABEL, COMMAND_CODES.confirm)
    const done = { lines: [aLine(1, { shipmentId: 'one' })] }
    expect(await aBench({ order: done }).read('100', OTHER)).toMatchObject({ kind: 'label_alone' })
  })

  it.each([
    ['without a check digit', '1Z9999999999999998', 'unknown'],
    ['that may be a trade item', FEDEX_OR_UPC, 'label_unclear'],
    ['of FedEx that is no trade item', FEDEX, 'label_kept'],
  ])('%s: %s is %s', async (_, code, kind) => {
    expect(await aBench().read('100', code)).toMatchObject({ kind })
  })

  it('is never lost with its order: another one does not open before the packer lets go of it', async () => {
    const { read, order, screen } = aBench()
    await read('100', LABEL)
    expect(await read('200')).toMatchObject({ kind: 'label_waits', orderId: 100, number: LABEL })
    expect(await read(COMMAND_CODES.next)).toMatchObject({ kind: 'label_waits' })
    screen.getState().go('queue')
    expect(await read('200')).toMatchObject({ kind: 'label_waits' })
    expect(screen.getState().screen).toBe('order')
    expect(await read('100')).toMatchObject({ kind: 'same_order' })
    expect(await read(COMMAND_CODES.cancel)).toMatchObject({ kind: 'label_dropped', number: LABEL })
    expect(await read('200')).toMatchObject({ kind: 'order_opened' })
    await order.getState().open(100)
    expect(order.getState().draft).toMatchObject({ carrier: 'DHL', trackingNumber: '' })
  })
})

describe('a label of one of several carriers', () => {
  it('is taken, and its carrier asked for, unless the station knows it', async () => {
    const { read, order } = aBench()
    await read('100', 'ITEM1', 'ITEM2')
    expect(await read('6012 3456 7890 12')).toMatchObject({
      kind: 'carrier_asked',
      code: '60123456789012',
      carriers: ['DPD', 'DHL eCommerce'],
    })
    expect(order.getState().draft.trackingNumber).toBe('60123456789012')
    const known = aBench({ usual: { carrier: 'DPD', choices: {} } })
    await known.read('100', 'ITEM1', 'ITEM2')
    expect(await known.read('60123456789012')).toMatchObject({ kind: 'tracking_taken' })
    expect(known.order.getState().draft.carrier).toBe('DPD')
  })
})

describe('the label that confirms', () => {
  it('packs a complete order, and the log says by what', async () => {
    const { read, noted, packs } = aBench({ confirms: true })
    await read('100', 'ITEM1', 'ITEM2')
    expect(await read(LABEL)).toMatchObject({ kind: 'packed', count: 2, byLabel: true })
    expect(packs().map(({ request }) => request)).toMatchObject([{ carrier: 'UPS', trackingNumber: LABEL }])
    expect(noted.at(-1)).toEqual({ kind: 'scan', verdict: 'packed_by_label' })
  })

  it('does not pack an order that lacks an item, nor does the last item pack', async () => {
    const { read, packs } = aBench({ confirms: true })
    await read('100', LABEL, 'ITEM1')
    expect(await read(LABEL)).toMatchObject({ kind: 'label_kept' })
    expect(await read('ITEM2')).toMatchObject({ kind: 'line_chosen' })
    expect(packs()).toEqual([])
    expect(await read(LABEL)).toMatchObject({ kind: 'packed', byLabel: true })
  })

  it.each<[ErrorCode, string]>([
    ['order_on_hold', 'pack_refused'],
    ['order_canceled', 'pack_refused'],
    ['order_elsewhere', 'pack_refused'],
    ['label_used', 'label_used'],
  ])('is refused as CONFIRM is: %s', async (code, kind) => {
    const { read, noted, order } = aBench({ confirms: true, packs: refused(code) })
    await read('100', 'ITEM1', 'ITEM2')
    expect(await read(LABEL)).toMatchObject({ kind, blocked: true })
    expect(noted.at(-2)).toEqual({ kind: 'refusal', verdict: kind })
    expect(order.getState().chosen.size).toBe(2)
  })

  it('does not pack over an instruction that is not confirmed', async () => {
    const instructions = [{ text: 'Ribbon', picture: null, confirm: true }]
    const { read, packs } = aBench({ confirms: true, order: { lines: [aLine(1, { instructions })] } })
    await read('100', 'ITEM1')
    expect(await read(LABEL)).toMatchObject({ kind: 'tracking_taken' })
    expect(await read(COMMAND_CODES.confirm)).toMatchObject({ kind: 'followed' })
    expect(packs()).toEqual([])
    expect(await read(COMMAND_CODES.confirm)).toMatchObject({ kind: 'packed' })
  })

  it('leaves a used label and a number of no known carrier to the packer', async () => {
    const { read, packs } = aBench({ confirms: true })
    await read('100', 'ITEM1', 'ITEM2')
    expect(await read(USED)).toMatchObject({ kind: 'label_used', blocked: true })
    expect(await read('PICKUP-2026')).toMatchObject({ kind: 'label_asked' })
    expect(await read('PICKUP-2026')).toMatchObject({ kind: 'tracking_taken' })
    expect(packs()).toEqual([])
  })
})
