import type { MarketplaceSettings } from './settings'

/** The document's outcomes without a body, and `malformed` for requests that cannot be read at all. */
export type Outcome =
  | 'unauthorized'
  | 'not_found'
  | 'not_found_on_write'
  | 'unprocessable'
  | 'too_many_requests'
  | 'malformed'

const STATUS_SETTING = {
  unauthorized: 'statusUnauthorized',
  not_found: 'statusNotFound',
  not_found_on_write: 'statusNotFoundOnWrite',
  unprocessable: 'statusUnprocessable',
  too_many_requests: 'statusTooManyRequests',
  malformed: 'statusMalformed',
} as const satisfies Record<Outcome, keyof MarketplaceSettings>

/** A refused request. The caller gets only the status; `reason` is for the control API's journal. */
export class Refusal extends Error {
  readonly outcome: Outcome
  readonly headers: Readonly<Record<string, string>>

  constructor(outcome: Outcome, reason: string, headers: Readonly<Record<string, string>> = {}) {
    super(reason)
    this.name = 'Refusal'
    this.outcome = outcome
    this.headers = headers
  }
}

/** The HTTP status of an outcome. @see partner-api "Errors" */
export function statusOf(settings: MarketplaceSettings, outcome: Outcome): number {
  return settings[STATUS_SETTING[outcome]]
}
