import { describe, expect, it } from 'vitest'
import { keepBench } from '../../../../src/renderer/src/scan/keep-bench'
import type { StationState } from '../../../../src/renderer/src/stores/station-store'
import type { Bootstrap, OrderView } from '../../../../src/shared/contract/views'
import type { NamedCodes, ShownChange } from '../../../../src/shared/domain/orders/order-change'
import { createStore } from 'zustand/vanilla'
import { eventually } from '../../../support/eventually'
import { aLine, anOrder, good } from '../fake-station'
import { aBench } from '../scan/a-bench'

/** What others change in an order while it is on the bench: a scan counts for what the line, item and address were. */

const AT = '2026-11-21T09:00:00.000Z'
const codes = (externalId: string | null, itemNumber = 'ITEM1'): NamedCodes => {
  return { itemNumber, externalId, mpn: null, title: null }
}
const WAS = codes('SKU1')
const line = (seq: number, to: NamedCodes | null, from: NamedCodes | null = WAS) => {
  return { seq, at: AT, what: 'line' as const, lineId: 1, place: 1, from, to }
}
const address = (seq: number, from: string, to: string): ShownChange => {
  return { seq, at: AT, what: 'address', from: ['Jo', from], to: ['Jo', to] }
}

async function begun() {
  const bench = aBench()
  await bench.read('100')
  const { order, station, noted } = bench
  /** The station's next view of the order. */
  const becomes = async (changes: ShownChange[], over: Partial<OrderView> = {}) => {
    station.answers['packing:open'] = () => good(anOrder(100, { changes, ...over }))
    await order.getState().reload()
  }
  const state = () => {
    const { chosen, draft, changed } = order.getState()
    return { chosen: [...chosen], label: draft.trackingNumber, changed }
  }
  const undone = () =>
    noted.filter(({ kind }) => kind === 'undo').map(({ verdict, lineId }) => [verdict, lineId])
  return { ...bench, becomes, state, undone }
}

describe('a chosen unit', () => {
  it('is taken back, named and recorded once its line means another item', async () => {
    const { read, becomes, state, undone, order } = await begun()
    await read('SKU1', 'SKU2')
    await becomes([line(1, codes('SKU9', 'ITEM9'))])
    expect(state()).toMatchObject({
      chosen: [2],
      changed: { lines: [{ from: WAS }], address: null, label: null },
    })
    expect(order.getState().lostLines).toEqual([])
    expect(undone()).toEqual([['line_changed', 1]])
    order.getState().seeChanges()
    await becomes([line(1, codes('SKU9', 'ITEM9'))])
    expect(state()).toMatchObject({ chosen: [2], changed: null })
  })

  it('stays named while a second one is taken back', async () => {
    const { read, becomes, state, undone } = await begun()
    await read('SKU1', 'SKU2')
    const second = { ...line(2, null), lineId: 2 }
    await becomes([line(1, codes('SKU9'))])
    await becomes([line(1, codes('SKU9')), second], { lines: [aLine(1)] })
    expect(state()).toMatchObject({ chosen: [], changed: { lines: [{ lineId: 1 }, { lineId: 2 }] } })
    expect(undone()).toEqual([
      ['line_changed', 1],
      ['line_changed', 2],
    ])
  })

  it('that was ticked by hand is taken back, too, and one whose line is gone is named once', async () => {
    const { order, becomes, state } = await begun()
    order.getState().choose(1)
    await becomes([line(1, null)], { lines: [aLine(2)] })
    expect(state()).toMatchObject({ chosen: [], changed: { lines: [{ to: null }] } })
    expect(order.getState().lostLines).toEqual([])
  })

  it.each([
    ['its scanned code is gone', 'SKU1', codes(null), []],
    ['another code is gone', 'ITEM1', codes(null), [1]],
    ['its code is only respelled', 'SKU1', codes('sku1'), [1]],
  ] as const)('depends on what was scanned: %s', async (_, code, to, chosen) => {
    const { read, becomes, state } = await begun()
    await read(code)
    await becomes([line(1, to)])
    expect(state().chosen).toEqual(chosen)
  })

  it('stays if the change came before the scan, or was taken back before the window saw it', async () => {
    const { read, becomes, state } = await begun()
    await becomes([line(1, codes('SKU9'))])
    expect(state().changed).toBeNull()
    await read('SKU1')
    await becomes([
      line(1, codes('SKU9')),
      line(2, codes('X'), codes('SKU1')),
      line(3, codes('SKU1'), codes('X')),
    ])
    expect(state()).toMatchObject({ chosen: [1], changed: null })
  })

  it('of an order that is canceled with the change is told of by the other alarm', async () => {
    const { read, becomes, state, order } = await begun()
    await read('SKU1')
    await becomes([line(1, codes('SKU9'))], { canceled: true })
    expect(state().changed).toBeNull()
    expect(order.getState().canceledOnBench).toBe(true)
  })
})

