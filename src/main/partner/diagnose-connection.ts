import type { Diagnosis } from '../../shared/domain/station/connection-reason'
import { createPartnerClient, type PartnerClientOptions } from './client'
import { createClockCheck } from './clock-check'
import { PartnerError } from './errors'

export type ConnectionCheck = { ok: true } | ({ ok: false } & Diagnosis)

/**
 * Asks the marketplace for one order, without a window or a database, and says what is wrong if that fails.
 * Never throws for what the network does; throws a TypeError if `baseUrl` is not an http or https URL.
 */
export async function diagnoseConnection({
  accessToken,
  nowMs = Date.now,
  onResponse,
  ...options
}: Pick<
  PartnerClientOptions,
  'baseUrl' | 'network' | 'userAgent' | 'connectTimeoutMs' | 'headersTimeoutMs' | 'onResponse'
> & {
  accessToken: string | null
  nowMs?: () => number
}): Promise<ConnectionCheck> {
  const clock = createClockCheck(nowMs)
  const client = createPartnerClient({
    ...options,
    nowMs,
    accessToken: () => accessToken,
    onResponse: (sample) => {
      clock.compare(sample.dateHeader, sample.receivedAtMs)
      onResponse?.(sample)
    },
  })
  try {
    await client.listOrders({ page_size: 1 })
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    if (error.diagnosis !== null) return { ok: false, ...error.diagnosis }
    // Told to wait, or that the page is too small: the marketplace itself answered.
    if (error.status === null) return { ok: false, reason: 'broken_off', detail: error.code }
  } finally {
    await client.close()
  }
  if (!clock.isWrong()) return { ok: true }
  return { ok: false, reason: 'clock_wrong', detail: `this PC says ${new Date(nowMs()).toISOString()}` }
}
