import { describe, expect, it } from 'vitest'
import {
  labelKey,
  ordersOfLabel,
  otherOrderOf,
  sameLabel,
  type LabeledParcel,
} from '../../../../../src/shared/domain/shipments/used-label'

const NOW_MS = Date.parse('2026-11-20T09:00:00.000Z')
const DAY_MS = 86_400_000
const ago = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString()
const parcel = (orderId: number, change: Partial<LabeledParcel> = {}): LabeledParcel => ({
  orderId,
  state: 'packed',
  packedAt: ago(1),
  shippedAt: null,
  ...change,
})
const isOnAnother = (...parcels: LabeledParcel[]) => otherOrderOf(ordersOfLabel(parcels, NOW_MS), 7)

describe('a number as compared', () => {
  it.each([
    ['1z 999-aa1', '1Z999AA1'],
    ['123456', '123456'],
    ['12345', null],
    ['1 2-3-4 5', null],
    ['PICKUP', null],
    ['', null],
  ])('%j: %s', (number, key) => {
    expect(labelKey(number)).toBe(key)
  })

  it('is the same in groups and in one', () => {
    expect(sameLabel('1Z 999 AA1', '1z999-aa1')).toBe(true)
    expect(sameLabel('1Z 999 AA1', '1Z999AA2')).toBe(false)
  })
})

describe('the order that uses a label', () => {
  it.each([
    ['nobody', [], null],
    ['a parcel of the order itself', [parcel(7)], null],
    ['one packed for another', [parcel(8)], 8],
    ['one on its way for another', [parcel(8, { state: 'shipped', shippedAt: ago(3) })], 8],
    ['one that arrived', [parcel(8, { state: 'delivered' })], 8],
    ['one that was unpacked', [parcel(8, { state: 'canceled' })], null],
    ['one of 90 days', [parcel(8, { packedAt: ago(90) })], 8],
    ['an older one', [parcel(8, { packedAt: ago(90.01) })], null],
    ['an older one that left later', [parcel(8, { packedAt: ago(100), shippedAt: ago(80) })], 8],
    ['one whose age nobody knows', [parcel(8, { packedAt: null })], 8],
    ['one that a faster clock packed', [parcel(8, { packedAt: ago(-1) })], 8],
    ['an old one and a new one of one order', [parcel(8, { packedAt: ago(200) }), parcel(8)], 8],
    ['the order itself and another', [parcel(7), parcel(8)], 8],
  ])('%s', (_, parcels, expected) => {
    expect(isOnAnother(...parcels)).toBe(expected)
  })
})

it('names the likeliest order first: not canceled, then packed last', () => {
  const orders = ordersOfLabel(
    [parcel(1, { packedAt: ago(300) }), parcel(2, { state: 'canceled', packedAt: ago(0) }), parcel(3)],
    NOW_MS,
  )
  expect(orders).toEqual([
    { orderId: 3, inUse: true },
    { orderId: 1, inUse: false },
    { orderId: 2, inUse: false },
  ])
})
