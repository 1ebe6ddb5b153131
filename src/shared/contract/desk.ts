import { z } from 'zod'
import { call, typed } from './call'
import { cents, nothing, orderId } from './fields'
import type { NoticeView, OrderView } from './views'

/** Decisions about a whole order, and the alarms that require one. */

export const deskCalls = {
  'order:cancel': call({
    request: z.strictObject({ orderId }),
    /** `withdrawn`: the ops of packs that were never sent, and never will be. */
    value: typed<{ seq: number; order: OrderView; withdrawn: readonly number[] }>(),
    errors: ['order_not_found', 'order_canceled', 'order_shipped', 'parcel_unknown', 'clock_differs'],
    needs: 'cancel_order',
    records: {
      kind: 'order_cancel',
      asked: ({ orderId }) => ({ orderId }),
      done: ({ seq, withdrawn }) => ({ op: seq, ...(withdrawn.length === 0 ? {} : { withdrawn }) }),
    },
  }),
  'order:refund': call({
    request: z.strictObject({
      orderId,
      amountCents: cents,
      /** The lines that the amount is for; recorded here, because the marketplace is told the amount only. */
      lineIds: z.array(z.int()).max(10_000).optional(),
      /** The person confirmed a second time: required above the limit in the preferences. */
      confirmedLarge: z.boolean().optional(),
      /** Why a supervisor refunds more than is left, or without knowing how much that is. */
      reason: z.string().trim().min(1).max(500).optional(),
    }),
    value: typed<{ seq: number; order: OrderView }>(),
    errors: ['order_not_found', 'order_canceled', 'refund_amount', 'confirmation_needed', 'clock_differs'],
    needs: ({ reason }) => (reason === undefined ? 'refund' : 'refund_above_rest'),
    records: {
      kind: 'refund',
      asked: ({ orderId, amountCents, lineIds = [], confirmedLarge, reason }) => ({
        orderId,
        amountCents,
        ...(lineIds.length === 0 ? {} : { lineIds }),
        ...(confirmedLarge === true ? { confirmedLarge } : {}),
        ...(reason === undefined ? {} : { reason }),
      }),
      done: ({ seq }) => ({ op: seq }),
    },
  }),
  'order:hold': call({
    request: z.strictObject({
      orderId,
      /** `null` releases the order. */
      reason: z.string().trim().min(1).max(200).nullable(),
    }),
    value: typed<OrderView>(),
    errors: ['order_not_found'],
    needs: 'hold',
    records: { kind: 'hold', asked: (request) => request },
  }),
  /** Deletes the buyer's personal data from this station for good. */
  'order:delete-buyer': call({
    request: z.strictObject({ orderId }),
    value: typed<{ order: OrderView }>(),
    errors: ['order_not_found', 'buyer_needed'],
    needs: 'delete_buyer',
    records: { kind: 'buyer_deleted', asked: ({ orderId }) => ({ orderId }) },
  }),
  'notices:list': call({
    request: nothing,
    /** Open ones, newest first. */
    value: typed<readonly NoticeView[]>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'notices:acknowledge': call({
    request: z.strictObject({ noticeId: z.int().positive() }),
    value: typed<null>(),
    errors: [],
    needs: 'acknowledge',
    records: {
      kind: 'notice_seen',
      asked: ({ noticeId }, known) => ({ noticeId, ...known.notice(noticeId) }),
    },
  }),
}
