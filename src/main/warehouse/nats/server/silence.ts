/** The hub stopped answering in the middle of a request: nobody knows whether it was done. */
export class HubSilent extends Error {
  override readonly name = 'HubSilent'
}

/** Names of errors in NATS's client, which is loaded only where there is a hub. */
const SILENT = new Set([
  'ClosedConnectionError',
  'ConnectionError',
  'DrainingConnectionError',
  'HubSilent',
  'NoResponders',
  'RequestError',
  'TimeoutError',
])

/** Whether the hub did not answer, or said that it cannot now: of three servers, two are gone. */
export function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return SILENT.has(error.name) || ('status' in error && error.status === UNAVAILABLE)
}
const UNAVAILABLE = 503
