import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RunningStation } from '../../support/station'
import { openStationPool } from '../../support/station-pool'
import { tempDir } from '../../support/temp-dir'

/** What window tests share must not carry anything from one test to the next. */

/** Stands for the built program: says what it was given, and leaves what its warehouse number asks for. */
const PROGRAM = `
let starts = 0
starts += 1
console.log(starts, process.argv.at(-1), process.env.PACKBENCH_WAREHOUSE_ID, process.env.TZ)
console.log('Packbench ready at http://127.0.0.1:1/open')
const open = setInterval(() => {}, 60_000)
process.on('SIGTERM', () => {
  console.error('ends')
  if (process.env.PACKBENCH_WAREHOUSE_ID === '1') process.on('exit', () => {})
  if (process.env.PACKBENCH_WAREHOUSE_ID !== '2') clearInterval(open)
  process.exit(0)
})
if (process.env.PACKBENCH_WAREHOUSE_ID === '3') setTimeout(() => process.emit('SIGTERM'))
`

function openPool() {
  const entry = path.join(tempDir(), 'program.cjs')
  writeFileSync(entry, PROGRAM)
  const pool = openStationPool(entry)
  const started: RunningStation[] = []
  onTestFinished(async () => {
    // Some have a process of their own, which the pool does not know.
    await Promise.all(started.map((station) => station.kill()))
    await pool.close()
  })
  return async (dataDir: string, env: Record<string, string>) => {
    const station = await pool.start({ dataDir, env })
    started.push(station)
    return station
  }
}

test('a station that ends as it should leaves its process to the next, which sees nothing of it', async () => {
  const start = openPool()
  const first = await start('/one', { PACKBENCH_WAREHOUSE_ID: '7', TZ: 'Asia/Tokyo' })
  await first.stop()
  const second = await start('/two', {})
  expect(second.pid()).toBe(first.pid())
  await first.stop()
  await second.stop()
  const ready = 'Packbench ready at http://127.0.0.1:1/open\nends\n'
  expect(first.output()).toBe(`1 --data-dir=/one 7 Asia/Tokyo\n${ready}`)
  expect(second.output()).toBe(`1 --data-dir=/two undefined ${process.env['TZ']}\n${ready}`)
})

test('one that a person has quit leaves its process, too', async () => {
  const start = openPool()
  const first = await start('/one', { PACKBENCH_WAREHOUSE_ID: '3' })
  await expect.poll(() => first.output()).toContain('ends')
  // Whatever the first says at its end has been read by then.
  const meanwhile = await start('/two', {})
  await first.stop()
  expect((await start('/three', {})).pid()).toBe(first.pid())
  expect(meanwhile.pid()).not.toBe(first.pid())
})

test('two at once have a process each', async () => {
  const start = openPool()
  const [first, second] = [await start('/one', {}), await start('/two', {})]
  expect(second.pid()).not.toBe(first.pid())
})

test.each([
  ['a listener', '1'],
  ['a timer', '2'],
])('the process of a station that leaves %s ends with it', async (_what, warehouse) => {
  const start = openPool()
  const first = await start('/one', { PACKBENCH_WAREHOUSE_ID: warehouse })
  await first.stop()
  expect((await start('/two', {})).pid()).not.toBe(first.pid())
})

test('one that is killed, restarted, or told what Node reads at its own start is alone', async () => {
  const start = openPool()
  const killed = await start('/one', {})
  await killed.kill()
  const restarted = await start('/two', {})
  const before = restarted.pid()
  expect(before).not.toBe(killed.pid())
  await restarted.restart()
  expect(restarted.pid()).not.toBe(before)
  const own = await start('/three', { NODE_EXTRA_CA_CERTS: '/none' })
  expect([before, restarted.pid()]).not.toContain(own.pid())
})
