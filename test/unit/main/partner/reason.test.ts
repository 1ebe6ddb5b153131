import { describe, expect, it } from 'vitest'
import { OWN_CODES } from '../../../../src/main/partner/classify'
import { diagnose, diagnosisOfBody, type FailureFacts } from '../../../../src/main/partner/reason'
import {
  CONNECTION_REASONS,
  groupOfReason,
  type ConnectionReason,
} from '../../../../src/shared/domain/station/connection-reason'

const FACTS: FailureFacts = {
  origin: 'https://market.example',
  phase: 'unsent',
  code: null,
  status: null,
  contentType: null,
  location: null,
  isList: true,
  clockWrong: () => false,
}
const HTML = 'text/html; charset=utf-8'
const HTTP = 'http://127.0.0.1:8080'

type Row = [reason: ConnectionReason | null, facts: Partial<FailureFacts>]
const ROWS: Row[] = [
  ['name_not_found', { code: 'ENOTFOUND' }],
  ['name_server', { code: 'EAI_AGAIN' }],
  ['name_server', { code: OWN_CODES.nameTimeout }],
  ['refused', { code: 'ECONNREFUSED' }],
  ['no_route', { code: 'ENETUNREACH' }],
  ['no_route', { code: 'EHOSTUNREACH' }],
  ['no_route', { code: null }],
  ['timeout', { code: 'UND_ERR_CONNECT_TIMEOUT' }],
  ['broken_off', { code: 'ECONNRESET' }],
  ['broken_off', { code: 'UND_ERR_SOCKET', phase: 'sent' }],
  ['broken_off', { code: null, phase: 'sent' }],
  ['broken_off', { code: 'UND_ERR_SOCKET', phase: 'answered', status: 200 }],
  ['no_answer', { code: 'UND_ERR_HEADERS_TIMEOUT', phase: 'sent' }],
  ['no_answer', { code: OWN_CODES.deadline, phase: 'answered', status: 200 }],
  ['tls_unknown_ca', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }],
  ['tls_unknown_ca', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }],
  ['tls_expired', { code: 'CERT_HAS_EXPIRED' }],
  ['tls_not_yet_valid', { code: 'CERT_NOT_YET_VALID' }],
  ['clock_wrong', { code: 'CERT_HAS_EXPIRED', clockWrong: () => true }],
  ['clock_wrong', { code: 'CERT_NOT_YET_VALID', clockWrong: () => true }],
  ['refused', { code: 'ECONNREFUSED', clockWrong: () => true }],
  ['tls_wrong_host', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
  ['tls_failed', { code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE' }],
  ['tls_failed', { code: 'EPROTO' }],
  ['tls_failed', { code: 'CERT_REVOKED' }],
  ['not_https', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
  ['needs_https', { origin: HTTP, code: 'HPE_INVALID_CONSTANT', phase: 'sent' }],
  ['needs_https', { origin: HTTP, status: 400, contentType: HTML }],
  ['not_marketplace', { code: 'HPE_INVALID_CONSTANT', phase: 'sent' }],
  ['not_marketplace', { code: OWN_CODES.tooLarge, phase: 'answered', status: 200 }],
  ['proxy_unreachable', { code: OWN_CODES.proxyUnreachable }],
  ['proxy_auth', { code: OWN_CODES.proxyAuth }],
  ['proxy_refused', { code: OWN_CODES.proxyRefused }],
  ['proxy_auth', { status: 407 }],
  ['redirected', { status: 301, location: 'https://market.example/api' }],
  ['redirected', { status: 302, location: '/api' }],
  ['redirected', { status: 308, location: 'https://new.example/' }],
  ['redirected', { status: 301, location: null }],
  ['portal', { status: 302, location: 'http://portal.example/?mac=1' }],
  ['portal', { status: 307, location: 'http://portal.example/' }],
  ['portal', { status: 511 }],
  ['portal', { status: 200, contentType: HTML, phase: 'answered' }],
  ['not_marketplace', { status: 200, phase: 'answered' }],
  ['wrong_path', { status: 404 }],
  ['wrong_path', { status: 404, isList: false, contentType: HTML }],
  [null, { status: 404, isList: false }],
  ['token_refused', { status: 401 }],
  ['token_refused', { status: 401, contentType: HTML }],
  ['forbidden', { status: 403 }],
  ['firewall', { status: 403, contentType: HTML }],
  ['firewall', { status: 400, contentType: HTML }],
  ['not_marketplace', { status: 410 }],
  [null, { status: 410, isList: false }],
  [null, { status: 422 }],
  [null, { status: 429, contentType: HTML }],
  ['server_error', { status: 502, contentType: HTML }],
  ['server_error', { status: 408 }],
  ['server_error', { status: 409 }],
  ['server_error', { status: 423, isList: false, contentType: HTML }],
  [null, { status: 423, isList: false }],
  [null, { code: 'UND_ERR_DESTROYED' }],
]

describe('the reason of a failure', () => {
  it.each(ROWS)('is %s for %o', (reason, facts) => {
    expect(diagnose({ ...FACTS, ...facts })?.reason ?? null).toBe(reason)
  })

  it('has a row for each reason that a request can have', () => {
    const found = new Set(ROWS.map(([reason]) => reason))
    // Nothing is sent without a token.
    expect(CONNECTION_REASONS.filter((reason) => !found.has(reason))).toEqual(['no_token'])
  })

  it('belongs to a group with words for packers', () => {
    for (const reason of CONNECTION_REASONS) expect(groupOfReason(reason)).toBeTruthy()
  })
})

describe('the detail for IT', () => {
  it.each([
    [{ code: 'ENOTFOUND' }, 'ENOTFOUND'],
    [
      { code: OWN_CODES.proxyAuth, codeDetail: 'proxy.example:8080, HTTP 407' },
      'proxy.example:8080, HTTP 407',
    ],
    [{ status: 403, contentType: HTML }, 'HTTP 403, text/html'],
    [{ status: 403, contentType: '<script>' }, 'HTTP 403, of no known type'],
    [
      { status: 301, location: 'https://market.example/v2?token=x#y' },
      'HTTP 301, to https://market.example/v2',
    ],
    [{ status: 301, location: '//me:pw@market.example/v2' }, 'HTTP 301, to https://market.example/v2'],
    [{ status: 302, location: 'http://portal.example/in?mac=1' }, 'HTTP 302, to http://portal.example'],
    [{ status: 302, location: 'javascript:alert(1)' }, 'HTTP 302, to nowhere'],
    [{ status: 200, phase: 'answered' as const, code: 'UND_ERR_SOCKET' }, 'HTTP 200, UND_ERR_SOCKET'],
  ])('of %o', (facts, detail) => {
    expect(diagnose({ ...FACTS, ...facts })?.detail).toBe(detail)
  })
})

describe('a 2xx that is not JSON', () => {
  it.each([
    ['portal', HTML, ''],
    ['portal', null, ' \n<!doctype html>'],
    ['portal', 'application/json', '<html>'],
    ['not_marketplace', 'text/plain', 'Please sign in'],
    ['not_marketplace', null, ''],
  ])('is %s', (reason, contentType, text) => {
    expect(diagnosisOfBody(200, contentType, text).reason).toBe(reason)
  })
})
