/** Names only: the sandboxed preload imports this file and must stay free of libraries. */

export const REQUEST_CHANNELS = [
  'station:bootstrap',
  'queue:list',
  'order:open',
  'order:refresh',
  'scan:resolve',
  'shipment:pack',
  'shipment:move',
  'shipment:history',
  'order:cancel',
  'order:refund',
  'outbox:list',
  'outbox:read',
  'outbox:answer',
  'outbox:adopt',
  'outbox:correct',
  'outbox:export',
  'outbox:import',
  'notices:list',
  'notices:acknowledge',
  'items:list',
  'item:read',
  'item:create',
  'item:update',
  'item:delist',
  'categories:read',
  'clock:confirm',
  'backups:list',
  'backups:make',
  'backups:restore',
  'station:leave',
  'sync:now',
  'settings:read',
  'settings:save',
  'settings:connect',
  'settings:train',
] as const
export type RequestChannel = (typeof REQUEST_CHANNELS)[number]

/** Events from main to the renderer. */
export const EVENT_CHANNEL = 'station:event'
