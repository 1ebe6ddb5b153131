import type { IncomingMessage, RequestListener } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { RequestChannel } from '../../../shared/contract/channels'
import type { FirstAnswers, FirstChannel } from '../../../shared/contract/first-screen'
import { MOST_BULK_BYTES } from '../../../shared/domain/items/bulk-job'
import { MOST_FILE_BYTES } from '../../../shared/domain/outbox/ops-file-limits'
import { MOST_PICTURE_BYTES } from '../../../shared/domain/orders/instruction'
import type { BridgeError } from '../../../shared/contract/result'
import { FIRST_QUESTIONS, PAGE_HEADER, PAGE_PARAMETER } from '../../../shared/domain/station/first-screen'
import type { Packbench } from '../../app/compose'
import type { PrintPages } from '../print-pages'
import { isPage, pageHeaders, type RendererFiles, respondWithFile } from '../renderer-files'
import type { Door } from './door'
import { EVENTS_PATH, serveEvents } from './events'
import { requestRefusal } from './guards'
import { EXPIRED_LINK_PAGE, NO_SESSION_PAGE, SPENT_LINK_PAGE } from './pages'

const MOST_BODY_BYTES = 1024 * 1024
/** An export file as text within JSON, where each quote takes two characters. */
const MOST_IMPORT_BYTES = 2 * MOST_FILE_BYTES

/** Ten thousand rows in words. */
const MOST_TABLE_BYTES = 16 * 1024 * 1024

/** As base64, with the rest of the request. */
const MOST_BULK_FILE_BYTES = Math.ceil((MOST_BULK_BYTES * 4) / 3) + 10_000
const MOST_PICTURE_FILE_BYTES = Math.ceil((MOST_PICTURE_BYTES * 4) / 3) + 10_000

/** Calls with more to say than the others. */
const LARGE: Partial<Record<RequestChannel, number>> = {
  'outbox:import': MOST_IMPORT_BYTES,
  'evidence:save': MOST_TABLE_BYTES,
  'outbox:save': MOST_TABLE_BYTES,
  'items:save': MOST_TABLE_BYTES,
  'bulk:from-file': MOST_BULK_FILE_BYTES,
  'instructions:write': MOST_PICTURE_FILE_BYTES,
}

export type BrowserServer = {
  port: number
  /** A fresh address that opens the app once. */
  newLink(): string
  close(): Promise<void>
}

type ServerParts = {
  packbench: Pick<Packbench, 'handle' | 'onEvent' | 'isBarred'>
  files: RendererFiles
  printPages: PrintPages
  /** Gets a fresh link when a spent or expired one was tried, unless the last such link is still valid. */
  announce: (link: string) => void
}

type Answering = Pick<ServerParts, 'packbench'>
type Answered = Omit<FirstAnswers, 'page'>
type Served = Omit<ServerParts, 'announce'> & { announce: () => void; firstAnswers: () => Promise<Answered> }

/** Serves the app on the listening socket. */
export async function startBrowserServer(parts: ServerParts, door: Door): Promise<BrowserServer> {
  let latest = 0
  const stopCounting = parts.packbench.onEvent(({ revision }) => (latest = Math.max(latest, revision)))
  const told = () => latest
  const announce = announceSeldom(parts, door)
  const app = await buildApp({ ...parts, announce, firstAnswers: answersAhead(parts, told) }, door)
  const { onEvent } = parts.packbench
  const stopTelling = serveEvents(door, { onEvent, told }, (request) => refusalOfEvents(door, request))
  return {
    port: door.port,
    newLink: () => door.newLink(),
    async close() {
      stopCounting()
      stopTelling()
      await app.close()
      await door.close()
    },
  }
}

async function buildApp(parts: Served, door: Door): Promise<FastifyInstance> {
  let answer: RequestListener = () => undefined
  const app = Fastify({
    bodyLimit: MOST_BODY_BYTES,
    exposeHeadRoutes: false,
    // A path that does not parse is answered before any hook runs.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      reply.code(400).headers(pageHeaders(null, [])).type('text/plain').send('Not found')
    },
    logger: false,
    serverFactory: (handler) => {
      answer = handler
      return door.server
    },
  })
  // SECURITY: without this a foreign form could post a body without a preflight.
  app.removeContentTypeParser('text/plain')
  guardEveryRequest(app, door)
  answerFailures(app)
  app.get('/open', async (request, reply) => open(parts, door, request, reply))
  const ask = async (channel: string, request: FastifyRequest, reply: FastifyReply) =>
    // The handler refuses unknown channels.
    reply.send(await parts.packbench.handle(channel as RequestChannel, request.body))
  app.post<{ Params: { channel: string } }>('/bridge/:channel', (request, reply) =>
    ask(request.params.channel, request, reply),
  )
  for (const [channel, bodyLimit] of Object.entries(LARGE))
    // A doubled colon is literal, not a parameter.
    app.post(`/bridge/${channel.replace(':', '::')}`, { bodyLimit }, (request, reply) =>
      ask(channel, request, reply),
    )
  app.get('/*', (request, reply) => sendFile(parts, pathOf(request), request, reply))
  await app.ready()
  door.answerWith(answer)
  return app
}

