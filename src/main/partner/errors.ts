/**
 * One class per way a request to the marketplace can fail. Callers match `code`, never a message.
 * Messages name the method, the path and a status or error code; never a header, a body or a query.
 * @see partner-api "Errors"
 */
import type { PartnerErrorCode } from '../../shared/domain/outbox/partner-error-code'
import type { Diagnosis } from '../../shared/domain/station/connection-reason'

/** `no`: the marketplace certainly did not apply the request. `maybe`: unknown until it is read back. */
export type Applied = 'no' | 'maybe'

export type PartnerErrorFacts = {
  /** HTTP status, if an answer came. */
  status?: number | null
  /** Milliseconds the marketplace asks to wait. */
  retryAfterMs?: number | null
  /** The request carried a token that has since been replaced. */
  tokenReplaced?: boolean
  /** Why there is no connection; `null` when the failure is about the request alone. */
  diagnosis?: Diagnosis | null
}

/** `fields`: paths without places in lists; `problem`: what is wrong with each, in English and without its value. */
export type Problem = { problem: string; fields: string[] }

/** A record that its schema refuses: kept, never dropped, so that one bad record does not block a page. */
export type Unreadable = { raw: unknown } & Problem

export abstract class PartnerError extends Error {
  abstract readonly code: PartnerErrorCode
  abstract readonly applied: Applied
  readonly status: number | null
  readonly retryAfterMs: number | null
  /** True for the refusal of a replaced token: it says nothing about the current one. */
  readonly tokenReplaced: boolean
  readonly diagnosis: Diagnosis | null

  constructor(message: string, facts: PartnerErrorFacts = {}) {
    // SECURITY: no `cause`. A library's error may hold headers, and headers hold the access token.
    super(message)
    this.status = facts.status ?? null
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.tokenReplaced = facts.tokenReplaced ?? false
    this.diagnosis = facts.diagnosis ?? null
  }
}

/** Not one byte of the request was written: name lookup, route, connection or TLS failed. */
export class UnreachableError extends PartnerError {
  override readonly name = 'UnreachableError'
  readonly code = 'unreachable'
  readonly applied = 'no'
}

/** Bytes were written but no whole answer came: reset, closed, timed out, aborted. */
export class UnclearError extends PartnerError {
  override readonly name = 'UnclearError'
  readonly code = 'unclear'
  readonly applied = 'maybe'
}

/** Any 5xx, or 408. */
export class ServerError extends PartnerError {
  override readonly name = 'ServerError'
  readonly code = 'server_error'
  readonly applied = 'maybe'
}

/**
 * 409, 421, 423, 424, 425: something else holds the order or item, for now. The document names none of them, so none of its
 * refusals is meant. A gateway that repeated the request may get one for what its first try has done.
 */
export class BusyError extends PartnerError {
  override readonly name = 'BusyError'
  readonly code = 'busy'
  readonly applied = 'maybe'
}

/** An answer that the document does not describe: a redirect, HTML, a truncated body or one of another shape. */
export class UnexpectedAnswerError extends PartnerError {
  override readonly name = 'UnexpectedAnswerError'
  readonly code = 'unexpected_answer'
  readonly applied = 'maybe'

  constructor(message: string, facts: PartnerErrorFacts = {}) {
    const detail = facts.status == null ? 'no answer of the Partner API' : `HTTP ${facts.status}`
    super(message, { diagnosis: { reason: 'not_marketplace', detail }, ...facts })
  }
}

/** A record that arrived whole, of which the needed part cannot be read. It says nothing about the connection. */
export class UnreadableRecordError extends UnexpectedAnswerError {
  // SECURITY: private, because the record may hold a buyer's data, and errors are logged.
  readonly #record: Unreadable

  constructor(message: string, record: Unreadable, status: number) {
    super(message, { status, diagnosis: null })
    this.#record = record
  }

  record(): Unreadable {
    return this.#record
  }
}

/** 401 or 403, or there is no usable token to send. */
export class UnauthorizedError extends PartnerError {
  override readonly name = 'UnauthorizedError'
  readonly code = 'unauthorized'
  readonly applied = 'no'
}

/** 404. */
export class NotFoundError extends PartnerError {
  override readonly name = 'NotFoundError'
  readonly code = 'not_found'
  readonly applied = 'no'
}

/** 422, 400 and every other 4xx: the marketplace refused the request itself. */
export class UnprocessableError extends PartnerError {
  override readonly name = 'UnprocessableError'
  readonly code = 'unprocessable'
  readonly applied = 'no'
}

/** 429. */
export class RateLimitedError extends PartnerError {
  override readonly name = 'RateLimitedError'
  readonly code = 'rate_limited'
  readonly applied = 'no'
}

/** The answer's body is larger than this client reads. */
export class TooLargeError extends PartnerError {
  override readonly name = 'TooLargeError'
  readonly code = 'too_large'
  readonly applied = 'maybe'
}

/** Our own strict schema refused the request; nothing was sent. */
export class InvalidRequestError extends PartnerError {
  override readonly name = 'InvalidRequestError'
  readonly code = 'invalid_request'
  readonly applied = 'no'
}
