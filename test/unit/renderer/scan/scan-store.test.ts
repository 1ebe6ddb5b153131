import { describe, expect, it } from 'vitest'
import { createOperatorStore } from '../../../../src/renderer/src/stores/operator-store'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { createScanStore } from '../../../../src/renderer/src/scan/scan-store'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'
import { COMMAND_CODES } from '../../../../src/shared/domain/scanning/command'
import type { ToneName, PageAnswer } from '../../../../src/shared/domain/scanning/scan-answer'
import type { ScanResolution } from '../../../../src/shared/contract/views'
import { aLine, anOrder, fakeStation, good, refused, scanned, silent, NO_LOOK } from '../fake-station'

/** Order 100 has three units, two of them with the same mpn; order 200 has one; order 300 is canceled. */
const ORDERS = new Map([
  [100, anOrder(100, { lines: [aLine(1), aLine(2, { mpn: 'TWIN' }), aLine(3, { mpn: 'TWIN' })] })],
  [200, anOrder(200, { lines: [aLine(21)] })],
  [300, anOrder(300, { lines: [aLine(31)], canceled: true })],
  [400, anOrder(400, { lines: [aLine(41, { shipmentId: 'done' })] })],
])
const CODES = new Map<string, ScanResolution>([
  ...[...ORDERS.keys()].map((orderId): [string, ScanResolution] => [
    String(orderId),
    { kind: 'order', orderId },
  ]),
  ['ITEM21', { kind: 'item', orderId: 200, lineId: 21, ...NO_LOOK, exact: true }],
  ['ITEM1', { kind: 'item', orderId: 100, lineId: 1, ...NO_LOOK, exact: true }],
  ['ITEM41', { kind: 'not_needed', orderId: 400, canceled: false, ...NO_LOOK, exact: true }],
  ['ITEM31', { kind: 'not_needed', orderId: 300, canceled: true, ...NO_LOOK, exact: true }],
])

function aBench({ sameItemMs = 0 } = {}) {
  const station = fakeStation({
    'packing:open': ({ orderId }) => good(ORDERS.get(orderId) ?? anOrder(orderId)),
    'packing:scan': ({ codes }) =>
      good(codes.map((code) => CODES.get(code)).find(Boolean) ?? { kind: 'unknown' }),
    'packing:pack': () => refused('database_error'),
  })
  const screen = createScreenStore()
  const operator = createOperatorStore(station.bridge)
  const order = createOrderStore(station.bridge, () => ({ carrier: '', warehouseId: 1 }))
  const heard: ToneName[] = []
  const noted: unknown[] = []
  const outlets = {
    ...silent(),
    play: (tone: ToneName) => heard.push(tone),
    record: (entry: unknown) => noted.push(entry),
    sameItemMs: () => sameItemMs,
  }
  const scan = createScanStore(station.bridge, { order, screen, operator }, outlets)
  return {
    station,
    screen,
    order,
    scan,
    heard,
    noted,
    /** Scans, and clears the error if there is one, like a packer who has read it. */
    async read(code: string) {
      await scan.getState().scan(scanned(code))
      const { feedback } = scan.getState()
      if (scan.getState().blocked !== null) await scan.getState().command('acknowledge', 'key')
      return feedback
    },
  }
}

describe('a scan with no order open', () => {
  it('opens the order of an order number', async () => {
    const bench = aBench()
    expect(await bench.read('200')).toEqual({ kind: 'order_opened', code: '200', orderId: 200 })
    expect(bench.screen.getState().screen).toBe('order')
    expect(bench.order.getState().chosen.size).toBe(0)
  })

  it('opens the oldest order that needs an item, with that line chosen at once', async () => {
    const bench = aBench()
    expect(await bench.read('ITEM21')).toMatchObject({
      kind: 'line_chosen',
      line: 'Title 21',
      chosen: 1,
      of: 1,
    })
    expect(bench.order.getState().orderId).toBe(200)
  })

  it('says so if no order needs the item or the code is unknown', async () => {
    const bench = aBench()
    expect(await bench.read('ITEM41')).toEqual({ kind: 'not_needed', code: 'ITEM41', orderId: 400 })
    expect(await bench.read('NOPE')).toEqual({ kind: 'unknown', code: 'NOPE' })
    expect(bench.screen.getState().screen).toBe('queue')
  })

  it('raises the alarm for a canceled order', async () => {
    expect(await aBench().read('300')).toEqual({ kind: 'order_canceled', code: '300', orderId: 300 })
  })
})

