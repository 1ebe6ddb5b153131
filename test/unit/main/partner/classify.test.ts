import { describe, expect, it } from 'vitest'
import {
  codeOf,
  errorOfFailure,
  errorOfStatus,
  OWN_CODES,
  type Phase,
} from '../../../../src/main/partner/classify'
import { PartnerError } from '../../../../src/main/partner/errors'
import { PARTNER_ERROR_CODES } from '../../../../src/shared/domain/outbox/partner-error-code'

const AT = Date.parse('2026-11-21T10:00:00Z')

function ofStatus(status: number, retryAfter: string | null = null) {
  return errorOfStatus('POST /x', { status, retryAfter, date: null, receivedAtMs: AT })
}

describe('the error of a status', () => {
  it.each([200, 201, 202, 203, 204, 206, 299])('%i is not an error', (status) => {
    expect(ofStatus(status)).toBeNull()
  })

  it.each([
    [401, 'unauthorized', 'no'],
    [403, 'unauthorized', 'no'],
    [404, 'not_found', 'no'],
    [429, 'rate_limited', 'no'],
    [400, 'unprocessable', 'no'],
    [405, 'unprocessable', 'no'],
    [410, 'unprocessable', 'no'],
    [413, 'unprocessable', 'no'],
    [422, 'unprocessable', 'no'],
    [499, 'unprocessable', 'no'],
    [409, 'busy', 'maybe'],
    [421, 'busy', 'maybe'],
    [423, 'busy', 'maybe'],
    [424, 'busy', 'maybe'],
    [425, 'busy', 'maybe'],
    [408, 'server_error', 'maybe'],
    [500, 'server_error', 'maybe'],
    [501, 'server_error', 'maybe'],
    [502, 'server_error', 'maybe'],
    [503, 'server_error', 'maybe'],
    [504, 'server_error', 'maybe'],
    [599, 'server_error', 'maybe'],
    [300, 'unexpected_answer', 'maybe'],
    [301, 'unexpected_answer', 'maybe'],
    [302, 'unexpected_answer', 'maybe'],
    [304, 'unexpected_answer', 'maybe'],
    [307, 'unexpected_answer', 'maybe'],
    [308, 'unexpected_answer', 'maybe'],
    [600, 'unexpected_answer', 'maybe'],
    [999, 'unexpected_answer', 'maybe'],
  ] as const)('%i is %s, applied %s', (status, code, applied) => {
    const error = ofStatus(status)
    expect(error).toBeInstanceOf(PartnerError)
    expect(error).toMatchObject({ code, applied, status, retryAfterMs: null })
  })

  it('carries the requested wait', () => {
    expect(ofStatus(429, '7')).toMatchObject({ code: 'rate_limited', retryAfterMs: 7_000 })
    expect(ofStatus(503, '7')).toMatchObject({ code: 'server_error', retryAfterMs: 7_000 })
  })
})

