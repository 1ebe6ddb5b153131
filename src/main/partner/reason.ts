import type { ConnectionReason, Diagnosis } from '../../shared/domain/station/connection-reason'
import { BUSY, OWN_CODES, type Phase } from './classify'

/** Why a request failed, so that IT can act on it. Whether it may have been applied is decided in classify.ts. */

export type FailureFacts = {
  /** The marketplace's address. */
  origin: string
  phase: Phase
  /** The failure's own code. */
  code: string | null
  /** More on `code`, such as the proxy that failed. */
  codeDetail?: string | null
  status: number | null
  contentType: string | null
  location: string | null
  /** Whether the request names nothing that may be missing or denied: a list, which every account may read. */
  isList: boolean
  /** Whether this PC's clock is known to be wrong. */
  clockWrong: () => boolean
}

/** `null` when the failure says nothing about the connection, such as a 404 of one order. */
export function diagnose(facts: FailureFacts): Diagnosis | null {
  const reason = facts.status === null ? reasonOfFailure(facts) : reasonOfStatus(facts, facts.status)
  return reason === null ? null : { reason, detail: detailOf(facts) }
}

const BY_CODE: Readonly<Record<string, ConnectionReason | null>> = {
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_server',
  EAI_FAIL: 'name_server',
  [OWN_CODES.nameTimeout]: 'name_server',
  ECONNREFUSED: 'refused',
  ENETUNREACH: 'no_route',
  EHOSTUNREACH: 'no_route',
  ENETDOWN: 'no_route',
  EHOSTDOWN: 'no_route',
  EADDRNOTAVAIL: 'no_route',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'no_answer',
  UND_ERR_BODY_TIMEOUT: 'no_answer',
  [OWN_CODES.deadline]: 'no_answer',
  [OWN_CODES.tooLarge]: 'not_marketplace',
  UND_ERR_HEADERS_OVERFLOW: 'not_marketplace',
  [OWN_CODES.proxyUnreachable]: 'proxy_unreachable',
  [OWN_CODES.proxyAuth]: 'proxy_auth',
  [OWN_CODES.proxyRefused]: 'proxy_refused',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_unknown_ca',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_unknown_ca',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_unknown_ca',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_unknown_ca',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_unknown_ca',
  CERT_UNTRUSTED: 'tls_unknown_ca',
  CERT_HAS_EXPIRED: 'tls_expired',
  CERT_NOT_YET_VALID: 'tls_not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_wrong_host',
  HOSTNAME_MISMATCH: 'tls_wrong_host',
  // An answer in plain text in place of the TLS handshake.
  ERR_SSL_WRONG_VERSION_NUMBER: 'not_https',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'not_https',
  ERR_SSL_RECORD_LAYER_FAILURE: 'not_https',
  ERR_SSL_HTTP_REQUEST: 'not_https',
  // Nothing failed: this program ended the request.
  UND_ERR_DESTROYED: null,
  UND_ERR_CLOSED: null,
  UND_ERR_ABORTED: null,
  UND_ERR_INVALID_ARG: null,
  UND_ERR_NOT_SUPPORTED: null,
  [OWN_CODES.secondWrite]: 'broken_off',
}

/** Failures of OpenSSL and BoringSSL, and of Node's own checks of certificates. */
const TLS_CODE = /^(?:ERR_SSL_|ERR_TLS_|ERR_OSSL_|CERT_|EPROTO$|UNABLE_TO_|INVALID_CA$|CRL_|PATH_LENGTH_)/
const DATE_REASONS: ReadonlySet<ConnectionReason | null> = new Set(['tls_expired', 'tls_not_yet_valid'])

function reasonOfFailure({ origin, phase, code, clockWrong }: FailureFacts): ConnectionReason | null {
  if (code === null) return phase === 'unsent' ? 'no_route' : 'broken_off'
  const known = BY_CODE[code]
  if (known !== undefined && DATE_REASONS.has(known) && clockWrong()) return 'clock_wrong'
  if (known !== undefined) return known
  if (code.startsWith('HPE_')) return isHttps(origin) ? 'not_marketplace' : 'needs_https'
  return TLS_CODE.test(code) ? 'tls_failed' : 'broken_off'
}

