import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { deleteBuyer } from '../../../../../src/main/store/tables/buyers'
import { clearRecord, splitOrder } from '../../../../../src/main/store/tables/order-copy'
import { viewOrderCopy } from '../../../../../src/main/store/views/order-copy-view'
import { redactBuyer } from '../../../../../src/main/sync/shared/redact-buyer'
import type * as OrderSchemas from '../../../../../src/shared/partner-api/order'
import { ORDER_PRIVACY, readOrder } from '../../../../../src/shared/partner-api/order'
import type { PrivacyTable } from '../../../../../src/shared/partner-api/privacy'
import { makeStation } from '../../../../support/account'
import { makeLines, makeOrder } from '../../../../support/orders'

/** A later version reads more fields of an order, and has not said yet what they say about the buyer. */
vi.mock('../../../../../src/shared/partner-api/order', async (importOriginal) => {
  const before = await importOriginal<typeof OrderSchemas>()
  const named = z.string().nullish()
  return {
    ...before,
    readOrder: before.readOrder.extend({
      gift_message: named,
      order_lines: z.array(before.readOrderLine.extend({ engraving: named })),
      order_payments: z.array(before.readOrderPayment.extend({ payer: named })).nullish(),
    }),
  }
})

const SECRETS = /Happy birthday|Jo the engraver|Payer Jo/
const ORDER = makeOrder({
  state: 'canceled',
  gift_message: 'Happy birthday',
  order_lines: makeLines([{ id: 10011 }]).map((line) => ({
    ...(line as object),
    engraving: 'Jo the engraver',
  })),
  order_payments: [{ id: 1, total_collected: 1, payer: 'Payer Jo' }],
})

describe('a field that a schema names, and about whose privacy nothing is said', () => {
  it('is sealed, wherever it is in the order, and still shown', () => {
    const { rest, sealed } = splitOrder(ORDER)
    expect(JSON.stringify(rest)).not.toMatch(SECRETS)
    expect(sealed.more).toEqual({ gift_message: 'Happy birthday' })
    const { db, seal, take } = makeStation()
    take(ORDER)
    expect(viewOrderCopy(db, 1001, seal)).toMatchObject({
      unknown: { gift_message: 'Happy birthday' },
      lines: [{ engraving: 'Jo the engraver' }],
      payments: [{ payer: 'Payer Jo' }],
    })
  })

  it('is gone once the buyer is deleted', () => {
    const { db, seal, take } = makeStation()
    take(ORDER)
    inTransaction(db, (tx) => deleteBuyer(tx, 1001, '2026-11-20T00:00:00Z'))
    expect(JSON.stringify(viewOrderCopy(db, 1001, seal))).not.toMatch(SECRETS)
  })

  it('does not reach the hub with a finished order, or in a record that cannot be read', () => {
    expect(JSON.stringify(redactBuyer(makeStation().db, ORDER))).not.toMatch(SECRETS)
    expect(JSON.stringify(clearRecord({ ...ORDER, state: 7 }))).not.toMatch(SECRETS)
  })
})

describe('a field in another form than its schema says', () => {
  it.each([
    ['a record where a text belongs', { state: { by: 'Jo Doe' } }],
    ['a list where a text belongs', { cancelation_reason: ['Jo Doe'] }],
    ['a text where records belong', { refunds: 'Jo Doe' }],
    ['a text where a record belongs, in a line', { order_lines: [{ id: 1, allowed_discount: 'Jo Doe' }] }],
  ])('%s is left out of an unreadable record', (_name, field) => {
    expect(JSON.stringify(clearRecord({ id: 1001, order_lines: [], ...field }))).not.toContain('Jo Doe')
  })

  it('stays clear if it has no form of its own, or is empty', () => {
    const order = makeOrder({ currency: { code: 'USD' }, order_payments: null })
    expect(splitOrder(order)).toMatchObject({ rest: { currency: { code: 'USD' }, order_payments: null } })
    expect(splitOrder(order).sealed).not.toHaveProperty('more')
  })
})

it('no field is without an answer', () => {
  type Table = PrivacyTable<typeof readOrder>
  // @ts-expect-error nothing is said about the amount
  void ({ ...ORDER_PRIVACY, amount: undefined } satisfies Table)
  const { amount: _amount, ...incomplete } = ORDER_PRIVACY
  // @ts-expect-error nothing is said about the amount
  void (incomplete satisfies Table)
  // @ts-expect-error nothing is said about the records within
  void ({ ...ORDER_PRIVACY, refunds: { id: 'clear' } } satisfies Table)
  // @ts-expect-error records are not clear as a whole
  void ({ ...ORDER_PRIVACY, customer: 'clear' } satisfies Table)
  // @ts-expect-error no such word
  void ({ ...ORDER_PRIVACY, amount: 'public' } satisfies Table)
  expect(Object.keys(ORDER_PRIVACY).toSorted()).toEqual(
    Object.keys(readOrder.shape)
      .filter((name) => name !== 'gift_message')
      .toSorted(),
  )
})
