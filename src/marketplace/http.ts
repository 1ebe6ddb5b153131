import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ACCESS_TOKEN_HEADER, API_PREFIX } from '../shared/partner-api/http'
import type { Core } from './core'
import { Refusal, statusOf } from './refusal'
import { accountOfToken, type Account } from './tables/accounts'

/** A fastify instance that answers every failure with its status and an empty body. @see partner-api "Errors" */
export function createApp(core: Core, onReason: (request: FastifyRequest, reason: string) => void) {
  const app = Fastify({
    bodyLimit: core.settings.maxBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // An ID too long for a route is unknown, not a bad request.
    routerOptions: { maxParamLength: 2_000 },
  })
  readBodies(app)
  app.decorateRequest('account', null)
  app.addHook('onRequest', (_request, reply, done) => {
    if (core.settings.dateHeader === 'sent') reply.header('date', new Date(core.now()).toUTCString())
    // Otherwise Node adds one itself.
    else reply.raw.sendDate = false
    done()
  })
  app.setNotFoundHandler((_request, reply) => sendEmpty(reply, statusOf(core.settings, 'not_found')))
  app.setErrorHandler((error, request, reply) => {
    onReason(request, error instanceof Error ? error.message : String(error))
    if (error instanceof Refusal) void reply.headers(error.headers)
    return sendEmpty(reply, failureStatus(core, error))
  })
  return app
}

function failureStatus(core: Core, error: unknown): number {
  if (error instanceof Refusal) return statusOf(core.settings, error.outcome)
  // Fastify's own refusals are about requests that it could not read.
  const { statusCode } = error as { statusCode?: number }
  const callersFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return callersFault ? statusOf(core.settings, 'malformed') : 500
}

/** Sends a status without a body. */
export function sendEmpty(reply: FastifyReply, status: number): FastifyReply {
  return reply.code(status).removeHeader('content-type').send()
}

/** JSON is parsed whether or not there is a body; any other type counts as no body. */
function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
}

/**
 * Registers routes under the API's prefix, where every request needs the token of an account.
 * @see partner-api "Authentication"
 */
export async function registerApi(
  app: FastifyInstance,
  core: Core,
  routes: (api: FastifyInstance) => void,
): Promise<void> {
  await app.register(
    (api, _options, done) => {
      api.addHook('onRequest', (request, _reply, next) => {
        const token = request.headers[ACCESS_TOKEN_HEADER.toLowerCase()]
        const account = typeof token === 'string' && token !== '' ? accountOfToken(core.db, token) : null
        if (account === null) return next(new Refusal('unauthorized', 'no account has this token'))
        request.setDecorator('account', account)
        next()
      })
      routes(api)
      done()
    },
    { prefix: API_PREFIX },
  )
}

/** The account of an authenticated request. */
export function accountOf(request: FastifyRequest): Account {
  return request.getDecorator<Account>('account')
}

/** Reads a path parameter as an ID; `null` when it is not a valid number for one. */
export function idParam(request: FastifyRequest, name: string): number | null {
  const text = (request.params as Record<string, string>)[name] ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
