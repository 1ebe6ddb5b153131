import { expect, it } from 'vitest'
import { migration0090 } from '../../../../../../src/main/store/db/migrations/0090-gates'
import { migrateOneStep, plus } from './one-step'

it('knows of no failures, and changes no operation', () => {
  const { before, after } = migrateOneStep(migration0090, {
    columns: { outbox: { added: ['failing_since'] } },
    indexes: { added: ['outbox_open_items'] },
  })
  expect(after).toEqual({ ...before, outbox: plus(before['outbox'], { failing_since: null }) })
})