describe('a label', () => {
  it('for the old address is dropped, unless the packer says that it fits', async () => {
    const { order, read, becomes, state, undone } = await begun()
    await read('SKU1')
    order.getState().setDraft({ trackingNumber: '1Z', carrier: 'UPS' })
    await becomes([address(1, 'Old', 'New')])
    const changed = { address: { from: ['Jo', 'Old'], to: ['Jo', 'New'] }, label: { trackingNumber: '1Z' } }
    expect(state()).toMatchObject({ chosen: [1], label: '', changed })
    expect(undone()).toEqual([['label_unfit', null]])
    order.getState().seeChanges(true)
    expect(state()).toMatchObject({ label: '1Z', changed: null })
    expect(order.getState().draft.carrier).toBe('UPS')
    await becomes([address(1, 'Old', 'New'), address(2, 'New', 'Third')])
    order.getState().seeChanges()
    expect(state()).toMatchObject({ label: '', changed: null })
  })

  it('is not asked about while nothing is begun, nor for an address that is the same again', async () => {
    const { order, read, becomes, state } = await begun()
    await becomes([address(1, 'Old', 'New')])
    expect(state().changed).toBeNull()
    await read('SKU1')
    order.getState().setDraft({ trackingNumber: '1Z' })
    await becomes([address(1, 'Old', 'New'), address(2, 'New', 'Old'), address(3, 'Old', 'New')])
    expect(state()).toMatchObject({ label: '1Z', changed: null })
  })

  it('needs asking although no label is there yet, because the slip may be printed', async () => {
    const { read, becomes, state } = await begun()
    await read('SKU1')
    await becomes([address(1, 'Old', 'New')])
    expect(state()).toMatchObject({ chosen: [1], changed: { label: null, address: { to: ['Jo', 'New'] } } })
  })

  it('that a second change follows is asked about with the first address before and the last after', async () => {
    const { order, read, becomes, state } = await begun()
    await read('SKU1')
    order.getState().setDraft({ trackingNumber: '1Z' })
    await becomes([address(1, 'Old', 'New')])
    await becomes([address(1, 'Old', 'New'), address(2, 'New', 'Third'), line(3, codes('SKU9'))])
    expect(state().changed).toMatchObject({
      address: { from: ['Jo', 'Old'], to: ['Jo', 'Third'] },
      label: { trackingNumber: '1Z' },
      lines: [{ seq: 3 }],
    })
  })
})

describe('packing', () => {
  it('says by which code each unit was scanned, and which changes the packer knows of', async () => {
    const { order, read, becomes, station } = await begun()
    await becomes([line(4, codes('SKU9'))])
    await read('sku1')
    order.getState().choose(2)
    await order.getState().pack()
    expect(station.asked.at(-1)?.request).toMatchObject({ knows: 4, byHand: [2] })
  })

  it('that comes too late reads what has changed, and takes it back', async () => {
    const { order, read, station, state } = await begun()
    await read('SKU1')
    station.answers['packing:pack'] = () => {
      return { ok: false, error: { code: 'order_changed', message: 'changed' } }
    }
    station.answers['packing:open'] = () => good(anOrder(100, { changes: [line(1, codes('SKU9'))] }))
    await order.getState().pack()
    await eventually(() => expect(state()).toMatchObject({ chosen: [], changed: { lines: [{ seq: 1 }] } }))
  })
})

it('a page that is loaded again before the packer has read it says it again', async () => {
  let text: string | null = null
  const memory = { getItem: () => text, setItem: (_name: string, value: string) => void (text = value) }
  const bootstrap = { version: '1', accounts: { atWork: 'a' } } as Bootstrap
  const openPage = (bench: Awaited<ReturnType<typeof begun>>) => {
    const station = createStore<StationState>()(() => ({ bootstrap: null }) as StationState)
    bench.operator.setState({ locked: false })
    keepBench({ ...bench, station }, memory)
    station.setState({ bootstrap })
  }
  const first = await begun()
  openPage(first)
  await first.read('SKU1', 'SKU2')
  first.order.getState().setDraft({ trackingNumber: '1Z' })
  const after = [line(1, codes('SKU9')), address(2, 'Old', 'New')]
  await first.becomes(after)
  const bench = aBench()
  bench.station.answers['packing:open'] = () => good(anOrder(100, { changes: after }))
  openPage({ ...first, ...bench })
  await eventually(() =>
    expect(bench.order.getState()).toMatchObject({
      changed: { lines: [{ lineId: 1 }], label: { trackingNumber: '1Z' } },
      draft: { trackingNumber: '' },
    }),
  )
  expect([...bench.order.getState().chosen]).toEqual([2])
})
