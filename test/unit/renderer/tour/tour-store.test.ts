import { describe, expect, it } from 'vitest'
import { createReads } from '../../../../src/renderer/src/data/reads'
import { createNoticeStore } from '../../../../src/renderer/src/stores/notice-store'
import { createOperatorStore } from '../../../../src/renderer/src/stores/operator-store'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { PRINTED_LAST } from '../../../../src/renderer/src/stores/printing'
import { createScanStore } from '../../../../src/renderer/src/scan/scan-store'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'
import { createStationStore } from '../../../../src/renderer/src/stores/station-store'
import { createTourStore } from '../../../../src/renderer/src/tour/tour-store'
import type { Bootstrap, QueueRow, StationMode } from '../../../../src/shared/contract/views'
import { TOUR_STEPS } from '../../../../src/shared/domain/station/tour'
import { aLine, anOrder, fakeStation, good, refused, scanned, silent, NO_LOOK } from '../fake-station'
import { eventually } from '../../../support/eventually'

const ORDERS = new Map([
  [100, anOrder(100, { lines: [aLine(1)] })],
  [200, anOrder(200, { lines: [aLine(21)] })],
])

function row(orderId: number, over: Partial<QueueRow> = {}): QueueRow {
  return {
    orderId,
    state: 'paid',
    canceled: false,
    purchasedAt: null,
    lines: 1,
    unpacked: 1,
    packedShipments: 0,
    shippedShipments: 0,
    preview: [],
    waiting: 0,
    held: 0,
    dueAt: null,
    lateFrom: null,
    hold: null,
    bench: null,
    ...over,
  }
}

/** Orders unsuitable for a tour come before the suitable ones. */
const QUEUE = [
  row(1, { lines: 9, unpacked: 9 }),
  row(2, { packedShipments: 1 }),
  row(3, { hold: { reason: 'missing', by: '', at: '' } as unknown as QueueRow['hold'] }),
  row(100),
  row(150),
  row(200),
]

async function aTour(mode: StationMode = 'training', kept: string | null = null) {
  const status = { gate: 'online', waiting: 0, dataAsOf: '2026-11-21T09:00:00.000Z' }
  const bootstrap = { connection: { mode }, status, signIn: null } as unknown as Bootstrap
  const fake = fakeStation({
    'station:bootstrap': () => good(bootstrap),
    'packing:queue': () => good({ total: QUEUE.length, rows: QUEUE }),
    'packing:open': ({ orderId }) => good(ORDERS.get(orderId) ?? anOrder(orderId)),
    'packing:scan': ({ codes }) =>
      good(
        codes[0] === 'ITEM21'
          ? { kind: 'item', orderId: 200, lineId: 21, ...NO_LOOK, exact: true }
          : { kind: 'order', orderId: 100 },
      ),
    'training:drill': () => refused('order_not_found'),
  })
  const { bridge } = fake
  const [station, screen, notices] = [
    createStationStore(bridge),
    createScreenStore(),
    createNoticeStore(bridge),
  ]
  const order = createOrderStore(bridge, () => ({ carrier: '', warehouseId: 1 }))
  const operator = createOperatorStore(bridge)
  const scan = createScanStore(bridge, { order, screen, operator }, silent())
  const reads = createReads(bridge)
  const memory = { text: kept, read: () => memory.text, write: (text: string) => void (memory.text = text) }
  const watched = { station, screen, order, scan, notices }
  const tour = createTourStore(bridge, watched, reads, memory)
  await station.getState().load()
  const offered = () => tour.getState().offer
  return { fake, screen, order, scan, reads, memory, tour, offered }
}

