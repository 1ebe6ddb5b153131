import type { PrintWords } from './words'

export const en: PrintWords = {
  slip: {
    title: 'Packing slip',
    order: 'Order',
    shipment: 'Parcel',
    ordered: 'Ordered',
    packed: 'Packed',
    carrier: 'Carrier',
    tracking: 'Tracking number',
    shipTo: 'Ship to',
    noAddress: 'This station does not have the address.',
    item: 'Item',
    size: 'Size',
    condition: 'Condition',
    itemNumber: 'Item number',
    price: 'Price',
    total: 'Total of these items',
    holds: (count, of) =>
      count === of
        ? count === 1
          ? 'This parcel holds the only item of the order.'
          : `This parcel holds all ${count} items of the order.`
        : `This parcel holds ${count} of the ${of} items of the order. The others come separately.`,
  },
  commands: {
    title: 'Commands',
    hint: 'Put this sheet where the scanner reaches it. Scanning a code does what it says.',
    of: {
      confirm: {
        name: 'CONFIRM',
        does: 'Packs the order once every item is scanned. In a form: presses its main button. Twice: takes an order over from another station.',
      },
      cancel: {
        name: 'CANCEL',
        does: 'Closes a form. Twice: clears the scanned items. Otherwise: back to the list.',
      },
      undo: {
        name: 'UNDO',
        does: 'Takes out the last scanned item or parcel. After packing: offers to cancel that shipment.',
      },
      pack_part: { name: 'PACK PART', does: 'Packs what is scanned, even if items are missing.' },
      next: { name: 'NEXT', does: 'Opens the next order in the list.' },
      acknowledge: { name: 'ACK', does: 'Clears an error once you have read it. Puts an alarm off.' },
      ship: {
        name: 'SHIP',
        does: 'Opens the form that marks the shipment as shipped. With no order open: the dock.',
      },
      deliver: {
        name: 'DELIVER',
        does: 'Opens the form that marks the shipment as delivered. With no order open: the dock.',
      },
      hold: {
        name: 'HOLD',
        does: 'Puts the order on hold; again: the next reason. If on hold: takes it off hold.',
      },
      reprint: { name: 'REPRINT', does: 'Prints the slip again. At the dock: the manifest.' },
    },
  },
  calibration: {
    title: 'Calibration sheet',
    hint: 'Open Settings, Scanner. Then scan these codes one after the other, from top to bottom.',
  },
  badges: { title: 'Badges' },
  manifest: {
    title: 'Manifest',
    carrier: 'Carrier',
    noCarrier: 'Without a carrier',
    handedOver: 'Handed over',
    notYet: 'Not yet',
    by: 'By',
    count: (parcels, items) =>
      `${parcels} ${parcels === 1 ? 'parcel' : 'parcels'}, ${items} ${items === 1 ? 'item' : 'items'}`,
    order: 'Order',
    items: 'Items',
    tracking: 'Tracking number',
    driver: 'Driver’s name',
    date: 'Date and time',
    signature: 'Signature',
  },
}
