import { expect, it } from 'vitest'
import { migration0100 } from '../../../../../../src/main/store/db/migrations/0100-trust'
import { migrateOneStep, plus } from './one-step'

it('counts the attempts of what is open as claims', () => {
  const { before, after } = migrateOneStep(migration0100, {
    columns: { outbox: { added: ['claims', 'known', 'from_file'] } },
  })
  expect(after).toEqual({
    ...before,
    outbox: plus(before['outbox'], ({ settled_at, attempts }) => ({
      claims: settled_at === null ? attempts : 0,
      known: null,
      from_file: 0,
    })),
  })
  expect(after['outbox']?.some(({ claims }) => Number(claims) > 1)).toBe(true)
})
