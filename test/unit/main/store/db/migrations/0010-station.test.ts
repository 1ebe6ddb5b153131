import { expect, it } from 'vitest'
import { migration0010 } from '../../../../../../src/main/store/db/migrations/0010-station'
import { migrateOneStep } from './one-step'

const TABLES = [
  'items',
  'order_lines',
  'orders',
  'outbox',
  'secrets',
  'set_aside',
  'settings',
  'shipment_lines',
  'shipments',
]

it('makes the first tables in an empty file, without a row', () => {
  const { before, after } = migrateOneStep(migration0010, {
    tables: { added: TABLES },
    indexes: {
      added: [
        'order_lines_external_id',
        'order_lines_item_number',
        'order_lines_mpn',
        'orders_by_age',
        'orders_to_deliver',
        'orders_to_pack',
        'orders_to_ship',
        'outbox_open_lane',
        'outbox_open_order',
        'outbox_open_seq',
        'outbox_shipment',
      ],
    },
  })
  expect(before).toEqual({})
  expect(after).toEqual(Object.fromEntries(TABLES.map((table) => [table, []])))
})
