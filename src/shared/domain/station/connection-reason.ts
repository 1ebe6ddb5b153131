/**
 * Why there is no connection to the marketplace. Shown to packers as a code to tell IT, explained in Settings, written
 * to the log; never rename.
 */
export const CONNECTION_REASONS = [
  'name_not_found',
  'name_server',
  'refused',
  'no_route',
  'timeout',
  'broken_off',
  'no_answer',
  'tls_unknown_ca',
  'tls_expired',
  'tls_not_yet_valid',
  'tls_wrong_host',
  'tls_failed',
  'not_https',
  'needs_https',
  'proxy_unreachable',
  'proxy_auth',
  'proxy_refused',
  'redirected',
  'portal',
  'wrong_path',
  'not_marketplace',
  'firewall',
  'forbidden',
  'token_refused',
  'no_token',
  'server_error',
  'clock_wrong',
] as const
export type ConnectionReason = (typeof CONNECTION_REASONS)[number]

/** What IT can act on. It says nothing about whether a request was applied. */
export type Diagnosis = {
  reason: ConnectionReason
  /** A code, a status, where a redirect leads, the proxy. Never a token, a query or a body. */
  detail: string
}

/**
 * Who can end it: the packer at this PC (`network`: cable and Wi-Fi; `portal`: a sign-in page), IT (`settings`), a
 * supervisor with a token (`token`), or nobody here (`marketplace`).
 */
export type ReasonGroup = 'network' | 'portal' | 'settings' | 'token' | 'clock' | 'marketplace'

const GROUPS: Readonly<Record<ConnectionReason, ReasonGroup>> = {
  name_not_found: 'network',
  name_server: 'network',
  refused: 'network',
  no_route: 'network',
  timeout: 'network',
  broken_off: 'network',
  no_answer: 'marketplace',
  tls_unknown_ca: 'settings',
  tls_expired: 'settings',
  tls_not_yet_valid: 'clock',
  tls_wrong_host: 'settings',
  tls_failed: 'settings',
  not_https: 'settings',
  needs_https: 'settings',
  proxy_unreachable: 'network',
  proxy_auth: 'settings',
  proxy_refused: 'settings',
  redirected: 'settings',
  portal: 'portal',
  wrong_path: 'settings',
  not_marketplace: 'settings',
  firewall: 'settings',
  forbidden: 'token',
  token_refused: 'token',
  no_token: 'token',
  server_error: 'marketplace',
  clock_wrong: 'clock',
}

/** The packer's words are by group; IT's are by reason. */
export function groupOfReason(reason: ConnectionReason): ReasonGroup {
  return GROUPS[reason]
}
