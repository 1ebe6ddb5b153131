import { expect, it } from 'vitest'
import type { LineView } from '../../../../src/shared/contract/views'
import { aLine, anOrder, good, NO_LOOK, refused, scanned } from '../fake-station'
import { aBench } from './a-bench'

/** The serial number of the very unit that was sold, scanned after its item. */

const WATCH = { mpn: 'WATCH', serial: 'SN-1' }

async function opened(...lines: readonly Partial<LineView>[]) {
  const bench = aBench()
  bench.station.answers['packing:open'] = () =>
    good(anOrder(100, { lines: lines.map((line, index) => aLine(index + 1, line)) }))
  await bench.read('100')
  const packs = () => bench.station.asked.filter(({ channel }) => channel === 'packing:pack')
  const said = () => bench.scan.getState().feedback
  const chosen = () => [...bench.order.getState().chosen]
  return { ...bench, packs, said, chosen }
}

it('is asked for after the item, and packed with it', async () => {
  const { read, command, packs, heard } = await opened({ serial: 'SN-1' }, {})
  expect(await read('ITEM2', 'ITEM1')).toMatchObject({ kind: 'line_chosen', serial: 'SN-1' })
  expect(heard.at(-1)).toBe('accepted')
  expect(await read('sn1')).toMatchObject({
    kind: 'serial_scanned',
    line: 'Title 1',
    next: null,
    chosen: 2,
    of: 2,
  })
  await command('confirm')
  expect(packs()).toMatchObject([{ request: { lineIds: [2, 1], serials: [{ lineId: 1, code: 'sn1' }] } }])
})

it.each([
  ['with nothing left to scan', ['ITEM1', 'ITEM2']],
  ['with items left to scan', ['ITEM1']],
])('another one stops the hands %s, and chooses, labels and packs nothing', async (_, items) => {
  const { read, command, said, packs, order, chosen } = await opened({ serial: 'SN-1' }, {})
  await read(...items)
  expect(await read('SN-2')).toMatchObject({
    kind: 'wrong_unit',
    line: 'Title 1',
    serial: 'SN-1',
    code: 'SN-2',
  })
  await command('confirm')
  expect(packs()).toEqual([])
  await command('acknowledge')
  expect(order.getState().draft.trackingNumber).toBe('')
  expect(chosen()).toHaveLength(items.length)
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'serial_needed', serial: 'SN-1' })
  expect(packs()).toEqual([])
})

it('comes after its item, and is one scan with it where one code has both', async () => {
  const { read, scan, said, chosen } = await opened({ serial: 'SN-1' }, {})
  expect(await read('SN-1')).toMatchObject({ kind: 'item_first', line: 'Title 1' })
  expect(chosen()).toEqual([])
  await scan.getState().scan({ ...scanned('(21)SN-1'), codes: ['(21)SN-1', 'SN-1', 'ITEM1'] })
  expect(said()).toMatchObject({ kind: 'line_chosen', serial: null })
  expect(await read('SN-1')).toMatchObject({ kind: 'already_scanned' })
})

it('says which of two units of one model was scanned', async () => {
  const { read, command, packs, noted, chosen } = await opened(WATCH, { ...WATCH, serial: 'SN-2' })
  await read('WATCH')
  expect(chosen()).toEqual([1])
  expect(await read('SN-2')).toMatchObject({
    kind: 'serial_scanned',
    line: 'Title 2',
    next: null,
    chosen: 1,
  })
  expect(chosen()).toEqual([2])
  // What main takes a scanned line by is that line's.
  expect(noted).toContainEqual(expect.objectContaining({ kind: 'undo', lineId: 1 }))
  expect(noted).toContainEqual(
    expect.objectContaining({ kind: 'scan', verdict: 'line_chosen', lineId: 2, codes: ['WATCH'] }),
  )
  await read('WATCH', 'SN-1')
  await command('confirm')
  expect(packs()).toMatchObject([
    { request: { lineIds: [2, 1], byHand: [], serials: [{ lineId: 2 }, { lineId: 1, code: 'SN-1' }] } },
  ])
})

it('takes no other line for a unit that was scanned by its own number', async () => {
  const { read, chosen } = await opened(WATCH, { ...WATCH, serial: 'SN-2' })
  await read('ITEM1')
  expect(await read('SN-2')).toMatchObject({ kind: 'item_first', line: 'Title 2' })
  expect(chosen()).toEqual([1])
})

