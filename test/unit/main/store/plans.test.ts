import { expect, it } from 'vitest'
import { wholeReads } from '../../../support/plans'

/** What `check-plans.ts` does with every statement of every test; here it must see what it is for. */

it.each([
  'SELECT * FROM outbox WHERE shipment_uid = ?',
  'UPDATE outbox SET shipment_uid = ? WHERE shipment_uid = ?',
  'SELECT count(*) FROM orders o WHERE o.goods_lines = 1',
  'SELECT s.state FROM orders o JOIN shipments s USING (order_id) WHERE o.amount_cents = @cents',
  'SELECT 1 FROM op_events WHERE event = ?',
])('finds that a growing table is read through: %s', (text) => {
  expect(wholeReads([text])).toEqual([expect.stringMatching(/^SCAN (?:outbox|o|s|op_events)\b/)])
})

it.each([
  'SELECT * FROM outbox WHERE lane = +? AND shipment_uid = ?',
  'SELECT count(*) FROM outbox INDEXED BY outbox_open WHERE settled_at IS NULL',
  'SELECT value FROM settings',
  'SELECT order_id FROM orders ORDER BY order_id DESC LIMIT ?',
  'SELECT order_id FROM orders WHERE order_id IN (SELECT value FROM json_each(?))',
  'SELECT a table that is elsewhere FROM entries',
])('lets pass what does not grow with history: %s', (text) => {
  expect(wholeReads([text])).toEqual([])
})
