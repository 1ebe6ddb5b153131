import { expect, it } from 'vitest'
import { eventually } from '../../support/eventually'
import { goodsOf, makeSyncBench } from '../../support/sync-bench'

/** A check that ends when the test says so. */
function checkByHand() {
  let say = (_verdict: string | null): void => {}
  const verdict = new Promise<string | null>((resolve) => (say = resolve))
  const files: string[] = []
  return {
    files,
    say: (answer: string | null) => say(answer),
    check: (file: string) => {
      files.push(file)
      return { verdict, stop: async () => say(null) }
    },
  }
}

/** One pack waits to be sent, the power fails, and the station is at work again while its file is checked. */
async function cutWithOneToSend() {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  const before = bench.pack(order.id, goodsOf(order).slice(0, 1))
  const byHand = checkByHand()
  const asked = (await bench.control.requestLog()).length
  await bench.cutPower({ check: byHand.check })
  const { station } = bench
  station.engine.start()
  station.pull.start()
  station.itemPull.start()
  const requests = async () => (await bench.control.requestLog()).length - asked
  return { bench, order, before, ...byHand, requests }
}

it('nothing is requested until the check is over; packing goes on, and all is sent then', async () => {
  const { bench, order, before, files, say, requests } = await cutWithOneToSend()
  const { station } = bench
  expect(files).toEqual([station.file])
  expect(station.gate.state()).toBe('checking')
  const meanwhile = bench.pack(order.id, goodsOf(order).slice(1))
  station.wake()
  await bench.turn(60_000)
  expect(await requests()).toBe(0)
  expect([bench.op(before.seq).state, bench.op(meanwhile.seq).state]).toEqual(['ready', 'ready'])

  say('ok')
  await bench.until(before.seq, 'confirmed')
  await bench.until(meanwhile.seq, 'confirmed')
  expect(station.gate.state()).toBe('online')
  expect(station.faults).toEqual([])
})

it('nothing is requested after the file was found to be damaged', async () => {
  const { bench, before, say, requests } = await cutWithOneToSend()
  say('row 3 missing from index')
  await eventually(() => expect(bench.station.faults).toEqual(['damaged']))
  bench.station.wake()
  await bench.turn(60_000)
  expect(await requests()).toBe(0)
  expect(bench.op(before.seq).state).toBe('ready')
})

it('a check that could not be made on its own thread is made at once', async () => {
  const { bench, before, say } = await cutWithOneToSend()
  say(null)
  await bench.until(before.seq, 'confirmed')
})

it('a station that ends before the check is over has it checked at the next start', async () => {
  const { bench } = await cutWithOneToSend()
  const again = checkByHand()
  await bench.restartStation(again)
  expect(bench.station.gate.state()).toBe('checking')
  await bench.restartStation(again)
  again.say('ok')
  await eventually(() => expect(bench.station.gate.state()).not.toBe('checking'))
  await bench.restartStation(again)
  expect(again.files).toHaveLength(2)
  expect(bench.station.gate.state()).toBe('online')
})
