import { expect, it } from 'vitest'
import { migration0340 } from '../../../../../../src/main/store/db/migrations/0340-payout-days'
import { migrateOneStep } from './one-step'

it('adds empty tables and changes nothing else: a day that is not summed up is summed up when asked for', () => {
  const added = { payout_days: [], payout_stale: [], payout_sums: [] }
  const { before, after } = migrateOneStep(migration0340, { tables: { added: Object.keys(added) } })
  expect(after).toEqual({ ...before, ...added })
})
