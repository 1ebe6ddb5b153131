import { expect, test, vi } from 'vitest'
import { createReads } from '../../../../src/renderer/src/data/reads'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { createPrinting, PRINTED_LAST } from '../../../../src/renderer/src/stores/printing'
import type { PrintOutcome } from '../../../../src/shared/contract/print'
import type { Result } from '../../../../src/shared/contract/result'
import { anOrder, aShipment, fakeStation, good, refused } from '../fake-station'
import { eventually } from '../../../support/eventually'

const FIRST = aShipment({ shipmentId: '00000000-0000-4000-8000-00000000000a' })
const SECOND = aShipment({ shipmentId: '00000000-0000-4000-8000-00000000000b' })
const CANCELED = aShipment({ shipmentId: '00000000-0000-4000-8000-00000000000c', state: 'canceled' })

function bench(
  answer: (request: unknown) => Result<PrintOutcome> | Promise<Result<PrintOutcome>> = () =>
    good({ kind: 'page', path: '/print/1' }),
  slipWhenPacked = false,
) {
  const order = anOrder(7, { shipments: [FIRST, SECOND, CANCELED] })
  const station = fakeStation({
    'print:document': answer,
    'packing:open': () => good(order),
    'packing:pack': () => good({ shipmentId: FIRST.shipmentId, seq: 1, order }),
  })
  const orders = createOrderStore(station.bridge, () => ({ carrier: '', warehouseId: 1 }))
  const onFailure = vi.fn()
  const printPage = vi.fn((_path: string) => Promise.resolve())
  const reads = createReads(station.bridge)
  const print = createPrinting(station.bridge, reads, {
    order: orders,
    locale: () => 'de',
    slipWhenPacked: () => slipWhenPacked,
    onFailure,
    printPage,
  })
  const printed = () =>
    station.asked.filter(({ channel }) => channel === 'print:document').map(({ request }) => request)
  const last = () => reads.kept<unknown>(PRINTED_LAST, null)
  return { station, orders, print, last, printPage, onFailure, printed }
}

const slip = (shipmentId: string) => ({ document: { kind: 'packing_slip', shipmentId }, locale: 'de' })

test('a slip is requested in the language of the screen and printed by the browser', async () => {
  const { print, last, printPage, printed } = bench()
  expect(await print.printSlip(FIRST.shipmentId)).toBeNull()
  expect(printed()).toEqual([slip(FIRST.shipmentId)])
  expect(printPage).toHaveBeenCalledExactlyOnceWith('/print/1')
  expect(last()).toMatchObject({ state: 'handed', error: null })
})

test('a document that the station prints itself needs no browser', async () => {
  const { print, last, printPage } = bench(() => good({ kind: 'printed' }))
  await print.print({ kind: 'command_sheet' })
  expect(printPage).not.toHaveBeenCalled()
  expect(last()).toMatchObject({ state: 'printed' })
})

test('a closed print dialog is no error', async () => {
  const { print, last } = bench(() => good({ kind: 'canceled' }))
  expect(await print.print({ kind: 'command_sheet' })).toBeNull()
  expect(last()).toMatchObject({ state: 'canceled', error: null })
})

test('a refusing printer and a browser that does not start printing are distinguished', async () => {
  const refusing = bench(() => refused('printer_refused'))
  expect(await refusing.print.printSlip(FIRST.shipmentId)).toMatchObject({
    code: 'printer_refused',
  })
  expect(refusing.last()).toMatchObject({
    state: 'failed',
    error: { code: 'printer_refused' },
  })

  const blocked = bench()
  blocked.printPage.mockRejectedValue(new Error('blocked'))
  expect(await blocked.print.printSlip(FIRST.shipmentId)).toMatchObject({ code: 'print_blocked' })
})

test('what was printed for one account is not the last document of the next one', async () => {
  let answer = (_result: Result<PrintOutcome>): void => undefined
  const { print, last, station } = bench(() => new Promise((resolve) => (answer = resolve)))
  const printed = print.printSlip(FIRST.shipmentId)
  await eventually(() => expect(last()).toMatchObject({ state: 'busy' }))
  station.emit({ kind: 'station_replaced' })
  answer(good({ kind: 'printed' }))
  expect(await printed).toBeNull()
  expect(last()).toBeNull()
})

test('documents are printed one after another, even after a failed one', async () => {
  const waiting: ((result: Result<PrintOutcome>) => void)[] = []
  const { print, printed } = bench(() => new Promise((resolve) => waiting.push(resolve)))
  const first = print.printSlip(FIRST.shipmentId)
  const second = print.printSlip(SECOND.shipmentId)
  await eventually(() => expect(waiting).toHaveLength(1))
  waiting[0]?.(refused('no_printer'))
  expect(await first).toMatchObject({ code: 'no_printer' })
  await eventually(() => expect(waiting).toHaveLength(2))
  waiting[1]?.(good({ kind: 'printed' }))
  expect(await second).toBeNull()
  expect(printed()).toEqual([slip(FIRST.shipmentId), slip(SECOND.shipmentId)])
})

test('REPRINT: the shipment packed last in the order on the bench', async () => {
  const { print, orders, printed } = bench()
  await orders.getState().open(7)
  orders.getState().choose(1)
  await orders.getState().pack()
  expect(print.reprint()).toEqual(slip(FIRST.shipmentId).document)
  await eventually(() => expect(printed()).toEqual([slip(FIRST.shipmentId)]))
})

test('REPRINT: else its newest shipment that is not canceled, whatever was printed before', async () => {
  const { print, orders, printed } = bench()
  await print.print({ kind: 'command_sheet' })
  await orders.getState().open(7)
  print.reprint()
  await eventually(() => expect(printed().at(-1)).toEqual(slip(SECOND.shipmentId)))
})

test('REPRINT: without a parcel on the bench the previous document, or nothing', async () => {
  const { print, printed } = bench()
  expect(print.reprint()).toBeNull()
  await print.print({ kind: 'command_sheet' })
  expect(print.reprint()).toEqual({ kind: 'command_sheet' })
  await eventually(() => expect(printed()).toHaveLength(2))
})

test('a failure that nobody waited for is reported', async () => {
  const { print, onFailure } = bench(() => refused('no_printer'))
  await print.print({ kind: 'command_sheet' })
  expect(onFailure).not.toHaveBeenCalled()
  print.reprint()
  await eventually(() =>
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'no_printer' })),
  )
})

test('the slip prints automatically if the station is set so, and only then', async () => {
  for (const slipWhenPacked of [true, false]) {
    const { orders, printed } = bench(undefined, slipWhenPacked)
    await orders.getState().open(7)
    orders.getState().choose(1)
    await orders.getState().pack()
    await Promise.resolve()
    expect(printed()).toEqual(slipWhenPacked ? [slip(FIRST.shipmentId)] : [])
  }
})
