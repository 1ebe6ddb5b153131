import { describe, expect, it } from 'vitest'
import { followBench } from '../../../../src/renderer/src/scan/follow-bench'
import { createOperatorStore } from '../../../../src/renderer/src/stores/operator-store'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { createScanStore } from '../../../../src/renderer/src/scan/scan-store'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'
import type { Link } from '../../../../src/renderer/src/data/station'
import type { OrderView, ScanResolution } from '../../../../src/shared/contract/views'
import { COMMAND_CODES, type Command } from '../../../../src/shared/domain/scanning/command'
import type { ToneName } from '../../../../src/shared/domain/scanning/scan-answer'
import { aLine, anOrder, fakeStation, good, refused, scanned, silent, NO_LOOK } from '../fake-station'
import { eventually } from '../../../support/eventually'

const HOLDER = { station: 'Bench 2', operator: 'Ann', since: '2026-11-21T10:42:00.000Z', tookOver: false }
const PACKED = { station: 'Bench 2', operator: 'Ann', at: '2026-11-21T10:42:00.000Z' }
const CODES = new Map<string, ScanResolution>([
  ['100', { kind: 'order', orderId: 100 }],
  ['200', { kind: 'order', orderId: 200 }],
  ['ITEM1', { kind: 'item', orderId: 100, lineId: 1, ...NO_LOOK, exact: true }],
])

/** Order 100 is on another bench until it is taken over. */
function aBench(first: Partial<OrderView> = { bench: HOLDER }) {
  let present = anOrder(100, first)
  const station = fakeStation({
    'packing:open': ({ orderId }) => good(orderId === 100 ? present : anOrder(orderId)),
    'packing:scan': ({ codes }) =>
      good(codes.map((code) => CODES.get(code)).find(Boolean) ?? { kind: 'unknown' }),
    'packing:pack': () => refused('order_elsewhere'),
    'packing:put': () => good(null),
    'packing:take': () => {
      present = { ...present, bench: null }
      return good({ from: 'Bench 2, Ann', order: present })
    },
  })
  const heard: ToneName[] = []
  const screen = createScreenStore()
  const operator = createOperatorStore(station.bridge)
  const order = createOrderStore(station.bridge, () => ({ carrier: '', warehouseId: 7 }))
  const stores = { order, screen, operator }
  const scan = createScanStore(station.bridge, stores, { ...silent(), play: (tone) => heard.push(tone) })
  const links: ((link: Link) => void)[] = []
  followBench(station.bridge, { ...stores, scan }, (listener) => void links.push(listener))
  const read = async (...codes: string[]) => {
    for (const code of codes) await scan.getState().scan(scanned(code))
    return scan.getState().feedback
  }
  return {
    station,
    order,
    screen,
    operator,
    scan,
    heard,
    read,
    command: (...commands: Command[]) => read(...commands.map((command) => COMMAND_CODES[command])),
    link: (link: Link) => links.forEach((listener) => listener(link)),
    /** Changes main's state of the order from now on. */
    async becomes(part: Partial<OrderView>) {
      present = { ...present, ...part }
      station.emit({ kind: 'orders_changed', orderIds: [100] })
      await eventually(() => expect(order.getState().order).toEqual(present))
    },
    puts: async () => {
      // Each waits for the answer to the previous one.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
      return station.asked.flatMap(({ channel, request }) =>
        channel === 'packing:put' ? [(request as { orderId: number | null }).orderId] : [],
      )
    },
  }
}