describe('the tour', () => {
  it('waits to be started, and remembers that it was stopped', async () => {
    const { tour, memory } = await aTour()
    expect(tour.getState()).toMatchObject({ phase: 'offered', offer: null })
    tour.getState().start()
    tour.getState().stop()
    expect((await aTour('training', memory.text)).tour.getState().phase).toBe('stopped')
  })

  it('follows the packer’s steps at the station, and suggests small untouched orders', async () => {
    const { tour, scan, offered } = await aTour()
    tour.getState().start()
    await eventually(() => expect(offered()).toEqual({ kind: 'scan', what: 'order', code: '100' }))
    await scan.getState().scan(scanned('100'))
    expect(tour.getState().step).toBe('scan_items')
    expect(offered()).toEqual({ kind: 'scan', what: 'item', code: 'ITEM1' })
    await tour.getState().take({ kind: 'scan', what: 'item', code: 'ITEM1' })
    expect(tour.getState().step).toBe('label')
  })

  it('continues after a reload, with the same order', async () => {
    const { tour, memory, scan } = await aTour()
    tour.getState().start()
    await scan.getState().scan(scanned('100'))
    for (let skips = 0; skips < 3; skips++) tour.getState().skip()
    expect(tour.getState().step).toBe('print')

    const again = await aTour('training', memory.text)
    expect(again.tour.getState()).toMatchObject({ phase: 'running', step: 'print' })
    await eventually(() => expect(again.offered()).toEqual({ kind: 'scan', what: 'order', code: '100' }))
  })

  it('counts a slip only once it went to a printer', async () => {
    const { tour, order, reads } = await aTour('training', 'running.print.100')
    await order.getState().open(100)
    for (const state of ['busy', 'failed', 'canceled']) {
      reads.keep(PRINTED_LAST, { document: { kind: 'packing_slip' }, state })
      expect(tour.getState().step).toBe('print')
    }
    reads.keep(PRINTED_LAST, { document: { kind: 'packing_slip' }, state: 'handed' })
    expect(tour.getState().step).toBe('ship')
  })

  it('notices that the wrong item is refused, and the error cleared', async () => {
    const { tour, order, screen, offered } = await aTour('training', 'running.wrong_item.')
    screen.getState().go('order')
    await order.getState().open(100)
    const foreign = { kind: 'scan', what: 'foreign', code: 'ITEM21' } as const
    await eventually(() => expect(offered()).toEqual(foreign))
    await tour.getState().take(foreign)
    expect(tour.getState().step).toBe('acknowledge')
    await tour.getState().take({ kind: 'command', command: 'acknowledge' })
    expect(tour.getState().step).toBe('network_gone')
  })

  it('asks main for the drills, and reports an unavailable one', async () => {
    const { fake, tour } = await aTour('training', 'running.network_gone.')
    await tour.getState().take({ kind: 'network', on: false })
    await tour.getState().take({ kind: 'network', on: true })
    await tour.getState().take({ kind: 'cancel_order', orderId: 100 })
    expect(
      fake.asked.filter(({ channel }) => channel === 'training:drill').map(({ request }) => request),
    ).toEqual([
      { drill: 'network_gone', on: true },
      { drill: 'network_gone', on: false },
      { drill: 'order_canceled', orderId: 100 },
    ])
    expect(tour.getState().problem?.code).toBe('order_not_found')
  })

  it.each(['stop', 'start'] as const)('brings the network back on %s', async (leave) => {
    const { fake, tour } = await aTour('training', 'running.pack_offline.')
    tour.getState()[leave]()
    expect(fake.asked).toContainEqual({
      channel: 'training:drill',
      request: { drill: 'network_gone', on: false },
    })
  })

  it('ends after its last step, and can be started again', async () => {
    const { tour } = await aTour()
    tour.getState().start()
    for (const _ of TOUR_STEPS) tour.getState().skip()
    expect(tour.getState().phase).toBe('done')
    tour.getState().start()
    expect(tour.getState()).toMatchObject({ phase: 'running', step: 'open' })
  })

  it('pauses with real orders', async () => {
    const { fake, tour, scan } = await aTour('live', 'running.open.')
    await scan.getState().scan(scanned('100'))
    expect(tour.getState()).toMatchObject({ step: 'open', offer: null })
    expect(fake.asked.map(({ channel }) => channel)).not.toContain('packing:queue')
  })

  it.each(['', 'nonsense', 'running.no_such_step.x', 'sleeping.print.5'])(
    'understands %j as none',
    async (text) => {
      const { tour } = await aTour('live', text)
      expect(TOUR_STEPS).toContain(tour.getState().step)
      expect(['offered', 'running']).toContain(tour.getState().phase)
    },
  )
})
