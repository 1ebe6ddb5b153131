import { expect, it } from 'vitest'
import { migration0370 } from '../../../../../../src/main/store/db/migrations/0370-codes-in-groups'
import { migrateOneStep } from './one-step'

it('adds an index for each code and changes nothing else', () => {
  const added = ['external_id', 'item_number', 'mpn'].map((column) => `order_lines_${column}_in_groups`)
  const { before, after } = migrateOneStep(migration0370, { indexes: { added } })
  expect(after).toEqual(before)
})
