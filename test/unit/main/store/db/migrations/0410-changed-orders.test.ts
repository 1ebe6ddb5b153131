import { expect, it } from 'vitest'
import { migration0410 } from '../../../../../../src/main/store/db/migrations/0410-changed-orders'
import { migrateOneStep, plus } from './one-step'

it('knows of no change of earlier orders, and not how their parcels were scanned', () => {
  const { before, after } = migrateOneStep(migration0410, {
    columns: { orders: { added: ['changes'] }, shipments: { added: ['scans'] } },
  })
  expect(after).toEqual({
    ...before,
    orders: plus(before['orders'], { changes: null }),
    shipments: plus(before['shipments'], { scans: null }),
  })
})
