import { expect, it } from 'vitest'
import { migration0150 } from '../../../../../../src/main/store/db/migrations/0150-by-hand'
import { migrateOneStep, plus } from './one-step'

it('does not know what was ticked by hand in earlier shipments', () => {
  const { before, after } = migrateOneStep(migration0150, { columns: { shipments: { added: ['by_hand'] } } })
  expect(after).toEqual({ ...before, shipments: plus(before['shipments'], { by_hand: null }) })
})
