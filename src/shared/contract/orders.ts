import { z } from 'zod'
import { DESK_SORTS, MOST_SAVED_FILTERS, WORK_STATES, type SavedFilter } from '../domain/orders/order-desk'
import { call, typed } from './call'
import { cents, nothing, orderId } from './fields'
import type { SavedTable } from './tables'
import type { OrderView, QueueRow } from './views'

/** The order desk: a table over all orders of the station, with filters that people keep, and decisions about one order. */

const instant = z.iso.datetime({ precision: 3 }).nullable()
const names = z.array(z.string().max(200)).max(20).readonly()

/** @see DeskFilter for what each part means */
export const deskFilter = z.strictObject({
  createdAfter: instant,
  createdBefore: instant,
  updatedAfter: instant,
  updatedBefore: instant,
  purchasedFrom: instant,
  purchasedTo: instant,
  states: names,
  work: z.enum(WORK_STATES).nullable(),
  carriers: names,
  late: z.boolean(),
  amountFrom: cents.nullable(),
  amountTo: cents.nullable(),
  refunded: z.boolean(),
  needsPerson: z.boolean(),
  search: z.string().trim().max(200),
})
export const deskSort = z.strictObject({ by: z.enum(DESK_SORTS), descending: z.boolean() })
/** Which orders, and in which order. */
export const deskChoice = { filter: deskFilter, sort: deskSort }

export type DeskRow = QueueRow & {
  createdAt: string | null
  updatedAt: string | null
  amountCents: number | null
  /** What its lines pay out, by the marketplace's estimate, 0 once canceled; `null` if it names none. */
  payoutCents: number | null
  /** 0 without refunds. */
  refundedCents: number
  /** Of its live shipments, each once. */
  carriers: readonly string[]
}
export type DeskList = {
  /** As far as the list was looked through. */
  total: number
  /** `true`: there are more than `total`; `orders:count` tells how many. */
  more: boolean
  /** Too many orders have the words searched for: only the newest `MOST_SEARCHED` of them are looked at. */
  cut: boolean
  rows: readonly DeskRow[]
}

/** What can be filtered by, as it occurs now, and what most ask for first. */
export type DeskChoices = {
  states: readonly string[]
  /** Of the parcels packed last, the most frequent first. */
  carriers: readonly string[]
  /** `null` while the number would change by itself: during the first import, and until it is known what is late. */
  toPack: number | null
  toShip: number | null
  late: number | null
  needsPerson: number
  /** Orders that the marketplace has and this station cannot read, the latest first. */
  unreadable: readonly UnreadableOrder[]
}

export type UnreadableOrder = {
  /** As the marketplace writes it. */
  number: string
  /** Paths; empty if its whole form is another one. */
  fields: readonly string[]
  /** ISO 8601 UTC. */
  since: string
}

export type SavedFilters = {
  filters: readonly SavedFilter[]
  /** What the desk begins with; `null`: all orders, the newest first. */
  usual: string | null
}

const filterId = z.uuid()

export const orderCalls = {
  'orders:cancel': call({
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
  'orders:refund': call({
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
  'orders:hold': call({
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
  'orders:delete-buyer': call({
    request: z.strictObject({ orderId }),
    value: typed<{ order: OrderView }>(),
    errors: ['order_not_found', 'buyer_needed'],
    needs: 'delete_buyer',
    records: { kind: 'buyer_deleted', asked: ({ orderId }) => ({ orderId }) },
  }),
  'orders:list': call({
    request: z.strictObject({
      ...deskChoice,
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(500),
    }),
    value: typed<DeskList>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'orders:count': call({
    request: z.strictObject({ filter: deskFilter }),
    /** `null` until it is known what is late, if the filter asks for that. */
    value: typed<{ count: number | null }>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'orders:choices': call({
    request: nothing,
    value: typed<DeskChoices>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Saves all orders that the filter shows as CSV, without buyers' data. */
  'orders:save': call({
    request: z.strictObject(deskChoice),
    value: typed<SavedTable>(),
    errors: [],
    needs: 'export_lists',
    records: { kind: 'list_export', done: ({ rows }) => ({ list: 'orders', count: rows }) },
  }),
  'orders:filters': call({
    request: nothing,
    value: typed<SavedFilters>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Keeps a filter under a name, renames it, or changes what it shows. */
  'orders:keep-filter': call({
    request: z.strictObject({
      /** `null`: a new one. */
      filterId: filterId.nullable(),
      name: z.string().trim().min(1).max(60),
      ...deskChoice,
      /** The desk begins with it, instead of the one before. */
      usual: z.boolean(),
    }),
    /** `filterId`: of the one that was kept. */
    value: typed<SavedFilters & { filterId: string }>(),
    errors: ['filter_name_taken', 'too_many_filters', 'filter_not_found'],
    needs: 'keep_filters',
    records: 'nothing',
  }),
  'orders:drop-filter': call({
    request: z.strictObject({ filterId }),
    value: typed<SavedFilters>(),
    errors: ['filter_not_found'],
    needs: 'keep_filters',
    records: 'nothing',
  }),
}

/** What is stored of them. */
export const storedFilters = z.object({
  filters: z
    .array(z.object({ filterId, name: z.string(), filter: deskFilter, sort: deskSort }))
    .max(MOST_SAVED_FILTERS),
  usual: filterId.nullable(),
})
