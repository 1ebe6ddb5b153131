import type { Explanation, OrderChange } from '../../../../shared/domain/explain'
import type { HeldReason, OpEvent, OpKind, OpState } from '../../../../shared/domain/operation'
import { errorCodes } from './errors'

/** The words of the outbox and of what needs a person in it. */

const heldReasons = {
  refused: 'The marketplace refused it.',
  not_found: 'The marketplace does not know it any more.',
  unconfirmed: 'It was sent, but nobody knows whether it arrived.',
  order_canceled: 'The order was canceled. Pull this parcel.',
  order_shipped: 'A shipment of the order is on its way already.',
  item_exists: 'The marketplace has an item with this external id already.',
  item_changed: 'The item is not in a state in which this can be done.',
  line_taken: 'An item is already in another shipment.',
  duplicate: 'The marketplace has more than one shipment for these items.',
  shipment_unknown: 'Its shipment never reached the marketplace.',
  shipment_changed: 'Its shipment was moved on by somebody else, so this no longer fits.',
  unreadable: 'The record cannot be read.',
} as const satisfies Record<HeldReason, string>

/** The same reasons where they mean something else for money. */
const refundReasons = {
  duplicate: 'The marketplace shows more than one refund that may be this one.',
  order_canceled: 'The order was canceled, which refunds it by itself.',
  unconfirmed: 'It was sent, but nobody knows whether it arrived. Money is never sent twice unasked.',
} as const satisfies Partial<Record<HeldReason, string>>

/** What a person can do about it. */
const heldAdvice = {
  refused: 'Nothing was changed there. Look at what the order shows, then send it again or discard it.',
  not_found: 'Check whether it is still there. Then send it again or discard it.',
  unconfirmed: 'Look at what the marketplace shows. Check again, or say which one it is.',
  order_canceled: 'Do not ship. Take the parcel apart, then discard this.',
  order_shipped: 'The order cannot be canceled any more. A refund is still possible. Discard this.',
  item_exists: 'Discard this, or send it again once the other item is gone.',
  item_changed: 'Look at the item. Discard this, or send it again once the item is listed.',
  line_taken:
    'Find out whose parcel is right. If it is yours, say “It is this one”. Else pull yours and discard this.',
  duplicate: 'Say which one it is. Extra shipments can be canceled as long as they are packed.',
  shipment_unknown: 'Solve what came before for this shipment. Then send this again or discard it.',
  shipment_changed: 'Look at what the marketplace shows. If that is right, discard this.',
  unreadable: 'Another version of Packbench wrote it. Check again with that version, or discard it.',
} as const satisfies Record<HeldReason, string>

/** What the marketplace never says: its refusals carry no word. */
const explanations = {
  order_canceled: 'The order is canceled.',
  line_taken: '{{line}} is already in another shipment.',
  line_gone: '{{line}} is no longer in the order.',
  line_is_fee: '{{line}} is a shipping fee, which cannot be packed.',
  shipment_gone: 'The order does not show this shipment any more.',
  shipment_shipped: 'The shipment is on its way already.',
  shipment_canceled: 'The shipment was canceled.',
  carrier_locked: 'The shipment was shipped, so carrier and tracking can no longer change.',
  order_shipped: 'Shipment no. {{id}} is on its way, so the order cannot be canceled.',
  refund_above_rest: 'Only {{amount}} of the order is left to refund.',
  unexplained: 'The marketplace gave no reason, and nothing in the order explains it.',
} as const satisfies Record<Explanation['why'], string>

const changes = {
  order_state: 'The order went from “{{from}}” to “{{to}}”.',
  order_canceled: 'The order was canceled.',
  order_canceledWhy: 'The order was canceled: {{to}}.',
  shipment_added: 'Shipment no. {{id}} appeared. It is {{to}}.',
  shipment_gone: 'Shipment no. {{id}} is gone.',
  shipment_state: 'Shipment no. {{id}} went from {{from}} to {{to}}.',
  line_moved: '{{line}} went from shipment no. {{from}} to no. {{to}}.',
  line_movedIn: '{{line}} went into shipment no. {{to}}.',
  line_movedOut: '{{line}} came out of shipment no. {{from}}.',
  line_added: '{{line}} came into the order.',
  line_gone: '{{line}} left the order.',
  refund_added: '{{to}} was refunded.',
  amount: 'The total of the order went from {{from}} to {{to}}.',
} as const satisfies Record<OrderChange['what'], string> & Record<string, string>

const events = {
  capture: 'Confirmed here',
  claim: 'Sent',
  confirm: 'On the marketplace',
  postpone: 'Not taken, stays here',
  lose: 'Sent, but no answer came',
  retry: 'Not found there, goes out again',
  hold: 'Needs a person',
  recheck: 'To be checked again',
  release: 'To be sent again',
  adopt: 'Recognised: “It is this one”',
  discard: 'Discarded',
  follow: 'Discarded with what came before',
  correct: 'Time corrected',
  annihilate: 'Taken back before it was sent',
  restore: 'Restored, to be checked',
  export: 'Goes on from a file',
} as const satisfies Record<OpEvent | 'capture', string>

