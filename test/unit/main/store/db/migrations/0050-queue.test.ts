import { expect, it } from 'vitest'
import { migration0050 } from '../../../../../../src/main/store/db/migrations/0050-queue'
import { migrateOneStep, plus } from './one-step'

it('adds the holds, and leaves the days of each order open', () => {
  const { before, after } = migrateOneStep(migration0050, {
    tables: { added: ['order_holds'] },
    columns: { orders: { added: ['due_days'] } },
  })
  expect(after).toEqual({ ...before, order_holds: [], orders: plus(before['orders'], { due_days: null }) })
})
