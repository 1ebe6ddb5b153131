import { expect, it } from 'vitest'
import { migration0070 } from '../../../../../../src/main/store/db/migrations/0070-shown'
import { migrateOneStep, plus } from './one-step'

it('takes what was confirmed as shown, and nothing else', () => {
  const { before, after } = migrateOneStep(migration0070, {
    columns: { outbox: { added: ['shown_at', 'looks', 'effective_by'] } },
  })
  expect(after).toEqual({
    ...before,
    outbox: plus(before['outbox'], ({ state, settled_at }) => ({
      shown_at: state === 'confirmed' ? settled_at : null,
      looks: 0,
      effective_by: null,
    })),
  })
  expect(after['outbox']?.filter(({ shown_at }) => shown_at !== null)).toHaveLength(20)
})