it('a supervisor allows one unit, not all that are due', async () => {
  const { read, command, said, station } = await opened(WATCH, { ...WATCH, serial: 'SN-2' })
  await read('ITEM1', 'ITEM2')
  station.answers['packing:force-scan'] = () => good(null)
  await command('confirm', 'confirm')
  await expect.poll(() => said()).toMatchObject({ kind: 'hand_allowed', count: 1 })
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'serial_needed', line: 'Title 2' })
})

it('the answer names the next unit, and what comes after the last', async () => {
  const { read } = await opened(WATCH, { ...WATCH, serial: 'SN-2' })
  await read('ITEM1', 'ITEM2')
  expect(await read('SN-2')).toMatchObject({ next: { line: 'Title 1', serial: 'SN-1' } })
  expect(await read('SN-1')).toMatchObject({ next: null, labeled: false, toFollow: false })
})

it('is due again where the marketplace has corrected it', async () => {
  const { read, order, station } = await opened({ serial: 'SN-1' })
  await read('ITEM1', 'SN-1')
  station.answers['packing:open'] = () => good(anOrder(100, { lines: [aLine(1, { serial: 'SN-2' })] }))
  await order.getState().reload()
  expect(await read('SN-2')).toMatchObject({ kind: 'serial_scanned' })
})

it('of a code that has both is of the very unit, also where that code opens the order, or comes again', async () => {
  const bench = aBench()
  const lines = [aLine(1, WATCH), aLine(2, { ...WATCH, serial: 'SN-2' })]
  bench.station.answers['packing:open'] = () => good(anOrder(100, { lines }))
  bench.station.answers['packing:scan'] = () =>
    good({ kind: 'item', orderId: 100, lineId: 1, ...NO_LOOK, exact: true })
  const both = { ...scanned('x'), codes: ['x', 'SN-2', 'WATCH'] }
  await bench.scan.getState().scan(both)
  expect([...bench.order.getState().chosen]).toEqual([2])
  expect(bench.scan.getState().feedback).toMatchObject({ kind: 'line_chosen', serial: null })
  await bench.scan.getState().scan(both)
  expect([...bench.order.getState().chosen]).toEqual([2])
})

it('takes the unit’s own line at once where one code has model and serial number', async () => {
  const { scan, chosen, said } = await opened(WATCH, { ...WATCH, serial: 'SN-2' })
  await scan.getState().scan({ ...scanned('x'), codes: ['x', 'SN-2', 'WATCH'] })
  expect(chosen()).toEqual([2])
  expect(said()).toMatchObject({ kind: 'line_chosen', serial: null })
})

it('is scanned again for a unit that was taken out of the box', async () => {
  const { read, scan, order } = await opened({ serial: 'SN-1' }, {})
  await read('ITEM1', 'SN-1')
  scan.getState().toggle(1)
  expect(order.getState().serials.size).toBe(0)
  expect(await read('ITEM1')).toMatchObject({ kind: 'line_chosen', serial: 'SN-1' })
})

it('a second CONFIRM asks a supervisor, who may let the unit go without', async () => {
  const { read, command, packs, said, station } = await opened({ serial: 'SN-1' })
  await read('ITEM1')
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'serial_needed' })
  station.answers['packing:force-scan'] = () => refused('supervisor_needed')
  await command('confirm')
  expect(packs()).toEqual([])
  station.answers['packing:force-scan'] = () => good(null)
  await command('confirm', 'confirm')
  await expect.poll(() => said()).toMatchObject({ kind: 'hand_allowed', count: 1 })
  await command('confirm')
  expect(packs()).toMatchObject([{ request: { lineIds: [1] } }])
  expect(packs()[0]?.request).not.toHaveProperty('serials')
})

it('is due again once the supervisor’s word is over', async () => {
  const { read, command, packs, said, station } = await opened({ serial: 'SN-1' })
  await read('ITEM1')
  station.answers['packing:force-scan'] = () => good(null)
  await command('confirm', 'confirm')
  await expect.poll(() => said()).toMatchObject({ kind: 'hand_allowed' })
  const packed = station.answers['packing:pack']
  station.answers['packing:pack'] = () => refused('serial_missing')
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'pack_refused' })
  if (packed !== undefined) station.answers['packing:pack'] = packed
  await command('acknowledge')
  expect(await read('SN-1')).toMatchObject({ kind: 'serial_scanned' })
  await command('confirm')
  expect(packs().at(-1)).toMatchObject({ request: { serials: [{ lineId: 1, code: 'SN-1' }] } })
})

it('does not let a batch pack over it', async () => {
  const { read, command, packs, order } = await opened({ serial: 'SN-1' })
  order.getState().close()
  await command('batch')
  await read('100')
  expect(await read('ITEM1')).toMatchObject({ kind: 'line_chosen', serial: 'SN-1' })
  expect(packs()).toEqual([])
})