describe('the error of a failure', () => {
  const cases: [Phase, string | null, string, string][] = [
    ['unsent', 'ECONNREFUSED', 'unreachable', 'no'],
    ['unsent', 'ENOTFOUND', 'unreachable', 'no'],
    ['unsent', 'EAI_AGAIN', 'unreachable', 'no'],
    ['unsent', 'ENETUNREACH', 'unreachable', 'no'],
    ['unsent', 'EHOSTUNREACH', 'unreachable', 'no'],
    ['unsent', 'ECONNRESET', 'unreachable', 'no'],
    ['unsent', 'UND_ERR_CONNECT_TIMEOUT', 'unreachable', 'no'],
    ['unsent', 'CERT_HAS_EXPIRED', 'unreachable', 'no'],
    ['unsent', 'ERR_TLS_CERT_ALTNAME_INVALID', 'unreachable', 'no'],
    ['unsent', 'EPROTO', 'unreachable', 'no'],
    ['unsent', 'UND_ERR_DESTROYED', 'unreachable', 'no'],
    ['unsent', null, 'unreachable', 'no'],
    ['unsent', 'UND_ERR_INVALID_ARG', 'invalid_request', 'no'],
    ['sent', 'ECONNRESET', 'unclear', 'maybe'],
    ['sent', 'EPIPE', 'unclear', 'maybe'],
    ['sent', 'ETIMEDOUT', 'unclear', 'maybe'],
    ['sent', 'UND_ERR_SOCKET', 'unclear', 'maybe'],
    ['sent', 'UND_ERR_HEADERS_TIMEOUT', 'unclear', 'maybe'],
    ['sent', 'UND_ERR_ABORTED', 'unclear', 'maybe'],
    ['sent', 'UND_ERR_DESTROYED', 'unclear', 'maybe'],
    ['sent', OWN_CODES.deadline, 'unclear', 'maybe'],
    ['sent', OWN_CODES.secondWrite, 'unclear', 'maybe'],
    // Once the request was written, not even a refused connection proves anything.
    ['sent', 'ECONNREFUSED', 'unclear', 'maybe'],
    ['sent', null, 'unclear', 'maybe'],
    ['sent', 'HPE_INVALID_CONSTANT', 'unexpected_answer', 'maybe'],
    ['sent', 'UND_ERR_HEADERS_OVERFLOW', 'unexpected_answer', 'maybe'],
    ['answered', 'UND_ERR_SOCKET', 'unexpected_answer', 'maybe'],
    ['answered', 'ECONNRESET', 'unexpected_answer', 'maybe'],
    ['answered', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'unexpected_answer', 'maybe'],
    ['answered', 'HPE_INVALID_EOF_STATE', 'unexpected_answer', 'maybe'],
    ['answered', null, 'unexpected_answer', 'maybe'],
    ['answered', 'UND_ERR_BODY_TIMEOUT', 'unclear', 'maybe'],
    ['answered', 'UND_ERR_DESTROYED', 'unclear', 'maybe'],
    ['answered', OWN_CODES.deadline, 'unclear', 'maybe'],
    ['answered', OWN_CODES.tooLarge, 'too_large', 'maybe'],
  ]

  it.each(cases)('%s with %s is %s, applied %s', (phase, failure, code, applied) => {
    const error = errorOfFailure('POST /x', phase, failure)
    expect(error).toBeInstanceOf(PartnerError)
    expect(error).toMatchObject({ code, applied, status: null })
  })

  it('keeps the status of an interrupted answer', () => {
    expect(errorOfFailure('GET /x', 'answered', 'UND_ERR_SOCKET', 200).status).toBe(200)
  })

  it('names the request and the code in its message, for the log', () => {
    expect(errorOfFailure('GET /x', 'unsent', 'ECONNREFUSED').message).toBe('GET /x: not sent (ECONNREFUSED)')
  })
})

describe('the code of a failure', () => {
  it('is read from errors of any kind', () => {
    expect(codeOf(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).toBe('ECONNRESET')
    expect(codeOf(new AggregateError([], 'x'))).toBeNull()
    expect(codeOf(undefined)).toBeNull()
  })

  it('is never free text, which could contain anything', () => {
    expect(codeOf({ code: 'token abc' })).toBeNull()
    expect(codeOf({ code: 23 })).toBeNull()
  })
})

it('has a class for every code', () => {
  const statuses = [401, 404, 409, 422, 429, 500, 302].map((status) => ofStatus(status)?.code)
  const failures = [
    errorOfFailure('x', 'unsent', 'ECONNREFUSED'),
    errorOfFailure('x', 'unsent', 'UND_ERR_INVALID_ARG'),
    errorOfFailure('x', 'sent', 'ECONNRESET'),
    errorOfFailure('x', 'answered', OWN_CODES.tooLarge),
  ].map((error) => error.code)
  expect(new Set([...statuses, ...failures])).toEqual(new Set(PARTNER_ERROR_CODES))
})