describe('a scan in an open order', () => {
  it('chooses unit after unit of a shared mpn, then says "already scanned"', async () => {
    const bench = aBench()
    await bench.read('100')
    expect(await bench.read('TWIN')).toMatchObject({ kind: 'line_chosen', chosen: 1, of: 3 })
    expect(await bench.read('TWIN')).toMatchObject({ kind: 'line_chosen', chosen: 2, of: 3 })
    expect(await bench.read('TWIN')).toMatchObject({ kind: 'already_scanned' })
    expect([...bench.order.getState().chosen]).toEqual([2, 3])
  })

  it('refuses an item of another order and names what is expected', async () => {
    const bench = aBench()
    await bench.read('100')
    await bench.read('ITEM1')
    expect(await bench.read('ITEM21')).toEqual({
      kind: 'foreign',
      code: 'ITEM21',
      belongsTo: 200,
      item: { ...NO_LOOK, title: 'ITEM21' },
      expected: [2, 3].map((id) => ({ ...NO_LOOK, title: `Title ${id}` })),
    })
    expect(bench.order.getState().orderId).toBe(100)
  })

  it('opens another order while nothing is chosen, and refuses once something is', async () => {
    const bench = aBench()
    await bench.read('100')
    expect(await bench.read('200')).toMatchObject({ kind: 'order_opened', orderId: 200 })
    await bench.read('ITEM21')
    expect(await bench.read('100')).toEqual({ kind: 'lines_chosen', code: '100', orderId: 200, chosen: 1 })
    expect(bench.order.getState().orderId).toBe(200)
  })

  it('keeps the order with chosen lines while another page is open', async () => {
    const bench = aBench()
    await bench.read('ITEM1')
    bench.screen.getState().go('outbox')
    expect(await bench.read('200')).toMatchObject({ kind: 'lines_chosen', orderId: 100 })
    expect(await bench.read('TWIN')).toMatchObject({ kind: 'line_chosen', chosen: 2 })
    expect(bench.screen.getState().screen).toBe('order')
  })

  it('opens the next order by its item when nothing is left to pack', async () => {
    const bench = aBench()
    await bench.read('400')
    expect(await bench.read('ITEM21')).toMatchObject({ kind: 'line_chosen', chosen: 1 })
    expect(bench.order.getState().orderId).toBe(200)
  })

  it('says that a packed unit is packed and that the order is already open', async () => {
    const bench = aBench()
    await bench.read('400')
    expect(await bench.read('ITEM41')).toMatchObject({ kind: 'already_packed', line: 'Title 41' })
    expect(await bench.read('400')).toEqual({ kind: 'same_order', code: '400', orderId: 400 })
  })
})

describe('the last answer', () => {
  it('disappears when another order is opened by hand, and stays when the same one is re-read', async () => {
    const bench = aBench()
    await bench.read('200')
    bench.scan.getState().say({ kind: 'packed', code: '', count: 1, orderId: 200, left: 0 })
    await bench.order.getState().open(200)
    expect(bench.scan.getState().feedback).toMatchObject({ kind: 'packed' })
    await bench.order.getState().open(300)
    expect(bench.scan.getState().feedback).toBeNull()
  })
})

