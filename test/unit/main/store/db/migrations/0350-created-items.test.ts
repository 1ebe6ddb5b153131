import { expect, it } from 'vitest'
import { migration0350 } from '../../../../../../src/main/store/db/migrations/0350-created-items'
import { migrateOneStep } from './one-step'

it('adds an index and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0350, { indexes: { added: ['outbox_created_items'] } })
  expect(after).toEqual(before)
})
