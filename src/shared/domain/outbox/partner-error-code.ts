/**
 * How a request to the marketplace can fail; one class each in the main process. Stored with an op's last error; never
 * rename.
 * @see partner-api "Errors"
 */
export const PARTNER_ERROR_CODES = [
  'unreachable',
  'unclear',
  'server_error',
  'busy',
  'unexpected_answer',
  'unauthorized',
  'not_found',
  'unprocessable',
  'rate_limited',
  'too_large',
  'invalid_request',
] as const
export type PartnerErrorCode = (typeof PARTNER_ERROR_CODES)[number]
