import { expect, test } from 'vitest'
import { createBus } from '../../../../src/main/base/bus'

type Parcels = { packed: [orderId: number, lines: number]; shipped: [] }

test('what a part emits reaches its handler, with all its values', () => {
  const handled: unknown[] = []
  const bus = createBus<Parcels>((error) => {
    throw error
  })
  const packed = bus.emitter('packed')
  bus.handle({ packed: (...values) => handled.push(values), shipped: () => handled.push('shipped') })
  packed(7, 2)
  bus.emitter('shipped')()
  expect(handled).toEqual([[7, 2], 'shipped'])
})

test('a handler that fails does not fail the part that has emitted', () => {
  const faults: unknown[] = []
  const error = new Error('no such table')
  const bus = createBus<Parcels>((fault) => faults.push(fault))
  bus.handle({
    packed() {
      throw error
    },
    shipped: () => undefined,
  })
  bus.emitter('packed')(7, 2)
  expect(faults).toEqual([error])
})

test('nothing may happen before anybody handles it', () => {
  const bus = createBus<Parcels>(() => undefined)
  expect(bus.emitter('shipped')).toThrow('shipped was emitted before')
})
