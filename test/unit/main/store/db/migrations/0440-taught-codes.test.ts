import { expect, it } from 'vitest'
import { migration0440 } from '../../../../../../src/main/store/db/migrations/0440-taught-codes'
import { migrateOneStep } from './one-step'

it('begins with no taught code, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0440, {
    tables: { added: ['taught_codes'] },
    indexes: { added: ['taught_codes_value'] },
  })
  expect(after).toEqual({ ...before, taught_codes: [] })
})