function reasonOfStatus(facts: FailureFacts, status: number): ConnectionReason | null {
  const html = isHtml(facts.contentType)
  if (status === 429) return null
  if (status === 407) return 'proxy_auth'
  if (status === 511) return 'portal'
  if (status >= 500 || status === 408) return 'server_error'
  if (BUSY.has(status)) return facts.isList || html ? 'server_error' : null
  if (status === 401) return 'token_refused'
  if (status === 404) return facts.isList || html ? 'wrong_path' : null
  if (status >= 400) return html ? reasonOfRefusalPage(facts, status) : reasonOfRefusal(facts, status)
  if (status >= 300) return reasonOfRedirect(facts, status)
  // A 2xx that is no answer of the marketplace.
  if (facts.phase === 'answered' && facts.code !== null) return reasonOfFailure(facts)
  return html ? 'portal' : 'not_marketplace'
}

function reasonOfRefusal({ isList }: FailureFacts, status: number): ConnectionReason | null {
  if (status === 403) return 'forbidden'
  // The document gives no limits of a list's parameters, so the marketplace itself may refuse them with 422.
  return isList && status !== 422 ? 'not_marketplace' : null
}

/** The marketplace's refusals have no body; pages are by web servers and firewalls. */
function reasonOfRefusalPage({ origin }: FailureFacts, status: number): ConnectionReason {
  return status === 400 && !isHttps(origin) ? 'needs_https' : 'firewall'
}

/** Sign-in pages send the visitor elsewhere, for now; an address that moved says so for good. */
function reasonOfRedirect({ origin, location }: FailureFacts, status: number): ConnectionReason {
  const to = targetOf(origin, location)
  const elsewhere = to !== null && to.hostname !== new URL(origin).hostname
  return elsewhere && status !== 301 && status !== 308 ? 'portal' : 'redirected'
}

function detailOf(facts: FailureFacts): string {
  const { status, code, codeDetail, contentType, location, origin } = facts
  if (status === null) return codeDetail ?? code ?? 'no code'
  const parts = [`HTTP ${status}`]
  if (status >= 300 && status < 400) parts.push(`to ${whereTo(origin, location)}`)
  else if (contentType !== null) parts.push(mediaType(contentType))
  if (code !== null) parts.push(code)
  return parts.join(', ')
}

const LONGEST_PATH = 200

/** The path on the same host, for IT to correct the address; of another host only its name. Never a query. */
function whereTo(origin: string, location: string | null): string {
  const to = targetOf(origin, location)
  if (to === null) return 'nowhere'
  const sameHost = to.hostname === new URL(origin).hostname
  return sameHost ? to.origin + to.pathname.slice(0, LONGEST_PATH) : to.origin
}

function targetOf(origin: string, location: string | null): URL | null {
  const to = location !== null && URL.canParse(location, origin) ? new URL(location, origin) : null
  return to !== null && /^https?:$/.test(to.protocol) ? to : null
}

/** A 2xx whose body is not JSON. */
export function diagnosisOfBody(status: number, contentType: string | null, text: string): Diagnosis {
  const isPage = isHtml(contentType) || text.trimStart().startsWith('<')
  const type = contentType === null ? 'not JSON' : mediaType(contentType)
  return { reason: isPage ? 'portal' : 'not_marketplace', detail: `HTTP ${status}, ${type}` }
}

export function isHtml(contentType: string | null): boolean {
  return contentType?.toLowerCase().includes('html') ?? false
}

/** Without parameters, and short: a stranger wrote it. */
function mediaType(contentType: string): string {
  return /^[\w.+/-]{1,60}/.exec(contentType)?.[0] ?? 'of no known type'
}

function isHttps(origin: string): boolean {
  return origin.startsWith('https:')
}
