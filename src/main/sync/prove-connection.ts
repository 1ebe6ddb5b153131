import { PartnerError } from '../partner/errors'
import type { PartnerClient } from '../partner/client'
import { StationError } from '../base/station-error'

/**
 * Sends the marketplace one harmless request to check the address and the token.
 * @throws StationError `unauthorized`, `unreachable`, `not_marketplace`, with the field at fault
 */
export async function proveConnection(client: Pick<PartnerClient, 'listOrders'>): Promise<void> {
  try {
    await client.listOrders({ page_size: 1 })
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    switch (error.code) {
      case 'unauthorized':
        throw new StationError('unauthorized', 'the token was refused', { accessToken: 'unauthorized' })
      case 'unreachable':
      case 'unclear':
        throw new StationError('unreachable', 'no answer from this address', { baseUrl: 'unreachable' })
      // Told to wait: so the address and, as far as can be known now, the token are right.
      case 'rate_limited':
        return
      default:
        throw new StationError('not_marketplace', `not the Partner API (${error.code})`, {
          baseUrl: 'not_marketplace',
        })
    }
  }
}
