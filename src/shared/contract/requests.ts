import { z } from 'zod'
import { SHIPMENT_MOVES } from '../domain/shipment'
import { createItemBody } from '../partner-api/item'
import { proposeRequest } from './carriers'
import type { RequestChannel } from './channels'
import { evidenceEntry, evidenceListRequest } from './evidence'
import { handoverRequests } from './handover'
import { lendRequest, saveOperatorRequest, signInRequest } from './operator-requests'
import { benchPutRequest, benchTakeRequest, passphraseRequest } from './neighbours'
import { preferenceSchemas } from './preferences'
import { printRequest } from './print'
import { holdRequest, queueQuestion } from './queue'
import { barcodeRequest, drillRequest } from './training'
import { MOST_FILE_BYTES } from '../domain/ops-file-limits'

/** Every request that crosses the bridge, parsed in main before anything is done with it. */

const orderId = z.int().positive()
const shipmentId = z.uuid()
/** An empty field means "not given". */
const carrierText = z
  .string()
  .trim()
  .max(500)
  .transform((text) => (text === '' ? null : text))
  .nullable()
const carrierFields = { carrier: carrierText, trackingNumber: carrierText, trackingUrl: carrierText }
/** The number is on another order's parcel too, and a person has said to use it. */
const labelConfirmed = z.boolean().optional()
/** Judged by the rules of `domain/timestamps`, so that the refusal names the field in words. */
const timestamp = z.string().max(40).nullable()
const nothing = z.strictObject({})
/** The op's place in the outbox. */
const seq = z.int().positive()
const itemNumber = z.string().min(1).max(500)
const cents = z.int().min(0).max(1_000_000_000)
const reason = z.string().trim().max(500)

export const OUTBOX_VIEWS = ['open', 'held', 'all'] as const
export type OutboxView = (typeof OUTBOX_VIEWS)[number]

