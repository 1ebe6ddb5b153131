import { expect, it } from 'vitest'
import { changesOrder } from '../../../../../src/renderer/src/features/outbox/op/changes-order'

const changed = (orderIds: number[] | null) => ({ kind: 'orders_changed', orderIds }) as const

it('an operation is read again when its order may have changed, and for no other order', () => {
  expect(changesOrder(changed([7, 8]), 7)).toBe(true)
  expect(changesOrder(changed([8]), 7)).toBe(false)
  expect(changesOrder(changed(null), 7)).toBe(true)
  expect(changesOrder({ kind: 'bulk_changed' }, 7)).toBe(false)
})

it('an operation that is not read yet may be of any order, and one on an item is of none', () => {
  expect(changesOrder(changed([8]), undefined)).toBe(true)
  expect(changesOrder(changed(null), null)).toBe(false)
})
