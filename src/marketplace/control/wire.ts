import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Core } from '../core'
import { sendEmpty } from '../http'
import type { Account } from '../tables/accounts'
import { FaultPlan, type Fault } from './fault-plan'
import { Journal, type JournalEntry } from './journal'

type Exchange = { entry: JournalEntry; fault: Fault | null; answeredByFault: boolean }
type Payload = string | Buffer | null | undefined

/** The control API is never hit by a fault and never in the journal. */
export const CONTROL_PREFIX = '/control'

const HTML = '<!doctype html><title>Sign in</title><h1>Welcome to the guest network</h1>'

/** Sits between the socket and the routes: writes the journal and triggers faults. */
export class Wire {
  readonly plan = new FaultPlan()
  readonly journal = new Journal()
  private readonly core: Core
  private readonly exchanges = new WeakMap<FastifyRequest, Exchange>()
  private readonly timers = new Set<NodeJS.Timeout>()
  /** Requests that are applied once the marketplace's clock reaches a time. */
  private overdue: { dueMs: number; apply: () => void }[] = []

  constructor(core: Core) {
    this.core = core
  }

  attach(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      this.applyOverdue()
      if (isControl(request)) return done()
      this.receive(request, reply, done)
    })
    app.addHook('preHandler', (request, reply, done) => {
      const exchange = this.exchanges.get(request)
      if (exchange?.fault?.kind !== 'late') return done()
      const { entry, fault } = exchange
      entry.body = request.body ?? null
      reply.raw.socket?.destroy()
      if (fault.by === 'timer') this.after(fault.ms, done)
      else this.overdue.push({ dueMs: this.core.now() + fault.ms, apply: done })
    })
    app.addHook<Payload>('onSend', (request, reply, payload, done) => {
      const exchange = this.exchanges.get(request)
      if (exchange === undefined) return done(null, payload)
      this.answer(exchange, request, reply, payload, done)
    })
  }

  /** Notes why a request was refused. */
  explain(request: FastifyRequest, reason: string): void {
    const exchange = this.exchanges.get(request)
    if (exchange !== undefined) exchange.entry.reason = reason
  }

  /** Forgets everything that waits; requests due later are never applied. */
  close(): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
    this.overdue = []
  }

  private applyOverdue(): void {
    const due = this.overdue.filter(({ dueMs }) => dueMs <= this.core.now())
    if (due.length === 0) return
    this.overdue = this.overdue.filter((request) => !due.includes(request))
    for (const { apply } of due) apply()
  }

  private receive(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const path = request.url
    const agent = request.headers['user-agent'] ?? null
    const entry = this.journal.open({ at: this.nowText(), method: request.method, path, agent })
    const fault = this.plan.draw(request.method, path.split('?')[0] ?? path)
    const exchange: Exchange = { entry, fault, answeredByFault: false }
    this.exchanges.set(request, exchange)
    entry.fault = fault?.kind ?? null
    if (fault === null || !('when' in fault) || fault.when === 'after') return done()
    if (fault.kind === 'delay') return this.after(fault.ms, done)
    readBody(request, (body) => {
      entry.body = body
      this.refuse(exchange, fault, reply)
    })
  }

  /** Answers a request that is never applied. */
  private refuse(exchange: Exchange, fault: Fault, reply: FastifyReply): void {
    switch (fault.kind) {
      case 'drop':
        return void reply.raw.socket?.destroy()
      case 'reset':
        return void reply.raw.socket?.resetAndDestroy()
      case 'hang':
        return
      case 'status':
        exchange.answeredByFault = true
        if (fault.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter)
        return void sendEmpty(reply, fault.status)
      case 'html':
        exchange.answeredByFault = true
        return void reply.code(200).type('text/html; charset=utf-8').send(HTML)
      case 'answer':
        exchange.answeredByFault = true
        return void reply.code(fault.status).send(fault.body)
      default:
        throw new Error(`no request is refused by ${fault.kind}`)
    }
  }

  private answer(
    { entry, fault, answeredByFault }: Exchange,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Payload,
    done: (error?: Error | null, payload?: Payload) => void,
  ): void {
    entry.sent = reply.statusCode
    entry.body ??= request.body ?? null
    // Set here and not where it is sent: fastify sets a content type for each body.
    if (answeredByFault) {
      if (fault?.kind === 'answer') setContentType(reply, fault.contentType)
      return done(null, payload)
    }
    this.noteOutcome(entry, request, reply, payload)
    const afterwards = fault !== null && (!('when' in fault) || fault.when === 'after') ? fault : null
    switch (afterwards?.kind) {
      case undefined:
        return done(null, payload)
      case 'delay':
        return this.after(afterwards.ms, () => done(null, payload))
      case 'status':
        if (afterwards.retryAfter !== undefined) reply.header('retry-after', afterwards.retryAfter)
        entry.sent = afterwards.status
        reply.code(afterwards.status).removeHeader('content-type').removeHeader('content-length')
        return done(null, null)
      case 'html':
        entry.sent = 200
        reply.code(200).type('text/html; charset=utf-8').removeHeader('content-length')
        return done(null, HTML)
      case 'answer':
        entry.sent = afterwards.status
        reply.code(afterwards.status).removeHeader('content-length')
        setContentType(reply, afterwards.contentType)
        return done(null, afterwards.body)
      case 'garble':
        // Valid HTTP, so that only the JSON parser can tell.
        if (reply.statusCode === 204) entry.sent = reply.code(200).statusCode
        reply.removeHeader('content-length')
        return done(null, firstHalf(payload))
      default:
        entry.sent = null
        return breakOff(afterwards?.kind, reply, payload)
    }
  }

  private noteOutcome(
    entry: JournalEntry,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Payload,
  ): void {
    entry.outcome = reply.statusCode
    entry.account = request.getDecorator<Account | null>('account')?.name ?? null
    if (request.method === 'GET' || reply.statusCode >= 300) return
    entry.appliedAt = this.nowText()
    entry.made = madeBy(payload)
  }

  private nowText(): string {
    return new Date(this.core.now()).toISOString()
  }

  private after(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      then()
    }, ms)
    this.timers.add(timer)
  }
}

