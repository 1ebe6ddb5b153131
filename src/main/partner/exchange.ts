import { type Dispatcher, errors } from 'undici'
import type { Diagnosis } from '../../shared/domain/station/connection-reason'
import { crashPoint } from '../base/crash-points'
import { createClockCheck, type ClockCheck } from './clock-check'
import { codeOf, errorOfFailure, errorOfStatus, OWN_CODES, type Phase } from './classify'
import { UnexpectedAnswerError } from './errors'
import type { Network } from './network'
import { diagnose, isHtml } from './reason'
import { createRoute, TunnelFailed } from './route'

/** One request and its answer over HTTP, without retries and without redirects. */

export type ExchangeLimits = {
  connectTimeoutMs: number
  headersTimeoutMs: number
  /** Longest silence while the body comes. */
  bodyTimeoutMs: number
  maxBodyBytes: number
}

export type ResponseSample = {
  status: number
  dateHeader: string | null
  /** The age that a cache reported, in seconds, as received. */
  ageHeader: string | null
  sentAtMs: number
  receivedAtMs: number
}

export type ExchangeOptions = {
  origin: string
  limits: ExchangeLimits
  network: Network
  nowMs: () => number
  onResponse?: ((sample: ResponseSample) => void) | undefined
}

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query. */
  target: string
  headers: Record<string, string>
  body: string | null
  /** `nothing`: a 2xx counts only when it has no body, as the document says. */
  wants: 'body' | 'nothing'
  /** A list from its beginning: unlike one order or item, it cannot be missing. */
  isList: boolean
  /** The request's name in messages; holds no secret and no query. */
  label: string
}

export type HttpAnswer = {
  status: number
  link: string | null
  contentType: string | null
  text: string
  /** The head says how long the body is, or that none comes: an empty one was not cut off. */
  isWhole: boolean
}

export type Exchange = {
  /** Resolves on a 2xx; any other outcome is a PartnerError. */
  send(request: HttpRequest): Promise<HttpAnswer>
  /** Ends all connections at once. Requests in flight fail with `unclear`, or with `unreachable` if unsent. */
  close(): Promise<void>
}

/** No answer may take longer than this many times the idle limit, however steadily it drips. */
const DEADLINE_FACTOR = 6
/** How many bytes of an unwanted body to read so that the connection can be reused. */
const MAX_DISCARDED_BYTES = 65_536
/** The bytes that still count as an empty body: tab, line ends and space. */
const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20])

/** Opens no connection yet. */
export function createExchange(options: ExchangeOptions): Exchange {
  const reads = createRoute(options)
  // Each write opens and closes its own connection. The server may have dropped a kept connection silently, and then
  // nobody could tell whether the write arrived.
  const writes = createRoute(options)
  const clock = createClockCheck(options.nowMs)
  return {
    send: async (request) => {
      const route = request.method === 'GET' ? reads : writes
      const dispatcher = await route.dispatcher()
      return new Promise((resolve, reject) => {
        dispatcher.dispatch(
          {
            origin: options.origin,
            path: request.target,
            method: request.method,
            headers: request.headers,
            body: request.body,
            reset: request.method !== 'GET',
          },
          new AnswerReader(request, { ...options, clock, isResolving: route.isResolving }, resolve, reject),
        )
      })
    },
    async close() {
      await Promise.all([reads.destroy(), writes.destroy()])
    },
  }
}

class CalledOff extends Error {
  constructor(readonly code: string) {
    super(code)
  }
}

type ReaderOptions = Omit<ExchangeOptions, 'network'> & { clock: ClockCheck; isResolving: () => boolean }

type AnswerHeaders = Record<string, string | string[] | undefined>

