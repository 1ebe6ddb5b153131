import { expect, it } from 'vitest'
import { good, refused, scanned } from '../fake-station'
import { aBench, order100 } from './a-bench'

/** Lines that are ticked by hand, and a bench where every item must be scanned. */

const NEEDS_SUPERVISOR = refused('supervisor_needed')

async function opened() {
  const bench = aBench()
  await bench.read('100')
  const order = () => bench.order.getState()
  const asked = (channel: string) => bench.station.asked.filter((one) => one.channel === channel)
  return { ...bench, state: order, asked, said: () => bench.scan.getState().feedback }
}

it('turns a ticked line into a scanned one when it is scanned, and counts it once', async () => {
  const { scan, state, read } = await opened()
  scan.getState().toggle(1)
  expect([...state().scanned]).toEqual([])
  expect(await read('ITEM1')).toMatchObject({ kind: 'line_chosen', lineId: 1, chosen: 1, of: 2 })
  expect([...state().scanned]).toEqual([1])
  expect(await read('ITEM1')).toMatchObject({ kind: 'already_scanned' })
})

it('packs with the lines that were ticked named, and starts the next parcel with none', async () => {
  const { scan, read, command, asked, state } = await opened()
  await read('ITEM1')
  scan.getState().chooseAll()
  await command('confirm')
  expect(asked('packing:pack')).toMatchObject([{ request: { lineIds: [1, 2], byHand: [2] } }])
  expect(state().scanned.size).toBe(0)
})

it('ticks nothing where every item must be scanned, until a supervisor allows it', async () => {
  const { scan, state, rules, station, said, operator, heard } = await opened()
  rules.everyItemScanned = true
  operator.setState({ signIn: { ...PACKER } })
  let answer: (result: ReturnType<typeof good<null>> | typeof NEEDS_SUPERVISOR) => void = () => undefined
  station.answers['packing:force-scan'] = () => new Promise((resolve) => (answer = resolve))
  const heardBefore = heard.length
  scan.getState().toggle(1)
  // While the supervisor is asked, the words are there.
  expect(said()).toMatchObject({ kind: 'scan_needed', count: 1 })
  expect(heard.slice(heardBefore)).toEqual(['wrong'])
  answer(NEEDS_SUPERVISOR)
  await expect.poll(() => heard.length).toBe(heardBefore + 2)
  expect(said()).toMatchObject({ kind: 'scan_needed', count: 1 })
  expect(state().chosen.size).toBe(0)

  scan.getState().chooseAll()
  expect(station.asked.at(-1)).toEqual({
    channel: 'packing:force-scan',
    request: { orderId: 100, lineIds: [1, 2] },
  })
  answer(good(null))
  await expect.poll(() => said()).toMatchObject({ kind: 'hand_allowed', count: 2 })
  expect([...state().chosen]).toEqual([1, 2])
  expect(state().scanned.size).toBe(0)
  // Unticking never asks.
  scan.getState().toggle(2)
  expect([...state().chosen]).toEqual([1])
})

it('answers CONFIRM with the same words when main refuses to pack, and hears the badge meanwhile', async () => {
  const { scan, station, read, command, asked, said } = await opened()
  scan.getState().chooseAll()
  station.answers['packing:pack'] = () => refused('not_scanned')
  let answer: (result: ReturnType<typeof good<null>>) => void = () => undefined
  station.answers['packing:force-scan'] = () => new Promise((resolve) => (answer = resolve))
  await command('confirm')
  expect(said()).toMatchObject({ kind: 'scan_needed', count: 2 })
  expect(asked('packing:force-scan')).toMatchObject([{ request: { lineIds: [1, 2] } }])
  // The next scan does not wait for the supervisor: it may be the supervisor's badge.
  expect(await read('ITEM1')).toMatchObject({ kind: 'line_chosen' })
  answer(good(null))
  await expect.poll(() => said()).toMatchObject({ kind: 'hand_allowed' })
  station.answers['packing:pack'] = ({ lineIds }) =>
    good({ shipmentId: order100([1]).shipments[0]?.shipmentId ?? '', seq: 1, order: order100([...lineIds]) })
  expect(await command('confirm')).toMatchObject({ kind: 'packed' })
})

it('shows a scan that main did not see as ticked by hand, and asks for that item alone', async () => {
  const { station, read, command, asked, said, state } = await opened()
  await read('ITEM1', 'ITEM2')
  station.answers['packing:pack'] = () => refused('not_scanned', { lines: '2' })
  station.answers['packing:force-scan'] = () => NEEDS_SUPERVISOR
  await command('confirm')
  expect([...state().chosen]).toEqual([1, 2])
  expect([...state().scanned]).toEqual([1])
  expect(said()).toMatchObject({ kind: 'scan_needed', count: 1 })
  expect(asked('packing:force-scan')).toMatchObject([{ request: { lineIds: [2] } }])
})

it('forgets the answer about an order that has left the bench meanwhile', async () => {
  const { scan, order, rules, station, state } = await opened()
  rules.everyItemScanned = true
  let answer: (result: ReturnType<typeof good<null>>) => void = () => undefined
  station.answers['packing:force-scan'] = () => new Promise((resolve) => (answer = resolve))
  scan.getState().toggle(1)
  await order.getState().open(200)
  answer(good(null))
  await scan.getState().scan(scanned('NOTHING'))
  expect(state().chosen.size).toBe(0)
})

const PACKER = {
  signedIn: null,
  barred: null,
  recordedAs: 'Pat',
  operators: [],
  signInNeeded: true,
  mayManage: false,
} as const
