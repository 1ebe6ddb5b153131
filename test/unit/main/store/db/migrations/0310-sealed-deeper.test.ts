import { expect, it } from 'vitest'
import { migration0310 } from '../../../../../../src/main/store/db/migrations/0310-sealed-deeper'
import { migrateOneStep } from './one-step'

it('notes that the orders are to be sealed again from the first one on, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0310, {})
  expect(before['settings']).toContainEqual({ key: 'orders.sealed_to', value: '100039' })
  expect(after).toEqual({
    ...before,
    settings: before['settings']?.map((row) =>
      row['key'] === 'orders.sealed_to' ? { ...row, value: '0' } : row,
    ),
  })
})
