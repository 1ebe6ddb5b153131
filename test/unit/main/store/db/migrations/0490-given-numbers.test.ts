import { expect, it } from 'vitest'
import { migration0490 } from '../../../../../../src/main/store/db/migrations/0490-given-numbers'
import { migrateOneStep } from './one-step'

it('begins without given numbers, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0490, { tables: { added: ['given_numbers'] } })
  expect(after).toEqual({ ...before, given_numbers: [] })
})
