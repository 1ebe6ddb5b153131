import { expect, it } from 'vitest'
import { migration0160 } from '../../../../../../src/main/store/db/migrations/0160-packed-times'
import { migrateOneStep } from './one-step'

it('adds an index of the times of packing, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0160, { indexes: { added: ['shipments_packed_at'] } })
  expect(after).toEqual(before)
})
