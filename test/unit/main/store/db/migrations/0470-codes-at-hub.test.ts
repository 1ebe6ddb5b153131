import { expect, it } from 'vitest'
import { migration0470 } from '../../../../../../src/main/store/db/migrations/0470-codes-at-hub'
import { migrateOneStep } from './one-step'

it('has told no hub of a code that was taught before, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0470, {
    tables: { added: ['taught_codes_taken_back'] },
    columns: { taught_codes: { added: ['at_hub'] } },
  })
  const { taught_codes: codes, ...rest } = before
  expect(after).toEqual({
    ...rest,
    taught_codes: codes?.map((row) => ({ ...row, at_hub: 0 })),
    taught_codes_taken_back: [],
  })
})