const opKinds = {
  create_shipment: 'Pack',
  ship_shipment: 'Ship',
  deliver_shipment: 'Deliver',
  cancel_shipment: 'Cancel shipment',
  cancel_order: 'Cancel order',
  create_refund: 'Refund',
  create_item: 'List item',
  update_item: 'Change item',
  delist_item: 'Take item off',
} as const satisfies Record<OpKind, string>

const opStates = {
  ready: 'Waiting',
  sending: 'Sending',
  unknown: 'Sent, not confirmed: checking',
  confirmed: 'Done',
  held: 'Needs you',
  discarded: 'Discarded',
} as const satisfies Record<OpState, string>

export const outbox = {
  title: 'Outbox',
  viewsLabel: 'Which operations',
  views: { open: 'Open', held: 'Needs you', all: 'All' },
  list: 'List of operations',
  count_one: '{{count}} operation',
  count_other: '{{count}} operations',
  order: 'Order {{orderId}}',
  captured: 'Confirmed {{at}} by {{by}}',
  capturedByNobody: 'Confirmed {{at}}',
  sent: 'Sent {{at}}',
  settled: 'Settled {{at}}',
  attempts_one: '{{count}} attempt',
  attempts_other: '{{count}} attempts',
  lastError: 'Last error: {{words}}',
  status: '(HTTP {{status}})',
  discardReason: 'Discarded because: {{reason}}',
  empty: {
    open: 'Nothing waits: everything you confirmed is on the marketplace.',
    held: 'Nothing needs you.',
    all: 'No operation yet.',
  },
  answers: {
    check: 'Check again',
    resend: 'Send again',
    adopt: 'It is this one',
    correct: 'Correct the time',
    discard: 'Discard',
  },
  item: 'Item {{itemKey}}',
  details: 'Look at it',
  back: 'Back',
  opening: 'Opening the operation …',
  discardTitle: 'Discard “{{kind}}” ({{subject}})?',
  discardText: 'It will not be sent. The reason is kept in the history.',
  reason: 'Reason',
  reasonMissing: 'Write why.',
  discardYes: 'Discard',
  discardNo: 'Keep it',
  neverSent: 'It was taken back before it was sent.',
  followed: 'What came before for this shipment was discarded.',
  kinds: opKinds,
  states: opStates,
  heldReasons,
  refundReasons,
  errorCodes,
} as const

/** One operation in full. */
export const op = {
  why: 'Why it needs you',
  now: 'Where it stands',
  states: {
    ready: 'It is saved on this station and goes out as soon as it can.',
    sending: 'It is being sent.',
    unknown: 'It was sent, and no answer came. Packbench looks for it before anything is sent again.',
    confirmed: 'It is on the marketplace.',
    held: 'Nothing happens with it before you decide.',
    discarded: 'It was given up and is not sent.',
  } satisfies Record<OpState, string>,
  advice: heldAdvice,
  do: 'What you can do',
  hints: {
    check: 'Looks at the marketplace again and sends nothing.',
    resend: 'Sends the same once more.',
    correct: 'It was never sent, so its time can still be put right.',
    discard: 'It is never sent. It stays in the history with your reason.',
  },
  asked: 'What was asked',
  fields: {
    order_line_ids: 'Items',
    carrier: 'Carrier',
    tracking_number: 'Tracking',
    tracking_url: 'Tracking URL',
    warehouse_id: 'Warehouse',
    packed_at: 'Packed',
    shipped_at: 'Shipped',
    expected_to_deliver_at: 'Expected',
    delivered_at: 'Delivered',
    canceled_at: 'Canceled',
    amount: 'Amount',
  },
  times: {
    packedAt: 'Packed at',
    shippedAt: 'Shipped at',
    expectedToDeliverAt: 'Expected delivery at',
    deliveredAt: 'Delivered at',
    canceledAt: 'Canceled at',
  },
  nothingAsked: 'Nothing more than that.',
  line: 'Line {{id}}',
  changed: 'What changed on the marketplace',
  lookedAt: 'Looked at {{at}}',
  noChange: 'Nothing changed in the order since it was confirmed.',
  explanations,
  changes,
  candidates: 'What the marketplace shows',
  candidatesHint: 'Compare with the parcel in front of you.',
  candidate: 'Shipment no. {{id}}',
  candidateRefund: 'Refund no. {{id}}',
  state: 'State',
  carries: 'Items',
  carriesNone: 'none any more',
  extraOne: 'Cancel the other one, no. {{ids}}: it is still packed',
  extraMany: 'Cancel the other ones, no. {{ids}}: they are still packed',
  order: 'The order now',
  openOrder: 'Open order {{orderId}}',
  item: 'The item as it was last read',
  openItem: 'Open the item',
  refusedItem:
    'Nothing was changed there. Compare what was asked with the item and with the marketplace’s rules. Send it again, or discard it and enter it anew.',
  history: 'History',
  events,
  by: 'by {{by}}',
  refundTitle: 'Send the refund of {{amount}} again?',
  refundText:
    'If the first one arrived after all, the buyer gets {{amount}} twice. Look at the refunds of the order before you do this.',
  refundYes: 'Refund {{amount}} again',
  refundNo: 'Do not send',
  correctTitle: 'Correct the time: {{kind}}',
  correctText: 'The old time and your reason stay in the history.',
  correctYes: 'Correct',
  correctNo: 'Leave it',
  correctNothing: 'Change a time first.',
} as const
