import { expect, test } from 'vitest'
import { createWakeWatch } from '../../../../src/main/hosts/wake-watch'
import { createManualClock } from '../../../support/clock'

function watched() {
  const clock = createManualClock()
  const network = { addresses: '10.0.0.2' }
  const heard: string[] = []
  const stop = createWakeWatch(clock, () => network.addresses)((reason) => heard.push(reason))
  return { clock, network, heard, stop }
}

test('a quiet, busy computer raises no event', () => {
  const { clock, heard } = watched()
  for (let look = 0; look < 100; look += 1) clock.advance(5_000)
  expect(heard).toEqual([])
})

test('a check that comes much too late means that the computer slept', () => {
  const { clock, heard } = watched()
  clock.advance(5_000)
  clock.setWall(clock.wallMs() + 3_600_000)
  clock.advance(5_000)
  expect(heard).toEqual(['resume'])
  clock.advance(5_000)
  expect(heard).toEqual(['resume'])
})

test('each change of addresses is reported once', () => {
  const { clock, network, heard } = watched()
  network.addresses = ''
  clock.advance(10_000)
  network.addresses = '10.0.0.3'
  clock.advance(10_000)
  expect(heard).toEqual(['network', 'network'])
})

test('nothing is checked while nobody listens', () => {
  const { clock, network, heard, stop } = watched()
  stop()
  network.addresses = ''
  clock.advance(60_000)
  expect(heard).toEqual([])
  expect(clock.pending()).toBe(0)
})
