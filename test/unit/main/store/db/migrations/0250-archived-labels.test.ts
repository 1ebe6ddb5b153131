import { expect, it } from 'vitest'
import { migration0250 } from '../../../../../../src/main/store/db/migrations/0250-archived-labels'
import { migrateOneStep } from './one-step'

it('adds the labels of the archive and two indexes, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0250, {
    tables: { added: ['archived_labels'] },
    indexes: { added: ['photos_order', 'shipments_shipped_at'] },
  })
  expect(after).toEqual({ ...before, archived_labels: [] })
})
