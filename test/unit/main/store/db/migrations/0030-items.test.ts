import { expect, it } from 'vitest'
import { migration0030 } from '../../../../../../src/main/store/db/migrations/0030-items'
import { migrateOneStep } from './one-step'

it('indexes the items, and changes no row', () => {
  const { before, after } = migrateOneStep(migration0030, {
    indexes: { added: ['items_by_age', 'items_external_id', 'items_mpn'] },
  })
  expect(after).toEqual(before)
})
