import { describe, expect, it } from 'vitest'
import { bandLevel, stepComesFirst, warningOf } from '../../../../src/renderer/src/shell/band-level'
import type { OrderView } from '../../../../src/shared/contract/views'
import { anOrder, aShipment } from '../fake-station'

const HELD_REFUND = { seq: 1, kind: 'create_refund', state: 'held', amountCents: 100 } as const
const CANCEL_WAITS = { seq: 1, kind: 'cancel_order', state: 'ready', amountCents: null } as const
const STOPPED = { shipments: [aShipment({ stop: 'lines_elsewhere' })] }

const none = new Set<number>()
const some = new Set([2])

describe('nothing is green while something of the order needs a person', () => {
  it.each<[string, Partial<OrderView>, ReadonlySet<number>, ReturnType<typeof bandLevel>]>([
    ['canceled', { canceled: true }, none, 'stop'],
    ['its cancellation is on its way', { pending: [CANCEL_WAITS] }, none, 'stop'],
    ['a parcel must stay', STOPPED, none, 'stop'],
    // The packer must still tell an accepted scan from a refused one.
    ['a parcel must stay while the rest is packed', STOPPED, some, 'idle'],
    ['a step of a parcel is held', { shipments: [aShipment({ held: 1 })] }, none, 'idle'],
    ['a refund is held', { pending: [HELD_REFUND] }, none, 'idle'],
    ['a step waits to be sent', { shipments: [aShipment({ waiting: 1 })] }, none, 'good'],
    ['nothing', {}, some, 'good'],
  ])('%s', (_, order, chosen, level) => {
    expect(bandLevel('good', warningOf({ order: anOrder(5, order), chosen }))).toBe(level)
  })
})

it('an order that must stop keeps the band red, also after a mild refusal', () => {
  const levels = ['idle', 'good', 'note', 'ask', 'warn', 'block'] as const
  expect(levels.map((level) => bandLevel(level, 'stop'))).toEqual([
    ...['stop', 'stop', 'stop', 'stop', 'stop', 'block'],
  ])
})

it('without an order the band shows the answer', () => {
  expect(bandLevel('good', warningOf({ order: null, chosen: none }))).toBe('good')
})

it('a parcel to pull comes before what was accepted, but hides no refusal', () => {
  const levels = ['idle', 'good', 'note', 'ask', 'warn', 'block'] as const
  expect(levels.filter((level) => stepComesFirst(level, true))).toEqual(['good', 'note'])
  expect(levels.filter((level) => stepComesFirst(level, false))).toEqual([])
})
