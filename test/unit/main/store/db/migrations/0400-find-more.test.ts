import { expect, it } from 'vitest'
import { migration0400 } from '../../../../../../src/main/store/db/migrations/0400-find-more'
import { migrateOneStep } from './one-step'

it('notes that the words are to be made again from the latest on, and changes nothing else', () => {
  const { before, after } = migrateOneStep(migration0400, {
    indexes: { added: ['shipments_in_other_states'] },
  })
  const all = String(Number.MAX_SAFE_INTEGER)
  expect(after).toEqual({
    ...before,
    settings: [
      ...(before['settings'] ?? []).filter(({ key }) => key !== 'search.orders_below'),
      { key: 'search.items_below', value: all },
      { key: 'search.orders_below', value: all },
    ].toSorted((one, other) => (String(one['key']) < String(other['key']) ? -1 : 1)),
  })
})
