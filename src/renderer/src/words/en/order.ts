import type { ShipmentMove } from '../../../../shared/domain/shipments/shipment'

/** The words of an order and its shipments. */

const moves = {
  ship: 'Mark as shipped',
  deliver: 'Mark as delivered',
  cancel: 'Cancel shipment',
} as const satisfies Record<ShipmentMove, string>

export const dropChoice = {
  title: 'Order {{orderId}} is not packed yet',
  text_one: '{{count}} item is chosen there. Opening another order forgets that choice.',
  text_other: '{{count}} items are chosen there. Opening another order forgets that choice.',
  keep: 'Back to order {{orderId}}',
  drop: 'Forget it and open order {{orderId}}',
} as const

export const order = {
  title: 'Order {{orderId}}',
  states: { paid: 'Paid', canceled: 'Canceled', canceling: 'Being canceled' },
  back: 'Back to orders',
  refresh: 'Read again',
  opening: 'Opening order {{orderId}} …',
  backShort: 'Back',
  bought: 'Bought {{at}} ({{age}})',
  amount: 'Total {{amount}}',
  readAt: 'Read {{age}}',
  canceledTitle: 'CANCELED. Do not pack, do not ship.',
  canceledText: 'The marketplace has canceled this order. Pull the parcel and put the items back.',
  canceledReason: 'Reason: {{reason}}',
  lost_one: '{{count}} chosen item went into another shipment or left the order. Check what is on the bench.',
  lost_other:
    '{{count}} chosen items went into another shipment or left the order. Check what is on the bench.',
  more: 'More from the marketplace',
} as const

export const lines = {
  title: 'Items',
  chosen: '{{chosen}} of {{total}} chosen',
  allPacked: 'All items are packed',
  choose: 'Choose {{line}}',
  chooseAll: 'Choose all',
  chooseNone: 'Choose none',
  noTitle: 'Item {{item}}',
  size: 'Size {{size}}',
  itemNumber: 'Item {{value}}',
  externalId: 'Own no. {{value}}',
  mpn: 'MPN {{value}}',
  toPack: 'To pack',
  chosenState: 'Chosen',
  inShipment: 'In shipment {{index}}',
  fees: 'Fees',
  fee: 'Shipping fee',
  feeHint: 'not packed',
} as const

export const pack = {
  title: 'Pack',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  trackingUrl: 'Tracking URL',
  warehouse: 'Warehouse',
  warehouseMissing: 'Enter the number of the warehouse. Settings can propose it.',
  nothing: 'Choose items first: scan, click, or press Space',
  button_one: 'Pack {{count}} item',
  button_other: 'Pack {{count}} items',
  keys: 'F9; only a part: F10',
  donePart_one: '{{count}} item packed. More items are left.',
  donePart_other: '{{count}} items packed. More items are left.',
  doneAll: 'Everything is packed.',
  doneAllHint: 'Scan the next order, or press Escape for the list.',
} as const

export const usedLabel = {
  title: '{{number}} is on the parcel of order {{orderId}} already',
  text: 'Use it only if both orders travel in one parcel.',
  use: 'Use it anyway',
  shared: '{{number}} is on the parcel of order {{orderId}} too, as you said.',
} as const

export const shipments = {
  title: 'Shipments',
  none: 'Nothing is packed yet.',
  name: 'Shipment {{index}}',
  states: { packed: 'Packed', shipped: 'Shipped', delivered: 'Delivered', canceled: 'Canceled' },
  lines_one: '{{count}} item',
  lines_other: '{{count}} items',
  serverId: 'Marketplace no. {{id}}',
  noServerId: 'Not on the marketplace yet',
  packedAt: 'Packed',
  shippedAt: 'Shipped',
  expectedToDeliverAt: 'Expected',
  deliveredAt: 'Delivered',
  canceledAt: 'Canceled',
  carrier: 'Carrier',
  tracking: 'Tracking',
  trackingUrl: 'Tracking URL',
  warehouse: 'Warehouse',
  locked: 'Shipped: carrier and tracking are locked',
  waiting_one: '{{count}} operation waits to be sent',
  waiting_other: '{{count}} operations wait to be sent',
  held_one: '{{count}} operation needs you',
  held_other: '{{count}} operations need you',
  moves,
  more: 'More …',
  history: 'History',
  historyTitle: 'History of shipment {{index}}',
  historyNone: 'Nothing was done with it at this station.',
  unusualTitle: '{{move}}?',
  unusualText: 'This shipment is “{{state}}”. “{{move}}” is unusual now. Do it only if you are sure.',
  unusualYes: 'Yes, {{move}}',
  no: 'No, go back',
} as const

export const moveForm = {
  title: '{{move}}: shipment {{index}}',
  shippedAt: 'Shipped at',
  expectedToDeliverAt: 'Expected delivery at',
  deliveredAt: 'Delivered at',
  canceledAt: 'Canceled at',
  format: 'Like {{example}} ({{zone}})',
  now: 'Now',
  plusDays_one: '+{{count}} day',
  plusDays_other: '+{{count}} days',
  carrierTitle: 'Carrier and tracking (locked once shipped)',
  submit: moves,
  close: 'Go back',
} as const

export const refunds = {
  title: 'Refunds',
  row: '{{type}} from {{source}}',
  states: { pending: 'Pending', successful: 'Successful' },
  unknown: 'unknown',
} as const

export const money = {
  title: 'Refunds and cancellation',
  none: 'Nothing was refunded.',
  refund: 'Refund',
  cancel: 'Cancel the order',
  shipped: 'A shipment is on its way, so the order can no longer be canceled. It can be refunded.',
  cancelWaits: 'The cancellation of this order waits to be sent',
  cancelWaitsText: 'Do not pack and do not ship it.',
  cancelHeld: 'The cancellation of this order needs you',
  refundWaits: 'A refund of {{amount}} waits to be sent',
  refundHeld: 'A refund of {{amount}} needs you',
  cancelTitle: 'Cancel order {{orderId}}?',
  cancelText:
    'The marketplace refunds the buyer by itself, and the order can no longer be shipped. This cannot be taken back.',
  cancelYes: 'Yes, cancel the order',
  back: 'Go back',
  refundTitle: 'Refund of order {{orderId}}',
  rest: '{{rest}} of this order is left to refund.',
  restUnknown: 'The order shows no total, so nobody knows what is left to refund.',
  amount: 'Amount in {{currency}}',
  amountHint: 'Like 12.50',
  all: 'All that is left: {{rest}}',
  refundYes: 'Refund {{amount}}',
  twice: 'This refund is above {{limit}}. Check the amount and the order, then confirm it again.',
  twiceUnknown: 'Nobody knows what is left to refund of this order. Check the amount, then confirm it again.',
  twiceYes: 'Yes, refund {{amount}}',
  problems: {
    missing: 'Enter an amount.',
    not_money: 'This is not an amount. Write it like 12.50.',
    ambiguous: 'This could mean two amounts. Write it like 1234.00.',
    too_many_decimals: 'Only two digits after the point.',
    too_large: 'This amount is too large.',
    zero: 'Enter more than nothing.',
    above_rest: 'Only {{rest}} is left to refund.',
  },
} as const

export const buyer = {
  title: 'Buyer and address',
  hidden: 'The buyer’s data is not on this station any more.',
  locked:
    'The buyer’s data is locked until this PC’s key store opens. Packing goes on; it is tried again every minute.',
  noName: 'No name',
} as const
