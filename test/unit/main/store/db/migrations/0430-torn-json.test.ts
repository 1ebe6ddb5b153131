import { expect, it } from 'vitest'
import { migration0430 } from '../../../../../../src/main/store/db/migrations/0430-torn-json'
import { migrateOneStep } from './one-step'

it('changes triggers only', () => {
  const { before, after } = migrateOneStep(migration0430, {})
  expect(after).toEqual(before)
})
