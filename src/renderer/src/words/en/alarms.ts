import type { NoticeKind } from '../../../../shared/contract/views'

/** What interrupts, and what concerns the whole account. */

const titles = {
  order_canceled: 'Order {{orderId}} is CANCELED. Pull the parcel',
  duplicate: 'Order {{orderId}}: a shipment may exist twice',
  lines_elsewhere: 'Order {{orderId}}: someone else packed this',
  vanished: 'Order {{orderId}}: what was confirmed is not on the marketplace',
  item_vanished: 'A confirmed item change is not on the marketplace',
  data_salvaged: 'The data of this station was damaged',
  data_restored: 'A backup was restored',
  ops_imported: 'Operations were taken in from a file',
  evidence_stopped: 'The evidence log cannot be written',
  evidence_renewed: 'The evidence log starts over',
  evidence_altered: 'The evidence log was changed from outside',
} as const satisfies Record<NoticeKind, string>

const texts = {
  order_canceled: 'It was canceled after it was packed here. Do not ship it. Pull:',
  duplicate:
    'The marketplace has more than one shipment for the same items, so the buyer might get them twice. Keep one and cancel the other while it is packed:',
  lines_elsewhere: 'Items that were packed here are in another shipment now. Stop this parcel and look:',
  vanished:
    'The marketplace confirmed it, but does not show it, or not any more. Stop the parcel if it is still here, and open the order: what is to be decided waits in “Needs you”.',
  item_vanished:
    'The marketplace confirmed it, but does not show it. What is to be decided waits in “Needs you”.',
  data_salvaged_one: '{{count}} operation that was not done was saved from it. It is being checked now.',
  data_salvaged_other:
    '{{count}} operations that were not done were saved from it. They are being checked now.',
  data_restored_one: '{{count}} open operation came back with it. It is checked before anything is sent.',
  data_restored_other:
    '{{count}} open operations came back with it. They are checked before anything is sent.',
  evidence_stopped:
    'What is done is not in the evidence log at the moment. Packing goes on. Check that the disk has room and that the data folder can be written.',
  evidence_renewed:
    'Its file was damaged or gone. A damaged one is kept beside the new one, in the data folder. Tell a supervisor.',
  evidence_altered:
    'It does not end as Packbench left it. Tell a supervisor: Settings, Evidence, Verify says where.',
  ops_imported_one: '{{count}} open operation came in. It is checked before anything is sent.',
  ops_imported_other: '{{count}} open operations came in. They are checked before anything is sent.',
} as const

export const alarms = {
  list: 'Alarms and notices',
  open_one: '{{count}} alarm',
  open_other: '{{count}} alarms',
  more_one: 'and {{count}} more after this one',
  more_other: 'and {{count}} more after this one',
  raisedAt: 'Noticed {{at}}',
  titles,
  texts,
  shipment: 'Shipment {{index}}',
  shipmentUnknown: 'A shipment that is not on this station any more',
  ours: 'packed here',
  theirs: 'packed elsewhere',
  tracking: 'Tracking {{trackingNumber}}',
  noTracking: 'no tracking number',
  packedAt: 'packed {{at}}',
  lines_one: '{{count}} item',
  lines_other: '{{count}} items',
  openOrder: 'Open order {{orderId}}',
  cancelOurs: 'Cancel ours …',
  seen: {
    order_canceled: 'Seen: I pull it',
    duplicate: 'Seen',
    lines_elsewhere: 'Seen: I stop it',
    vanished: 'Seen: I look into it',
    item_vanished: 'Seen',
    data_salvaged: 'Seen',
    data_restored: 'Seen',
    ops_imported: 'Seen',
    evidence_stopped: 'Seen',
    evidence_renewed: 'Seen',
    evidence_altered: 'Seen',
  } satisfies Record<NoticeKind, string>,
  later: 'Not now',
  asideTitle_one: '{{count}} alarm is not done',
  asideTitle_other: '{{count}} alarms are not done',
  show: 'Show',
  close: 'Close',
  none: 'No alarm is open.',
  benchTitle: 'Order {{orderId}} was CANCELED while you pack it',
  benchText: 'Stop. Put the items back. Nothing of it is packed any more.',
  benchSeen: 'Seen: I put it back',
} as const

export const account = {
  offlineTitle: 'No connection to the marketplace',
  offlineText_zero: 'Go on packing. What you confirm is saved here and goes out when the connection is back.',
  offlineText_one:
    'Go on packing. {{count}} operation is saved here and goes out when the connection is back.',
  offlineText_other:
    'Go on packing. {{count}} operations are saved here and go out when the connection is back.',
  silentTitle: 'The marketplace does not answer',
  silentText: 'Go on packing. What you confirm is saved here and goes out when it answers again.',
  failingTitle: 'The marketplace answers with errors',
  failingText: 'Go on packing. What you confirm is saved here and goes out when it works again.',
  foreignTitle: 'Something else answers in place of the marketplace',
  foreignText:
    'It may be a sign-in page of the network: open a browser and sign in there. Go on packing; everything is saved here.',
  throttledTitle: 'The marketplace is busy until {{until}}',
  throttledText: 'It asked this station to wait. Go on packing; everything goes out after that.',
  clock: {
    differsTitle: 'The clock of this PC is {{by}} {{direction}}',
    differsText: 'Times are recorded with it. Set the clock of the PC soon.',
    refusedTitle: 'The clock of this PC is wrong by {{by}} ({{direction}}): nothing can be packed',
    refusedText: 'Set the clock of the PC. If it is right and the marketplace’s is wrong, confirm it.',
    confirm: 'The clock of this PC is right',
    ahead: 'ahead of the marketplace’s',
    behind: 'behind the marketplace’s',
  },
  confirmedState: 'Clock confirmed',
} as const