describe('a tracking number', () => {
  it('is accepted once every line is chosen, and never replaced unasked', async () => {
    const bench = aBench()
    await bench.read('ITEM21')
    expect(await bench.read('1Z999AA1')).toEqual({ kind: 'label_asked', code: '1Z999AA1' })
    expect(bench.order.getState().draft.trackingNumber).toBe('')
    expect(await bench.read('1Z999AA1')).toEqual({ kind: 'tracking_taken', code: '1Z999AA1' })
    expect(await bench.read('1Z999BB2')).toEqual({ kind: 'tracking_there', code: '1Z999BB2' })
    expect(bench.order.getState().draft.trackingNumber).toBe('1Z999AA1')
  })

  it('of no known carrier is taken by CONFIRM, and only the next CONFIRM packs', async () => {
    const bench = aBench()
    await bench.read('ITEM21')
    await bench.read('PICKUP-2026')
    expect(await bench.read(COMMAND_CODES.confirm)).toEqual({ kind: 'tracking_taken', code: 'PICKUP-2026' })
    expect(bench.order.getState().draft.trackingNumber).toBe('PICKUP-2026')
    await bench.read(COMMAND_CODES.confirm)
    const packs = bench.station.asked.filter(({ channel }) => channel === 'packing:pack')
    expect(packs).toMatchObject([{ request: { trackingNumber: 'PICKUP-2026' } }])
  })

  it('is not guessed while lines are missing, unless its field has the focus', async () => {
    const bench = aBench()
    await bench.read('ITEM1')
    expect(await bench.read('1Z999AA1')).toMatchObject({ kind: 'unknown', code: '1Z999AA1' })
    bench.scan.getState().setTrackingFocused(true)
    expect(await bench.read('1Z999AA1')).toEqual({ kind: 'tracking_taken', code: '1Z999AA1' })
  })

  it('goes to the open form that has one; item and order codes do not', async () => {
    const bench = aBench()
    await bench.read('100')
    const taken: string[] = []
    const close = bench.scan.getState().openForm({ takeTracking: (code) => taken.push(code) })
    expect(await bench.read('1Z999AA1')).toEqual({ kind: 'tracking_taken', code: '1Z999AA1' })
    expect(await bench.read('ITEM1')).toEqual({ kind: 'form_open', code: 'ITEM1' })
    expect(await bench.read('200')).toEqual({ kind: 'form_open', code: '200' })
    expect(taken).toEqual(['1Z999AA1'])
    close()
    expect(await bench.read('ITEM1')).toMatchObject({ kind: 'line_chosen' })
  })

  it('goes to the form on top, even after all were closed and reopened in another order', async () => {
    const bench = aBench()
    const taken: string[] = []
    const formOf = (name: string) => ({ takeTracking: () => void taken.push(name) })
    const [below, above] = [formOf('below'), formOf('above')]
    const { openForm } = bench.scan.getState()
    const away = [openForm(below), openForm(above)]
    for (const close of away) close()
    openForm(above)
    openForm(below)
    await bench.read('1Z999AA1')
    openForm(formOf('new'))
    await bench.read('1Z999AA1')
    expect(taken).toEqual(['above', 'new'])
  })

  it('stops at a form without such a field', async () => {
    const bench = aBench()
    await bench.read('100')
    bench.scan.getState().openForm({ takeTracking: null })
    expect(await bench.read('ITEM1')).toEqual({ kind: 'form_open', code: 'ITEM1' })
    expect(bench.order.getState().chosen.size).toBe(0)
  })
})

describe('fast or broken scans', () => {
  it('are handled one after another, each exactly once', async () => {
    const bench = aBench()
    const codes = ['100', 'ITEM1', 'TWIN', 'TWIN', 'TWIN', 'ITEM21']
    await Promise.all(codes.map((code) => bench.scan.getState().scan(scanned(code))))
    expect([...bench.order.getState().chosen]).toEqual([1, 2, 3])
    expect(bench.scan.getState().count).toBe(codes.length)
    expect(bench.scan.getState().feedback).toMatchObject({ kind: 'foreign', code: 'ITEM21' })
  })

  it('are refused and shown as received when torn, and change nothing', async () => {
    const bench = aBench()
    await bench.read('100')
    await bench.scan.getState().scan({ raw: 'ITEM1', codes: [], problem: 'torn' })
    expect(bench.scan.getState().feedback).toEqual({ kind: 'torn', code: 'ITEM1' })
    expect(bench.order.getState().chosen.size).toBe(0)
  })
})

