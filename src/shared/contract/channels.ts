/** Names only: the sandboxed preload imports this file and must stay free of libraries. */

export const REQUEST_CHANNELS = [
  'station:bootstrap',
  'queue:list',
  'order:open',
  'order:refresh',
  'scan:resolve',
  'shipment:pack',
  'shipment:move',
  'outbox:list',
  'outbox:answer',
  'sync:now',
  'settings:read',
  'settings:save',
  'settings:connect',
  'settings:train',
] as const
export type RequestChannel = (typeof REQUEST_CHANNELS)[number]

/** Events from main to the renderer. */
export const EVENT_CHANNEL = 'station:event'
