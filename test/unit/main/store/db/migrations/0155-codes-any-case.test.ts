import { expect, it } from 'vitest'
import { migration0155 } from '../../../../../../src/main/store/db/migrations/0155-codes-any-case'
import { migrateOneStep } from './one-step'

it('indexes codes whatever their case, and changes no row', () => {
  const codes = ['external_id', 'item_number', 'mpn']
  const { before, after } = migrateOneStep(migration0155, {
    indexes: {
      added: codes.map((column) => `order_lines_${column}_any_case`),
      removed: codes.map((column) => `order_lines_${column}`),
    },
  })
  expect(after).toEqual(before)
})
