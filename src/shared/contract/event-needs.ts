import type { StationEvent } from './views'

/** The permission needed to receive each event. After a sign-in the window re-reads what it missed. */
export const EVENT_NEEDS: { [K in StationEvent['kind']]: 'anyone' | 'operator' } = {
  // Counts, the clock and the network.
  status: 'anyone',
  sign_in_changed: 'anyone',
  station_replaced: 'anyone',
  settings_changed: 'anyone',
  orders_changed: 'operator',
  outbox_changed: 'operator',
  items_changed: 'operator',
  bulk_changed: 'operator',
  notices_changed: 'operator',
  lan_changed: 'operator',
  accounts_changed: 'operator',
}