/** Follows one request through undici's callbacks and completes once. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  private phase: Phase = 'unsent'
  private sentAtMs = 0
  private status: number | null = null
  private link: string | null = null
  private contentType: string | null = null
  private location: string | null = null
  private isWhole = false
  private keepsBody = false
  private chunks: Buffer[] = []
  private bytes = 0
  private deadline: NodeJS.Timeout | undefined

  constructor(
    private readonly request: HttpRequest,
    private readonly options: ReaderOptions,
    private readonly resolve: (answer: HttpAnswer) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  /** undici calls this right before the first byte, and again if it is about to write the request a second time. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.phase !== 'unsent') {
      controller.abort(new CalledOff(OWN_CODES.secondWrite))
      return
    }
    this.phase = 'sent'
    if (this.request.method !== 'GET') crashPoint('write')
    this.sentAtMs = this.options.nowMs()
    const { headersTimeoutMs, bodyTimeoutMs } = this.options.limits
    const deadlineMs = headersTimeoutMs + DEADLINE_FACTOR * bodyTimeoutMs
    this.deadline = setTimeout(() => controller.abort(new CalledOff(OWN_CODES.deadline)), deadlineMs)
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    if (status < 200) return
    this.phase = 'answered'
    if (this.request.method !== 'GET') crashPoint('answered')
    this.status = status
    this.link = headerOf(headers, 'link')
    this.contentType = headerOf(headers, 'content-type')
    this.location = headerOf(headers, 'location')
    this.isWhole = status === 204 || 'content-length' in headers || 'transfer-encoding' in headers
    const receivedAtMs = this.options.nowMs()
    const date = headerOf(headers, 'date')
    const ageHeader = headerOf(headers, 'age')
    this.options.clock.compare(date, receivedAtMs)
    this.options.onResponse?.({ status, dateHeader: date, ageHeader, sentAtMs: this.sentAtMs, receivedAtMs })

    const head = { status, retryAfter: headerOf(headers, 'retry-after'), date, receivedAtMs }
    const error = errorOfStatus(this.request.label, head, this.diagnosis())
    if (error !== null) this.reject(error)
    else if (this.request.wants === 'body') this.keepsBody = true
    else if (isHtml(this.contentType)) this.reject(this.foreign('HTML'))

    if (Number(headerOf(headers, 'content-length')) > this.maxBytes()) this.callOffTooLarge(controller)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length
    // Whatever the body says: the marketplace sends none here, so something else answered.
    if (this.request.wants === 'nothing' && !chunk.every((byte) => BLANKS.has(byte)))
      this.reject(this.foreign('a body where the document has none'))
    if (this.bytes > this.maxBytes()) this.callOffTooLarge(controller)
    else if (this.keepsBody) this.chunks.push(chunk)
  }

  onResponseEnd(): void {
    clearTimeout(this.deadline)
    // Does nothing if the answer has already been rejected.
    const { status, link, contentType, isWhole } = this
    this.resolve({ status: status ?? 0, link, contentType, isWhole, text: this.keepsBody ? this.text() : '' })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.deadline)
    this.chunks = []
    const failed = failureCode(error)
    const isName = failed === 'UND_ERR_CONNECT_TIMEOUT' && this.options.isResolving()
    const code = isName ? OWN_CODES.nameTimeout : failed
    const diagnosis = this.diagnosis(code, error instanceof TunnelFailed ? error.detail : null)
    this.reject(errorOfFailure(this.request.label, this.phase, code, this.status, diagnosis))
  }

  private maxBytes(): number {
    return this.keepsBody ? this.options.limits.maxBodyBytes : MAX_DISCARDED_BYTES
  }

  private callOffTooLarge(controller: Dispatcher.DispatchController): void {
    if (this.request.wants === 'nothing') this.reject(this.foreign('a long body where the document has none'))
    controller.abort(new CalledOff(OWN_CODES.tooLarge))
  }

  /** A proxy or a captive portal may answer with 2xx too. */
  private foreign(what: string): Error {
    const { status, request } = this
    const message = `${request.label}: answered ${status} with ${what}`
    return new UnexpectedAnswerError(message, { status, diagnosis: this.diagnosis() })
  }

  private diagnosis(code: string | null = null, codeDetail: string | null = null): Diagnosis | null {
    const { phase, status, contentType, location } = this
    const { origin, clock } = this.options
    const { isList } = this.request
    return diagnose({
      origin,
      phase,
      code,
      codeDetail,
      status,
      contentType,
      location,
      isList,
      clockWrong: clock.isWrong,
    })
  }

  private text(): string {
    return new TextDecoder().decode(Buffer.concat(this.chunks))
  }
}

/** undici 8 omits the code of its parser's errors. */
function failureCode(error: Error): string | null {
  return codeOf(error) ?? (error instanceof errors.HTTPParserError ? OWN_CODES.notHttp : null)
}

/** Header names are lower case here. Repeated headers are joined as HTTP specifies. */
function headerOf(headers: AnswerHeaders, name: string): string | null {
  const value = headers[name]
  if (value === undefined) return null
  return typeof value === 'string' ? value : value.join(', ')
}
