import type { Act } from '../domain/permissions'
import type { RequestChannel } from './channels'
import type { ParsedRequestOf } from './requests'
import type { StationEvent } from './views'

/** `anyone`: also while the station is locked or nobody has signed in. Otherwise what the table of permissions says. */
export type Need = 'anyone' | Act
export type Needs = { [C in RequestChannel]: Need | ((request: ParsedRequestOf<C>) => Need) }

/**
 * What each call needs: complete, so that a call without a policy does not compile. SECURITY: what says `anyone` tells
 * and does nothing that is an order's, a buyer's or an operator's.
 */
export const NEEDS: Needs = {
  // Without orders, neighbours and names while the station is barred.
  'station:bootstrap': 'anyone',
  'operators:sign-in': 'anyone',
  'operators:sign-out': 'anyone',
  'operators:lock': 'anyone',
  // What a packer hears and reads is nobody else's business.
  'preferences:save': (part) =>
    Object.keys(part).every((section) => section === 'sound' || section === 'language')
      ? 'anyone'
      : 'settings',
  // Leaving a bench is always allowed.
  'bench:put': ({ orderId }) => (orderId === null ? 'anyone' : 'claim'),

  'operators:active': 'report',
  'evidence:record': 'report',
  /** Whether it may be lent is judged by what is asked for. */
  'operators:lend': 'report',

  'queue:list': 'look',
  'order:open': 'look',
  'order:refresh': 'look',
  'scan:resolve': 'look',
  'shipment:history': 'look',
  'outbox:list': 'look',
  'outbox:read': 'look',
  'notices:list': 'look',
  'items:list': 'look',
  'item:read': 'look',
  'categories:read': 'look',
  'settings:read': 'look',
  'print:printers': 'look',
  'statistics:read': 'look',
  'carriers:propose': 'look',
  'carriers:countries': 'look',
  'handover:read': 'look',
  'lan:read': 'look',
  'training:barcode': 'look',

  'shipment:pack': 'pack',
  'shipment:move': ({ move, confirmedUnusual }) =>
    move === 'cancel' ? (confirmedUnusual ? 'cancel_delivered' : 'cancel_packed') : move,
  'handover:scan': 'dock',
  'handover:remove': 'dock',
  'handover:commit': 'dock',
  'order:hold': 'hold',
  'bench:take': 'claim',
  'sync:now': 'sync',
  'notices:acknowledge': 'acknowledge',
  'training:drill': 'practise',
  'print:document': ({ document }) => (document.kind === 'badges' ? 'print_badges' : 'print'),

  'order:cancel': 'cancel_order',
  'order:refund': 'refund',
  'item:create': 'create_item',
  'item:update': 'change_item',
  'item:delist': 'delist_item',
  'outbox:answer': ({ answer }) => (answer === 'check' ? 'check_again' : 'answer_held'),
  'outbox:adopt': 'answer_held',
  'outbox:correct': 'correct_times',
  'outbox:export': 'export_ops',
  'outbox:import': 'import_ops',
  'clock:confirm': 'confirm_clock',
  'evidence:list': 'read_evidence',
  'evidence:verify': 'read_evidence',
  'evidence:export': 'export_evidence',
  'backups:list': 'restore_backup',
  'backups:make': 'make_backup',
  'backups:restore': 'restore_backup',
  'station:leave': ({ how, exportOps }) =>
    how === 'reset' ? 'reset' : exportOps ? 'quit_with_export' : 'quit',
  'settings:save': 'settings',
  'settings:connect': 'connect',
  'settings:train': 'connect',
  'lan:passphrase': 'settings',
  'operators:list': 'operators',
  'operators:save': 'operators',
}

/** What each event needs to be told; the rest is asked for again once somebody has signed in. */
export const EVENT_NEEDS: { [K in StationEvent['kind']]: 'anyone' | 'operator' } = {
  // Counts, the clock and the network.
  status: 'anyone',
  sign_in_changed: 'anyone',
  station_replaced: 'anyone',
  orders_changed: 'operator',
  outbox_changed: 'operator',
  items_changed: 'operator',
  notices_changed: 'operator',
  lan_changed: 'operator',
}
