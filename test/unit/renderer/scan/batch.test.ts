import { describe, expect, it } from 'vitest'
import { isRepeat, packsAtOnce } from '../../../../src/renderer/src/scan/batch'
import type { OrderView } from '../../../../src/shared/contract/views'
import { aLine, anOrder, aShipment, good, refused } from '../fake-station'
import { aBench } from './a-bench'

const { shipmentId } = aShipment()
const PARCEL = 'order-200'
const WANTED = aLine(21, { itemNumber: 'ELSE' })

/** A bench in whose queue order 200 wants the item ELSE, and what `other` adds to the order. */
function inBatch(other: Partial<OrderView> = {}) {
  const bench = aBench()
  const lines = [WANTED]
  let packed = false
  bench.station.answers['packing:open'] = ({ orderId }) =>
    good(anOrder(orderId, { lines: packed ? [{ ...WANTED, shipmentId }] : lines, ...other }))
  bench.station.answers['packing:pack'] = ({ orderId }) => {
    packed = true
    const order = anOrder(orderId, { lines: [{ ...WANTED, shipmentId }] })
    return good({ shipmentId, seq: 1, order })
  }
  return bench
}

describe('the rule', () => {
  it('packs only the last line that can still be packed', () => {
    const one = anOrder(1, { lines: [aLine(1), aLine(2, { shipmentId }), aLine(3, { isShippingFee: true })] })
    expect(packsAtOnce(one, 1)).toBe(true)
    expect(packsAtOnce(one, 2)).toBe(false)
    expect(packsAtOnce(anOrder(1, { lines: [aLine(1), aLine(2)] }), 1)).toBe(false)
    expect(packsAtOnce({ ...one, canceled: true }, 1)).toBe(false)
    expect(packsAtOnce(null, 1)).toBe(false)
  })

  it('takes the same code within a second for the same item', () => {
    const last = { code: PARCEL, atMs: 5_000 }
    expect(isRepeat(last, PARCEL, 5_999)).toBe(true)
    expect(isRepeat(last, PARCEL, 6_000)).toBe(false)
    expect(isRepeat(last, 'other', 5_001)).toBe(false)
    expect(isRepeat(null, PARCEL, 0)).toBe(false)
  })
})

describe('the batch', () => {
  it('is off until somebody says so: an item only opens its order', async () => {
    const bench = inBatch()
    expect(await bench.read('ELSE')).toMatchObject({ kind: 'line_chosen' })
    expect(bench.packs()).toBe(0)
  })

  it('packs an order of one item by its scan, counts it, and notes it', async () => {
    const bench = inBatch()
    expect(await bench.command('batch')).toMatchObject({ kind: 'batch_on' })
    expect(await bench.read('ELSE')).toMatchObject({ kind: 'batch_packed', orderId: 200 })
    expect(bench.packs()).toBe(1)
    expect(bench.station.asked.find(({ channel }) => channel === 'packing:pack')?.request).toMatchObject({
      orderId: 200,
      lineIds: [21],
    })
    expect(bench.scan.getState().batch).toBe(1)
    expect(bench.heard.at(-1)).toBe('complete')
    expect(bench.noted.slice(-2)).toMatchObject([
      { kind: 'scan', raw: 'ELSE', codes: ['ELSE'], verdict: 'line_chosen', orderId: 200, lineId: 21 },
      { kind: 'command', raw: null, command: 'confirm', verdict: 'batch_packed', orderId: 200 },
    ])
    expect(await bench.command('batch')).toMatchObject({ kind: 'batch_off' })
    expect(bench.scan.getState().batch).toBeNull()
  })

  it('opens an order of more items as ever', async () => {
    const bench = inBatch({ lines: [WANTED, aLine(22)] })
    await bench.command('batch')
    expect(await bench.read('ELSE')).toMatchObject({ kind: 'line_chosen', chosen: 1, of: 2 })
    expect(bench.packs()).toBe(0)
  })

  it('opens an order by its number without packing it', async () => {
    const bench = inBatch()
    await bench.command('batch')
    expect(await bench.read('100')).toMatchObject({ kind: 'order_opened' })
    expect(bench.packs()).toBe(0)
  })

  it.each(['order_on_hold', 'label_used', 'order_elsewhere'] as const)(
    'blocks on %s, as CONFIRM does, and counts nothing',
    async (code) => {
      const bench = inBatch()
      bench.station.answers['packing:pack'] = () => refused(code)
      await bench.command('batch')
      const kind = code === 'label_used' ? 'label_used' : 'pack_refused'
      expect(await bench.read('ELSE')).toMatchObject({ kind })
      expect(bench.scan.getState().blocked).not.toBeNull()
      expect(bench.scan.getState().batch).toBe(0)
    },
  )

  it('reports the scan to main before it packs, and once, also where the pack is refused', async () => {
    for (const code of [null, 'order_on_hold'] as const) {
      const bench = inBatch()
      const { 'packing:pack': packs } = bench.station.answers
      let known: unknown[] = []
      bench.station.answers['packing:pack'] = (request) => {
        known = bench.noted.map(({ lineId }) => lineId)
        return code === null ? (packs?.(request) ?? refused('internal')) : refused(code)
      }
      await bench.command('batch')
      await bench.read('ELSE')
      expect(known.at(-1)).toBe(21)
      expect(bench.noted.filter(({ raw }) => raw === 'ELSE')).toHaveLength(1)
    }
  })

  it('does not touch a canceled order or one on another bench', async () => {
    const other = {
      station: 'Bench 2',
      operator: '',
      since: '2026-11-20T08:00:00.000Z',
      tookOver: false,
    }
    for (const part of [{ canceled: true }, { bench: other }] as const) {
      const bench = inBatch(part)
      await bench.command('batch')
      expect(await bench.read('ELSE')).not.toMatchObject({ kind: 'batch_packed' })
      expect(bench.scan.getState().blocked).not.toBeNull()
      expect(bench.packs()).toBe(0)
    }
  })

  it('does not pack the next order when the scanner repeats itself', async () => {
    const bench = inBatch()
    await bench.command('batch')
    await bench.read('ELSE')
    const asked = bench.station.asked.length
    expect(await bench.read('ELSE')).toMatchObject({ kind: 'batch_repeat' })
    expect(bench.packs()).toBe(1)
    expect(bench.station.asked.slice(asked).map(({ channel }) => channel)).not.toContain('packing:open')
    bench.pass(1_000)
    expect(await bench.read('ELSE')).not.toMatchObject({ kind: 'batch_repeat' })
  })
})
