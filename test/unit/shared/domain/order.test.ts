import { expect, it } from 'vitest'
import { isCanceled } from '../../../../src/shared/domain/order'

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
