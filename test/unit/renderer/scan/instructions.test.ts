import { expect, it } from 'vitest'
import type { LineInstruction } from '../../../../src/shared/domain/orders/instruction'
import { aLine, anOrder, good } from '../fake-station'
import { aBench } from './a-bench'

/** Instructions that the packer has to confirm before the parcel is packed. */

const RIBBON: LineInstruction = { text: 'Ribbon', picture: null, confirm: true }
const CARD: LineInstruction = { text: 'Card', picture: null, confirm: true }
const NOTE: LineInstruction = { text: 'Fragile', picture: null, confirm: false }

async function opened(...instructions: readonly (readonly LineInstruction[])[]) {
  const bench = aBench()
  const lines = instructions.map((said, index) => aLine(index + 1, { instructions: said }))
  bench.station.answers['packing:open'] = () => good(anOrder(100, { lines }))
  await bench.read('100')
  const packs = () => bench.station.asked.filter(({ channel }) => channel === 'packing:pack')
  return { ...bench, packs, said: () => bench.scan.getState().feedback }
}

it('CONFIRM confirms the instruction first, and packs then', async () => {
  const { read, command, packs, said } = await opened([RIBBON], [NOTE])
  expect(await read('ITEM1')).toMatchObject({ kind: 'line_chosen', toFollow: true })
  expect(await read('ITEM2')).toMatchObject({ kind: 'line_chosen', toFollow: false })
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'followed', line: 'Title 1', left: 0, chosen: 2, of: 2 })
  expect(packs()).toEqual([])
  await command('confirm')
  expect(packs()).toMatchObject([{ request: { lineIds: [1, 2], followed: [1] } }])
  expect(said()).toMatchObject({ kind: 'packed' })
})

it('is confirmed while items are missing, which CONFIRM would refuse', async () => {
  const { read, command, said, order } = await opened([RIBBON], [])
  await read('ITEM1')
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'followed', chosen: 1, of: 2 })
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'refused', why: 'lines_missing' })
  expect([...order.getState().chosen]).toEqual([1])
})

it('comes before a part is packed, too, and before a line ticked by hand is', async () => {
  const { scan, command, packs, said } = await opened([RIBBON], [])
  scan.getState().toggle(1)
  await command('pack_part')
  expect(said()).toMatchObject({ kind: 'followed' })
  expect(packs()).toEqual([])
  await command('pack_part')
  expect(packs()).toMatchObject([{ request: { lineIds: [1], followed: [1], byHand: [1] } }])
})

it('is one for several pieces of an item, and one each for different items', async () => {
  const { read, command, packs, said } = await opened([RIBBON], [CARD], [RIBBON])
  await read('ITEM2', 'ITEM1', 'ITEM3')
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'followed', line: 'Title 2', left: 2 })
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'followed', line: 'Title 1', left: 0 })
  await command('confirm')
  expect(packs()).toMatchObject([{ request: { followed: [2, 1, 3] } }])
})

it('is asked again for the next order', async () => {
  const { read, command, order, said } = await opened([RIBBON], [])
  await read('ITEM1')
  await command('confirm')
  expect([...order.getState().followed]).toEqual([1])
  order.getState().close()
  await read('100', 'ITEM1')
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'followed' })
})

it('does not let a batch pack over it', async () => {
  const { read, command, packs, said, order } = await opened([RIBBON])
  order.getState().close()
  await command('batch')
  await read('100')
  expect(await read('ITEM1')).toMatchObject({ kind: 'line_chosen', toFollow: true })
  expect(packs()).toEqual([])
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'followed' })
})