describe('an order on another bench', () => {
  it('shows its station when opened, and accepts no item', async () => {
    const bench = aBench()
    expect(await bench.read('100')).toMatchObject({ kind: 'opened_elsewhere', who: 'Bench 2, Ann' })
    expect(await bench.read('ITEM1')).toMatchObject({
      kind: 'held_elsewhere',
      orderId: 100,
      who: 'Bench 2, Ann',
    })
    expect(bench.scan.getState().blocked).not.toBeNull()
    expect([...bench.order.getState().chosen]).toEqual([])
    expect(bench.heard).toEqual(['busy', 'busy'])
  })

  it('accepts no item even if that item opened it', async () => {
    const bench = aBench()
    expect(await bench.read('ITEM1')).toMatchObject({ kind: 'held_elsewhere' })
    expect(bench.order.getState().orderId).toBe(100)
    expect(bench.order.getState().chosen.size).toBe(0)
  })

  it('lets no line be chosen by hand', async () => {
    const bench = aBench()
    await bench.read('100')
    bench.order.getState().choose(1)
    bench.order.getState().toggle(2)
    bench.order.getState().chooseAll()
    expect(bench.order.getState().chosen.size).toBe(0)
  })

  it('is taken over by the second CONFIRM, and then packed like any other', async () => {
    const bench = aBench()
    await bench.read('100')
    expect(await bench.command('confirm')).toMatchObject({ kind: 'take_asked', who: 'Bench 2, Ann' })
    expect(bench.order.getState().order?.bench).not.toBeNull()
    expect(await bench.command('confirm')).toMatchObject({ kind: 'taken', orderId: 100 })
    expect(await bench.read('ITEM1')).toMatchObject({ kind: 'line_chosen', chosen: 1, of: 2 })
  })

  it('is not taken over by two CONFIRMs with another command in between', async () => {
    const bench = aBench()
    await bench.read('100')
    await bench.command('confirm')
    await bench.read('100')
    expect(await bench.command('confirm')).toMatchObject({ kind: 'take_asked' })
    expect(bench.station.asked.filter(({ channel }) => channel === 'packing:take')).toEqual([])
  })

  it('keeps the chosen lines when another station takes it over, and packs none of them', async () => {
    const bench = aBench({ bench: null })
    await bench.read('100', 'ITEM1')
    await bench.becomes({ bench: { ...HOLDER, tookOver: true } })
    expect([...bench.order.getState().chosen]).toEqual([1])
    // The packer is looking at the parcel, not at the screen.
    expect(bench.heard.at(-1)).toBe('busy')
    expect(bench.scan.getState().feedback).toMatchObject({ kind: 'opened_elsewhere', who: 'Bench 2, Ann' })
    expect(await bench.read('ITEM2')).toMatchObject({ kind: 'held_elsewhere' })
    await bench.command('acknowledge')
    expect(await bench.command('pack_part')).toMatchObject({ kind: 'refused', why: 'held_elsewhere' })
    await bench.command('confirm', 'confirm')
    expect(await bench.read('ITEM2')).toMatchObject({ kind: 'line_chosen', chosen: 2 })
  })

  it('is reported free when the other station leaves it', async () => {
    const bench = aBench()
    await bench.read('100')
    await bench.becomes({ bench: null })
    expect(bench.scan.getState().feedback).toMatchObject({ kind: 'order_opened', orderId: 100 })
    expect(bench.heard).toEqual(['busy', 'accepted'])
  })

  it('shows the reason if main knew it first', async () => {
    const bench = aBench({ bench: null })
    await bench.read('100', 'ITEM1', 'ITEM2')
    expect(await bench.command('confirm')).toMatchObject({
      kind: 'pack_refused',
      error: { code: 'order_elsewhere' },
    })
  })
})

describe('a line that another station has packed', () => {
  const lines = [aLine(1, { elsewhere: PACKED }), aLine(2)]

  it('is shown as packed there, and cannot be chosen', async () => {
    const bench = aBench({ bench: null, lines })
    expect(await bench.read('100', 'ITEM1')).toMatchObject({
      kind: 'packed_at',
      lineId: 1,
      who: 'Bench 2, Ann',
    })
    await bench.command('acknowledge')
    expect(await bench.read('ITEM2')).toMatchObject({ kind: 'line_chosen', chosen: 1, of: 1 })
  })

  it('is removed from the selection, and named', async () => {
    const bench = aBench({ bench: null })
    await bench.read('100', 'ITEM1', 'ITEM2')
    await bench.becomes({ lines })
    const { chosen, lostLines } = bench.order.getState()
    expect([[...chosen], lostLines.map(({ lineId }) => lineId)]).toEqual([[2], [1]])
  })
})

describe('the bench', () => {
  it('is reported to main when an order is opened, and when the packer leaves it', async () => {
    const bench = aBench({ bench: null })
    await bench.read('100')
    expect(await bench.puts()).toEqual([100])
    bench.screen.getState().go('queue')
    expect(await bench.puts()).toEqual([100, null])
  })

  it('keeps the order while lines of it are chosen, whatever page the packer opens', async () => {
    const bench = aBench({ bench: null })
    await bench.read('100', 'ITEM1')
    bench.screen.getState().go('settings')
    expect(await bench.puts()).toEqual([100])
    bench.order.getState().chooseNone()
    expect(await bench.puts()).toEqual([100, null])
  })

  it('is empty while the station is locked', async () => {
    const bench = aBench({ bench: null })
    await bench.read('100', 'ITEM1')
    const people = { signedIn: null, recordedAs: 'pc', operators: [], signInNeeded: false, mayManage: false }
    bench.operator.getState().take({ ...people, barred: 'station_locked' }, 1)
    bench.operator.getState().take({ ...people, barred: null }, 2)
    expect(await bench.puts()).toEqual([100, null, 100])
  })

  it('is reported again when main was restarted', async () => {
    const bench = aBench({ bench: null })
    await bench.read('100')
    bench.link('down')
    bench.link('up')
    expect(await bench.puts()).toEqual([100, 100])
  })
})
