import { expect, it } from 'vitest'
import { migration0210 } from '../../../../../../src/main/store/db/migrations/0210-deleted-buyers'
import { migrateOneStep } from './one-step'

it('adds an empty table of deleted buyers and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0210, { tables: { added: ['deleted_buyers'] } })
  expect(after).toEqual({ ...before, deleted_buyers: [] })
})