export const requestSchemas = {
  'station:bootstrap': nothing,
  'queue:list': queueQuestion,
  'order:open': z.strictObject({ orderId }),
  'order:refresh': z.strictObject({ orderId }),
  /** What one scan may be looked up as, best first: `Scanned.codes`. */
  'scan:resolve': z.strictObject({ codes: z.array(z.string().min(1).max(500)).min(1).max(20) }),
  'shipment:pack': z.strictObject({
    orderId,
    lineIds: z.array(z.int()).max(10_000),
    ...carrierFields,
    warehouseId: z.int().positive(),
    labelConfirmed,
  }),
  'shipment:move': z.strictObject({
    shipmentId,
    move: z.enum(SHIPMENT_MOVES),
    /** `null` leaves what is recorded as it is. */
    ...carrierFields,
    shippedAt: timestamp,
    expectedToDeliverAt: timestamp,
    deliveredAt: timestamp,
    canceledAt: timestamp,
    /** An unusual move goes through only when the person confirmed it by name. */
    confirmedUnusual: z.boolean(),
    labelConfirmed,
  }),
  'outbox:list': z.strictObject({
    view: z.enum(OUTBOX_VIEWS),
    offset: z.int().nonnegative(),
    limit: z.int().min(1).max(500),
  }),
  /** What became of an op: what was asked, what the marketplace shows, what changed, what may be done. */
  'outbox:read': z.strictObject({ seq }),
  'outbox:answer': z.strictObject({
    seq,
    answer: z.enum(['check', 'resend', 'discard']),
    /** Demanded for a discard; kept in the history. */
    reason,
  }),
  /** "It is this one": takes what the marketplace shows under `serverId` for what the op asked. */
  'outbox:adopt': z.strictObject({
    seq,
    serverId: z.int(),
    /** Other shipments of the order to cancel, by the station's ids: the extra one of a duplicate. */
    cancel: z.array(shipmentId).max(20),
  }),
  /** Corrects the times of an op that was never sent; `null` leaves a time as it is. */
  'outbox:correct': z.strictObject({
    seq,
    packedAt: timestamp,
    shippedAt: timestamp,
    expectedToDeliverAt: timestamp,
    deliveredAt: timestamp,
    canceledAt: timestamp,
    reason,
  }),
  'outbox:export': nothing,
  /** The text of a file that `outbox:export` or `station:leave` wrote. */
  'outbox:import': z.strictObject({ content: z.string().max(MOST_FILE_BYTES) }),
  'shipment:history': z.strictObject({ shipmentId }),
  'order:cancel': z.strictObject({ orderId }),
  'order:hold': holdRequest,
  'order:refund': z.strictObject({
    orderId,
    amountCents: cents,
    /** A person was asked a second time: demanded above the limit in the preferences. */
    confirmedLarge: z.boolean().optional(),
  }),
  'notices:list': nothing,
  'notices:acknowledge': z.strictObject({ noticeId: z.int().positive() }),
  'items:list': z.strictObject({
    /** Item states as the marketplace names them; empty asks for its default. */
    status: z.array(z.string().trim().min(1).max(100)).max(20),
    externalId: z.string().trim().max(500),
    mpn: z.string().trim().max(500),
    /** `next` of the page before; `null` for the first. */
    page: z.string().max(10_000).nullable(),
  }),
  'item:read': z.strictObject({ itemNumber }),
  /** In the words of the Partner API; `external_id` is given one when it has none. */
  'item:create': z.strictObject({ body: createItemBody }),
  'item:update': z.strictObject({
    itemNumber,
    /** `null` leaves it as it is. */
    priceCents: cents.nullable(),
    maxDiscountPercent: z.int().min(0).max(100).nullable(),
  }),
  'item:delist': z.strictObject({ itemNumber }),
  /** The station keeps the tree; `refresh` reads it anew. */
  'categories:read': z.strictObject({ refresh: z.boolean() }),
  /** A person has looked: the PC's clock is right although the marketplace's differs. */
  'clock:confirm': nothing,
  'backups:list': nothing,
  'backups:make': nothing,
  'backups:restore': z.strictObject({ name: z.string().regex(/^[\w.-]{1,200}$/) }),
  /** Quits, or forgets the account's data here. Refused while ops are open, unless they are exported first. */
  'station:leave': z.strictObject({ how: z.enum(['quit', 'reset']), exportOps: z.boolean() }),
  'sync:now': nothing,
  'settings:read': nothing,
  'settings:save': z.strictObject({
    warehouseId: z.int().positive().nullable(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    timeZone: z.string().max(100).nullable(),
    transitDays: z.int().min(0).max(90),
    carrier: z.string().trim().max(200),
    operator: z.string().trim().max(100),
    purgeDays: z.int().min(0).max(3_650),
    evidenceMonths: z.int().min(0).max(120),
  }),
  /** Goes live, or replaces the token of a live station. An empty token keeps the present one. */
  'settings:connect': z.strictObject({
    baseUrl: z.url({ protocol: /^https?$/ }),
    accessToken: z.string().trim().max(4_000),
    /** Writes what is open to a file first, instead of refusing to switch. */
    exportOps: z.boolean().default(false),
    /** What a supervisor says where nothing shows whether the token belongs to this station's account. */
    account: z.enum(['same', 'other']).nullable().default(null),
  }),
  /** Goes back to training mode. */
  'settings:train': z.strictObject({ exportOps: z.boolean().default(false) }),
  /** Replaces whole sections; the others stay. */
  'preferences:save': z.strictObject(preferenceSchemas).partial(),
  'training:drill': drillRequest,
  'training:barcode': barcodeRequest,
  'print:printers': nothing,
  'print:document': printRequest,
  'evidence:record': z.strictObject({ entries: z.array(evidenceEntry).min(1).max(500) }),
  'evidence:list': evidenceListRequest,
  'evidence:verify': nothing,
  'evidence:export': nothing,
  'statistics:read': z.strictObject({ days: z.int().min(1).max(92) }),
  'operators:sign-in': signInRequest,
  'operators:sign-out': nothing,
  /** The station stays as it is and records nothing until somebody signs in. */
  'operators:lock': nothing,
  /** Somebody touched the window or typed in it. */
  'operators:active': nothing,
  'operators:lend': lendRequest,
  'operators:list': nothing,
  'operators:save': saveOperatorRequest,
  /** When a parcel of that carrier may be promised. */
  'carriers:propose': proposeRequest,
  /** Countries whose public holidays are known. */
  'carriers:countries': nothing,
  ...handoverRequests,
  /** Which order is on this station's bench, for the others to know. */
  'bench:put': benchPutRequest,
  'bench:take': benchTakeRequest,
  'lan:read': nothing,
  'lan:passphrase': passphraseRequest,
} as const satisfies Record<RequestChannel, z.ZodType>

export type RequestOf<C extends RequestChannel> = z.input<(typeof requestSchemas)[C]>
export type ParsedRequestOf<C extends RequestChannel> = z.output<(typeof requestSchemas)[C]>
