import type { Diagnosis } from '../../shared/domain/station/connection-reason'
import {
  BusyError,
  InvalidRequestError,
  NotFoundError,
  type PartnerError,
  type PartnerErrorFacts,
  RateLimitedError,
  ServerError,
  TooLargeError,
  UnauthorizedError,
  UnclearError,
  UnexpectedAnswerError,
  UnprocessableError,
  UnreachableError,
} from './errors'
import { retryAfterMs } from './retry-after'

/** Maps the end of a request to one coded error. README.md has the table and the reasons. */

type ErrorClass = new (message: string, facts?: PartnerErrorFacts) => PartnerError

/** Statuses that the document does not name and that may be others in a moment, although nobody does anything. */
export const BUSY: ReadonlySet<number> = new Set([409, 421, 423, 424, 425])

const BY_STATUS: Readonly<Record<number, ErrorClass>> = {
  401: UnauthorizedError,
  403: UnauthorizedError,
  404: NotFoundError,
  408: ServerError,
  ...Object.fromEntries([...BUSY].map((status) => [status, BusyError])),
  429: RateLimitedError,
}

const BY_STATUS_CLASS: Readonly<Record<number, ErrorClass>> = {
  4: UnprocessableError,
  5: ServerError,
}

export type AnswerHead = {
  status: number
  retryAfter: string | null
  date: string | null
  receivedAtMs: number
}

/** The error that an answer's status stands for, or `null` for a 2xx. */
export function errorOfStatus(
  request: string,
  head: AnswerHead,
  diagnosis: Diagnosis | null = null,
): PartnerError | null {
  const { status } = head
  const statusClass = Math.floor(status / 100)
  if (statusClass === 2) return null
  const Class = BY_STATUS[status] ?? BY_STATUS_CLASS[statusClass] ?? UnexpectedAnswerError
  const facts = { status, retryAfterMs: retryAfterMs(head), diagnosis }
  return new Class(`${request}: answered ${status}`, facts)
}

/**
 * How far a request had come when it failed. `unsent` is proven: the HTTP library had not begun to write it. `sent`:
 * it may have arrived. `answered`: the answer's head arrived, but not its whole body.
 */
export type Phase = 'unsent' | 'sent' | 'answered'

/** Codes of our own for failures without a library code. */
export const OWN_CODES = {
  /** The answer is not HTTP. */
  notHttp: 'HPE_NOT_HTTP',
  deadline: 'PARTNER_DEADLINE',
  tooLarge: 'PARTNER_BODY_TOO_LARGE',
  secondWrite: 'PARTNER_SECOND_WRITE',
  /** The time to connect passed before the name's address was known. */
  nameTimeout: 'PARTNER_NAME_TIMEOUT',
  /** The proxy did not answer, or did not open the tunnel: nothing was written to the marketplace. */
  proxyUnreachable: 'PARTNER_PROXY_UNREACHABLE',
  proxyAuth: 'PARTNER_PROXY_AUTH',
  proxyRefused: 'PARTNER_PROXY_REFUSED',
} as const

const BY_PHASE: Readonly<Record<Phase, ErrorClass>> = {
  unsent: UnreachableError,
  sent: UnclearError,
  answered: UnexpectedAnswerError,
}

/** Codes that are more precise than the phase. */
const BY_CODE: Readonly<Record<Phase, Readonly<Record<string, ErrorClass>>>> = {
  unsent: {
    UND_ERR_INVALID_ARG: InvalidRequestError,
    UND_ERR_NOT_SUPPORTED: InvalidRequestError,
  },
  sent: {
    UND_ERR_HEADERS_OVERFLOW: UnexpectedAnswerError,
  },
  answered: {
    UND_ERR_BODY_TIMEOUT: UnclearError,
    UND_ERR_DESTROYED: UnclearError,
    [OWN_CODES.deadline]: UnclearError,
    [OWN_CODES.tooLarge]: TooLargeError,
  },
}

/** The HTTP parser's own codes: the answer is not HTTP. */
const PARSER_CODE = /^HPE_/

/** The error for a request that ended without a whole answer. `code` is the failure's own code, never its message. */
export function errorOfFailure(
  request: string,
  phase: Phase,
  code: string | null,
  status: number | null = null,
  diagnosis: Diagnosis | null = null,
): PartnerError {
  const Class = classOfFailure(phase, code)
  return new Class(`${request}: ${PHASE_WORDS[phase]} (${code ?? 'no code'})`, { status, diagnosis })
}

function classOfFailure(phase: Phase, code: string | null): ErrorClass {
  if (code === null) return BY_PHASE[phase]
  if (phase === 'sent' && PARSER_CODE.test(code)) return UnexpectedAnswerError
  return BY_CODE[phase][code] ?? BY_PHASE[phase]
}

const PHASE_WORDS: Readonly<Record<Phase, string>> = {
  unsent: 'not sent',
  sent: 'no answer',
  answered: 'the answer broke off',
}

/** A failure's code if it is safe to show: libraries use upper-case names. */
export function codeOf(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : null
}
