import { expect, it } from 'vitest'
import { migration0500 } from '../../../../../../src/main/store/db/migrations/0500-numbers-at-hub'
import { migrateOneStep } from './one-step'

it('has told no hub of a number that was given before, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0500, {
    columns: { given_numbers: { added: ['taken_back', 'turn', 'at_hub'] } },
    indexes: { added: ['given_numbers_at_hub'] },
  })
  const { given_numbers: numbers, ...rest } = before
  expect(after).toEqual({
    ...rest,
    given_numbers: numbers?.map((row) => ({ ...row, taken_back: 0, turn: 1, at_hub: 0 })),
  })
})
