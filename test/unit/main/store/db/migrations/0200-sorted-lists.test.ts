import { expect, it } from 'vitest'
import { migration0200 } from '../../../../../../src/main/store/db/migrations/0200-sorted-lists'
import { migrateOneStep } from './one-step'

it('adds indexes for sorted lists, widens those of open operations, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0200, {
    indexes: {
      added: [
        ...['items_by_price', 'items_by_state', 'items_by_title', 'items_by_update'],
        ...['outbox_held', 'outbox_open'],
      ],
      removed: ['outbox_held', 'outbox_open'],
    },
  })
  expect(after).toEqual(before)
})