/** Reads the body for the journal, although the request is not carried out. */
function readBody(request: FastifyRequest, then: (body: unknown) => void): void {
  const chunks: Buffer[] = []
  request.raw.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.raw.on('end', () => then(parsed(Buffer.concat(chunks).toString('utf8'))))
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** What a create returns: the ID of a shipment or refund, or an item number. */
function madeBy(payload: Payload): string | null {
  if (typeof payload !== 'string' || payload === '') return null
  const { id, item_number: itemNumber } = JSON.parse(payload) as { id?: number; item_number?: string }
  return id === undefined ? (itemNumber ?? null) : String(id)
}

function setContentType(reply: FastifyReply, contentType: string | null): void {
  if (contentType === null) reply.removeHeader('content-type')
  else reply.header('content-type', contentType)
}

/** Ends the exchange without a complete answer; fastify's own end of it is never reached. */
function breakOff(kind: Fault['kind'] | undefined, reply: FastifyReply, payload: Payload): void {
  const { socket } = reply.raw
  if (kind === 'hang') return
  if (kind === 'reset') return void socket?.resetAndDestroy()
  if (kind !== 'truncate') return void socket?.destroy()
  const half = firstHalf(payload)
  const promised = Math.max(Buffer.byteLength(payload ?? ''), half.length + 2)
  const headers = { ...reply.getHeaders(), 'content-length': String(promised) }
  reply.raw.writeHead(reply.statusCode === 204 ? 200 : reply.statusCode, headers as Record<string, string>)
  reply.raw.flushHeaders()
  reply.raw.write(half, () => socket?.destroy())
}

/** Half of the body; half of an empty object if there is no body. */
function firstHalf(payload: Payload): Buffer {
  const body = Buffer.from(payload ?? '{}')
  return body.subarray(0, Math.ceil(body.length / 2))
}

function isControl(request: FastifyRequest): boolean {
  return request.url === CONTROL_PREFIX || request.url.startsWith(`${CONTROL_PREFIX}/`)
}
