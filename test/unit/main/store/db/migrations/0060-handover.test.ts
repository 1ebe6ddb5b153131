import { expect, it } from 'vitest'
import { migration0060 } from '../../../../../../src/main/store/db/migrations/0060-handover'
import { migrateOneStep } from './one-step'

it('adds an empty round, and changes no row', () => {
  const { before, after } = migrateOneStep(migration0060, { tables: { added: ['handover_scans'] } })
  expect(after).toEqual({ ...before, handover_scans: [] })
})