function guardEveryRequest(app: FastifyInstance, door: Door): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(pageHeaders(null, []))
    const { headers } = request
    const reads = request.method === 'GET'
    const opens = reads && pathOf(request) === '/open'
    const refusal = requestRefusal(headers, door.port, opens ? 'open' : reads ? 'read' : 'act')
    if (refusal !== null) return reply.code(403).type('text/plain').send(`Refused: ${refusal}`)
    if (opens) return
    const known = hasSession(door, request.raw)
    // SECURITY: static files hold no station data; everything else needs a page that a link opened.
    if (known && (reads || door.sessions.isPage(headers[PAGE_HEADER]?.toString()))) return
    if (reads) return reply.code(401).type('text/html; charset=utf-8').send(NO_SESSION_PAGE)
    return sendError(reply, 401, { code: 'session_missing', message: 'no session' })
  })
}

function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: { statusCode?: number; code?: string }, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500)
      return sendError(reply, status, { code: 'invalid_request', message: error.code ?? 'refused' })
    console.error(error)
    return sendError(reply, status, { code: 'internal', message: 'an unexpected error; see the log' })
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Not found'))
}

async function open(
  parts: Served,
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const token = (request.query as Record<string, unknown>)['token']
  const redeemed = typeof token === 'string' ? door.sessions.redeem(token) : ({ kind: 'unknown' } as const)
  if (redeemed.kind === 'session') {
    // SECURITY: no script can read the cookie, and no other site's page can make the browser send it.
    const kept = { httpOnly: true, sameSite: 'strict', path: '/' } as const
    reply.header(
      'set-cookie',
      stringifySetCookie({ name: cookieName(door), value: redeemed.session, ...kept }),
    )
    // No redirect, which would delay the first list; the page removes the spent link from its own address.
    const { page } = redeemed
    return sendFile(parts, '/', request, reply, async () => {
      const first = await parts.firstAnswers()
      // SECURITY: checked last, because the answers may predate the lock.
      return { ...first, page, answers: parts.packbench.isBarred() ? {} : first.answers }
    })
  }
  if (hasSession(door, request.raw)) return reply.redirect('/', 303)
  // Only somebody who had a valid link gets another one printed.
  if (redeemed.kind !== 'unknown') parts.announce()
  return reply.code(403).type('text/html; charset=utf-8').send(REFUSED[redeemed.kind])
}

const REFUSED = { spent: SPENT_LINK_PAGE, expired: EXPIRED_LINK_PAGE, unknown: NO_SESSION_PAGE }

/** SECURITY: trying a link repeatedly prints at most one line per link lifetime, so the terminal cannot be flooded. */
function announceSeldom({ announce }: ServerParts, door: Door): () => void {
  let latest: string | null = null
  return () => {
    if (latest !== null && door.isFresh(latest)) return
    latest = door.newLink()
    announce(latest)
  }
}

/** Read while the first window starts, so that its page need not wait; later windows read the file again. */
function answersAhead(parts: Answering, told: () => number): Served['firstAnswers'] {
  const read = () => firstAnswers(parts, told)
  let ahead: Promise<Answered> | null = read()
  return async () => {
    const known = await ahead
    ahead = null
    return known !== null && known.told === told() ? known : read()
  }
}

/** The page comes with the answers to its first calls, which saves the window two round trips. */
async function firstAnswers({ packbench }: Answering, told: () => number): Promise<Answered> {
  // Noted before the answers: events in between are then handled twice rather than missed.
  const before = told()
  const ask = <C extends FirstChannel>(channel: C) => packbench.handle(channel, FIRST_QUESTIONS[channel])
  const [station, queue, notices] = await Promise.all([
    ask('station:bootstrap'),
    ask('packing:queue'),
    ask('station:notices'),
  ])
  return {
    told: before,
    answers: { 'station:bootstrap': station, 'packing:queue': queue, 'station:notices': notices },
  }
}

/** A socket changes nothing but reveals everything, so only the app's own page may open one. */
function refusalOfEvents(door: Door, request: IncomingMessage): number | null {
  if (requestRefusal(request.headers, door.port, 'act') !== null) return 403
  const [path, query] = (request.url ?? '').split('?', 2)
  const page = new URLSearchParams(query).get(PAGE_PARAMETER) ?? undefined
  if (!hasSession(door, request) || !door.sessions.isPage(page)) return 401
  return path === EVENTS_PATH ? null : 404
}

async function sendFile(
  parts: Pick<ServerParts, 'files' | 'printPages'>,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  /** SECURITY: only for the page that a link opened; a reload has only a cookie, which every port can see. */
  answers: () => Promise<FirstAnswers | null> = async () => null,
): Promise<FastifyReply> {
  // The guard has checked Host, so it may be used in the policy.
  const sources = [`ws://${request.headers.host}`]
  const first = isPage(path) ? await answers() : null
  const response = parts.printPages.respond(path) ?? respondWithFile(parts.files, path, sources, first)
  return reply.code(response.status).headers(response.headers).send(response.body)
}

function sendError(reply: FastifyReply, status: number, error: BridgeError): FastifyReply {
  return reply.code(status).send({ ok: false, error })
}

function hasSession(door: Door, { headers }: IncomingMessage): boolean {
  return door.sessions.isOpen(parseCookie(headers.cookie ?? '')[cookieName(door)])
}

/** Browsers share cookies among all ports of a host, so each station's cookie has its own name. */
function cookieName(door: Door): string {
  return `packbench_${door.port}`
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}
