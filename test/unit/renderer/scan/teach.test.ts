import { beforeEach, expect, it, vi } from 'vitest'
import { aLine, anOrder, good, refused } from '../fake-station'
import { aBench } from './a-bench'

/** An unknown code that is taught with its order open. */

const CODE = '4006381333931'
const TAUGHT = anOrder(100, { lines: [aLine(1, { taught: [`0${CODE}`] }), aLine(2)] })

let bench: ReturnType<typeof aBench>
const asked = () =>
  bench.station.asked.filter(({ channel }) => channel === 'codes:teach').map(({ request }) => request)

beforeEach(async () => {
  bench = aBench()
  bench.station.answers['codes:teach'] = () => good(TAUGHT)
  await bench.read('100')
})

it('is taught by scanner alone, and then packs', async () => {
  expect(await bench.read(CODE)).toMatchObject({ kind: 'unknown', teach: CODE })
  expect(await bench.command('teach')).toEqual({ kind: 'teach_asked', code: CODE })
  expect(bench.scan.getState().blocked, 'the question is the answer to the error').toBeNull()
  expect(await bench.read('ITEM1')).toEqual({ kind: 'taught', code: CODE, line: 'Title 1' })
  expect(asked()).toEqual([{ code: CODE, orderId: 100, lineId: 1 }])
  expect(bench.order.getState().chosen.size, 'the item is not scanned yet').toBe(0)
  expect(await bench.read(CODE)).toMatchObject({ kind: 'line_chosen', lineId: 1 })
})

it('is taught where a carrier’s numbers look the same', async () => {
  bench.order.setState({ checkLabel: () => ({ check: 'unclear', carrier: 'DHL' }) })
  expect(await bench.read(CODE)).toMatchObject({ kind: 'label_unclear', teach: CODE })
  expect(await bench.command('teach')).toEqual({ kind: 'teach_asked', code: CODE })
  expect(await bench.read('ITEM1')).toMatchObject({ kind: 'taught' })
})

it('is taught by a tap, which ticks nothing', async () => {
  await bench.read(CODE)
  await bench.command('teach')
  bench.scan.getState().toggle(2)
  await expect
    .poll(() => bench.scan.getState().feedback)
    .toEqual({ kind: 'taught', code: CODE, line: 'Title 2' })
  expect(asked()).toEqual([{ code: CODE, orderId: 100, lineId: 2 }])
  expect(bench.order.getState().chosen.size).toBe(0)
})

it('is not taught after CANCEL, which keeps what was chosen', async () => {
  await bench.read('ITEM1', CODE)
  await bench.command('teach')
  expect(await bench.command('cancel')).toMatchObject({ kind: 'form_closed' })
  expect([...bench.order.getState().chosen]).toEqual([1])
  expect(await bench.read('ITEM2')).toMatchObject({ kind: 'line_chosen', lineId: 2 })
  expect(asked()).toEqual([])
})

it('says why it was not taken', async () => {
  bench.station.answers['codes:teach'] = () => refused('code_known')
  await bench.read(CODE)
  await bench.command('teach')
  expect(await bench.read('ITEM1')).toMatchObject({ kind: 'failed', error: { code: 'code_known' } })
})

it('is asked for again where another code comes instead of the item', async () => {
  await bench.read(CODE)
  await bench.command('teach')
  expect(await bench.read('NOPE')).toMatchObject({ kind: 'unknown', teach: 'NOPE' })
  expect(await bench.command('teach')).toEqual({ kind: 'teach_asked', code: 'NOPE' })
  expect(asked()).toEqual([])
})

it('there is none of: TEACH says so, and clears no other error', async () => {
  expect(await bench.command('teach')).toMatchObject({ kind: 'refused', why: 'nothing_to_teach' })
  expect(await bench.read('ELSE')).toMatchObject({ kind: 'foreign' })
  await bench.command('teach')
  expect(bench.scan.getState().blocked).toMatchObject({ feedback: { kind: 'foreign' }, refused: 1 })
})

it('waits below an alarm or a form, which get what is scanned', async () => {
  await bench.read(CODE)
  await bench.command('teach')
  let closed = 0
  const close = bench.scan.getState().openForm({ takeTracking: null, close: () => (closed += 1) })
  expect(await bench.read('ITEM1')).toMatchObject({ kind: 'form_open' })
  await bench.command('cancel')
  expect(closed).toBe(1)
  close()
  expect(asked()).toEqual([])
})

it.each([
  ['an address in a label’s 2D code', 'Jo Doe, 1 Test Street, Springfield, OR 97477'],
  ['a part of a badge', 'PBXBCDEF'],
])('is never offered of %s', async (_, code) => {
  expect(await bench.read(code)).not.toHaveProperty('teach')
  expect(await bench.command('teach')).not.toMatchObject({ kind: 'teach_asked' })
})

it.each([
  ['a scan of the item', () => void bench.read('ITEM1')],
  ['a tap', () => bench.scan.getState().toggle(1)],
])('waits, after %s, for a supervisor, whose badge and CANCEL come through', async (_, teach) => {
  let allow = (): void => undefined
  bench.station.answers['codes:teach'] = () =>
    new Promise((resolve) => (allow = () => resolve(good(TAUGHT)))) as never
  await bench.read(CODE)
  await bench.command('teach')
  teach()
  await expect.poll(asked).toHaveLength(1)
  const badges: string[] = []
  const close = vi.fn<() => void>()
  const takeBadge = (badge: string) => {
    badges.push(badge)
    return Promise.resolve({ kind: 'lent', code: '', name: 'Sam' } as const)
  }
  const closeForm = bench.scan.getState().openForm({ takeTracking: null, takeBadge, close })
  expect(await bench.command('cancel')).toMatchObject({ kind: 'form_closed' })
  expect(close).toHaveBeenCalledOnce()
  expect(await bench.read('PBXBBCDEFGHIJKLN')).toMatchObject({ kind: 'lent', name: 'Sam' })
  expect(badges).toEqual(['PBXBBCDEFGHIJKLN'])
  const { count } = bench.scan.getState()
  closeForm()
  allow()
  await expect.poll(() => bench.scan.getState().feedback).toMatchObject({ kind: 'taught', line: 'Title 1' })
  expect(bench.scan.getState().count, 'no scan is forgotten').toBe(count)
  expect(await bench.read(CODE)).toMatchObject({ kind: 'line_chosen', lineId: 1 })
})
