import { expect, it } from 'vitest'
import { migration0460 } from '../../../../../../src/main/store/db/migrations/0460-printed-labels'
import { migrateOneStep } from './one-step'

it('begins with no printed label, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0460, { tables: { added: ['printed_labels'] } })
  expect(after).toEqual({ ...before, printed_labels: [] })
})
