import type { ErrorCode } from '../../../shared/contract/result'
import type { PartnerErrorCode } from '../../../shared/domain/outbox/partner-error-code'
import { PartnerError } from '../../partner/errors'
import type { PartnerClient } from '../../partner/client'
import { StationError } from '../../base/station-error'

/** These say nothing about the address: the same request may succeed in a moment. */
const PASSING: ReadonlySet<PartnerErrorCode> = new Set(['unreachable', 'unclear', 'server_error', 'busy'])

/**
 * Sends the marketplace one harmless request to check the address and the token.
 * @throws StationError `unauthorized`, `unreachable`, `not_marketplace`, with the field at fault
 */
export async function proveConnection(client: Pick<PartnerClient, 'listOrders'>): Promise<void> {
  try {
    await client.listOrders({ page_size: 1 })
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    // Told to wait: so the address and, as far as can be known now, the token are right.
    if (error.code === 'rate_limited') return
    throw refusal(error)
  }
}

function refusal({ code, diagnosis }: PartnerError): StationError {
  const because = (refused: ErrorCode, message: string, fields: Record<string, string>): StationError =>
    new StationError(refused, message, fields, undefined, diagnosis ?? undefined)
  // A firewall's page says nothing about the token.
  if (code === 'unauthorized' && diagnosis?.reason !== 'firewall')
    return because('unauthorized', 'the token was refused', { accessToken: 'unauthorized' })
  if (PASSING.has(code))
    return because('unreachable', 'no answer from this address', { baseUrl: 'unreachable' })
  return because('not_marketplace', `not the Partner API (${code})`, { baseUrl: 'not_marketplace' })
}
