/** The three-minute tour of training mode, and its drills. */

export const guide = {
  label: 'Training tour',
  begin: 'Three-minute tour',
  again: 'Start again',
  stop: 'Stop',
  skip: 'Skip',
  progress: 'Step {{step}} of {{of}}',
  scanForMe: 'Scan it for me',
  codes: {
    order: 'Order {{code}}',
    item: 'Item {{code}}',
    foreign: 'Item of another order: {{code}}',
    label: 'Tracking label {{code}}',
    command: '{{name}}, key {{key}}',
  },
  takeNetwork: 'Take the network away',
  bringNetwork: 'Bring the network back',
  cancelOrder: 'Let it be canceled',
  goOutbox: 'Open the outbox',
  goOrder: 'Back to the order',
  steps: {
    open: {
      title: 'Open an order',
      text: 'Scan its number, or choose one in the list and press Enter.',
    },
    scan_items: {
      title: 'Scan every item',
      text: 'Green means right, and you hear it. The list shows what is still missing.',
    },
    label: {
      title: 'Scan the tracking label',
      text: 'When every item is scanned, the next code becomes the tracking number.',
    },
    pack: {
      title: 'Pack the order',
      text: 'Scan CONFIRM or press F9. It is recorded on this PC at once.',
    },
    print: {
      title: 'Print the packing slip',
      text: 'Scan REPRINT, or press the button on the shipment.',
    },
    ship: {
      title: 'Ship the parcel',
      text: 'Scan SHIP, look at the proposed times, then scan CONFIRM.',
    },
    outbox: {
      title: 'Look into the outbox',
      text: 'It shows what still waits to be sent, and what needs you.',
    },
    wrong_item: {
      title: 'Drill: wrong item',
      text: 'Open another order and scan an item that is not part of it.',
    },
    acknowledge: {
      title: 'Clear the error',
      text: 'Read it, then scan ACK or press F2.',
    },
    network_gone: {
      title: 'Drill: the network is gone',
      text: 'Take the network away. The bar at the top will say so.',
    },
    pack_offline: {
      title: 'Pack without a network',
      text: 'Scan the items and CONFIRM as always. The parcel’s data waits on this PC.',
    },
    network_back: {
      title: 'The network is back',
      text: 'Bring it back. What waited is sent by itself.',
    },
    order_canceled: {
      title: 'Drill: the order was canceled',
      text: 'Open an order, scan an item, then let the marketplace cancel the order.',
    },
    alarm: {
      title: 'Answer the alarm',
      text: 'Read what to do with the items, then scan ACK or press the button.',
    },
  },
  doneTitle: 'You have done the whole tour.',
  doneText: 'Packed, printed and shipped, and three troubles met. Start again whenever you like: F1.',
  close: 'Close',
} as const
