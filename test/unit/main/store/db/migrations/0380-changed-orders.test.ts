import { expect, it } from 'vitest'
import { migration0380 } from '../../../../../../src/main/store/db/migrations/0380-changed-orders'
import { migrateOneStep, plus } from './one-step'

it('knows of no change of earlier orders, and not how their parcels were scanned', () => {
  const { before, after } = migrateOneStep(migration0380, {
    columns: { orders: { added: ['changes'] }, shipments: { added: ['scans'] } },
  })
  expect(after).toEqual({
    ...before,
    orders: plus(before['orders'], { changes: null }),
    shipments: plus(before['shipments'], { scans: null }),
  })
})
