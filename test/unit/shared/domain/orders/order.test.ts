import { expect, it } from 'vitest'
import { isCanceled } from '../../../../../src/shared/domain/orders/order'

const LIVE = { state: 'paid', cancelation_reason: null, refunds: [] }

it.each([
  ['a paid order', {}, false],
  ['a state nobody knows', { state: 'under_review' }, false],
  ['no reason given', { cancelation_reason: undefined }, false],
  ['an empty reason', { cancelation_reason: '' }, false],
  ['a refund that is no cancellation', { refunds: [{ id: 1, type: 'order_refund' }] }, false],
  ['a refund of no type', { refunds: [{ id: 1 }] }, false],
  ['a reason', { cancelation_reason: 'customer changed their mind' }, true],
  ['canceled', { state: 'canceled' }, true],
  ['cancelled', { state: 'cancelled' }, true],
  ['canceling', { state: 'canceling' }, true],
  ['cancelling', { state: 'cancelling' }, true],
  ['Canceled', { state: 'Canceled' }, true],
  [
    'a cancellation refund, pending or not',
    { refunds: [{ id: 1, type: 'cancellation', state: 'pending' }] },
    true,
  ],
  [
    'a cancellation refund of a part of the amount',
    { amount: 9_000, refunds: [{ id: 1, type: 'cancellation', total_refunded: 3_000 }] },
    false,
  ],
  [
    'a cancellation refund of the full amount',
    { amount: 9_000, refunds: [{ id: 1, type: 'cancellation', total_refunded: 9_000 }] },
    true,
  ],
  [
    'a cancellation refund of what an earlier refund left',
    {
      amount: 9_000,
      refunds: [
        { id: 1, type: 'order_refund', total_refunded: 2_000 },
        { id: 2, type: 'cancellation', total_refunded: 7_000 },
      ],
    },
    true,
  ],
  [
    'the full amount refunded without a cancellation',
    { amount: 9_000, refunds: [{ id: 1, type: 'order_refund', total_refunded: 9_000 }] },
    false,
  ],
  [
    'a cancellation refund of a part, beside a reason',
    {
      amount: 9_000,
      cancelation_reason: 'late',
      refunds: [{ id: 1, type: 'cancellation', total_refunded: 1 }],
    },
    true,
  ],
  [
    'a cancellation refund that shows no total',
    { amount: 9_000, refunds: [{ id: 1, type: 'cancellation' }] },
    true,
  ],
  [
    'one among other refunds',
    {
      refunds: [
        { id: 1, type: 'order_refund' },
        { id: 2, type: 'cancellation' },
      ],
    },
    true,
  ],
])('%s', (_, signs, canceled) => {
  expect(isCanceled({ ...LIVE, ...signs })).toBe(canceled)
})