it('at the dock the log records which answer was given, and for which order', async () => {
  const { scan, noted } = aBench()
  const answers: [PageAnswer, number | null][] = [
    ['dock_taken', 200],
    ['dock_canceled', 200],
    ['dock_unknown', null],
  ]
  const take = async () => {
    const [next] = answers.splice(0, 1)
    if (next === undefined) throw new Error('no more answers')
    const [answer, orderId] = next
    return { kind: 'told', code: '1Z', answer, orderId, title: '', hint: null } as const
  }
  scan.getState().openForm({ takeTracking: null, take })
  for (let count = 0; count < 3; count += 1) {
    await scan.getState().scan(scanned('1Z'))
    await scan.getState().command('acknowledge', 'key')
  }
  const scans = noted.filter((entry) => ['scan', 'refusal'].includes((entry as { kind: string }).kind))
  expect(scans).toEqual([
    expect.objectContaining({ kind: 'scan', verdict: 'dock_taken', orderId: 200 }),
    expect.objectContaining({ kind: 'refusal', verdict: 'dock_canceled', orderId: 200 }),
    expect.objectContaining({ kind: 'refusal', verdict: 'dock_unknown', orderId: null }),
  ])
  // ACK too, whatever the window shows behind the dock.
  expect(noted.filter((entry) => (entry as { kind: string }).kind === 'acknowledged')).toEqual([
    expect.objectContaining({ verdict: 'dock_canceled', orderId: 200 }),
    expect.objectContaining({ verdict: 'dock_unknown', orderId: null }),
  ])
})

describe('one item that the scanner reads twice', () => {
  const typedAt = (code: string, fromMs: number) => ({
    ...scanned(code),
    typed: { fromMs, toMs: fromMs + 130 },
  })
  const twin = async (bench: ReturnType<typeof aBench>, ...scans: [code: string, fromMs: number][]) => {
    await bench.read('100')
    for (const [code, fromMs] of scans) await bench.scan.getState().scan(typedAt(code, fromMs))
    return { said: bench.scan.getState().feedback?.kind, chosen: bench.order.getState().chosen.size }
  }

  it('counts once, and says so', async () => {
    expect(await twin(aBench({ sameItemMs: 300 }), ['TWIN', 0], ['TWIN', 299])).toEqual({
      said: 'counted_once',
      chosen: 1,
    })
  })

  it('counts twice when it comes as late as a hand can be with a second item', async () => {
    expect((await twin(aBench({ sameItemMs: 300 }), ['TWIN', 0], ['TWIN', 300])).chosen).toBe(2)
    expect((await twin(aBench({ sameItemMs: 0 }), ['TWIN', 0], ['TWIN', 1])).chosen).toBe(2)
  })

  it('counts again once something else was scanned, as UNDO', async () => {
    const bench = aBench({ sameItemMs: 300 })
    expect((await twin(bench, ['TWIN', 0], [COMMAND_CODES.undo, 40], ['TWIN', 80])).said).toBe('line_chosen')
    expect((await twin(aBench({ sameItemMs: 300 }), ['TWIN', 0], ['ITEM1', 40], ['TWIN', 80])).chosen).toBe(3)
  })

  it('is measured from the one that counted, and only for the same code', async () => {
    const thrice = await twin(aBench({ sameItemMs: 300 }), ['TWIN', 0], ['TWIN', 200], ['TWIN', 400])
    expect(thrice.chosen).toBe(2)
    expect((await twin(aBench({ sameItemMs: 300 }), ['TWIN', 0], ['ITEM1', 50])).chosen).toBe(2)
  })
})
