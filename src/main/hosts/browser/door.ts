import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { systemClock, type Clock } from '../../base/clock'
import { HostError } from '../host'
import { createSessions, type Sessions } from './sessions'

const LOOPBACK = '127.0.0.1'
/** Tried first: browser storage belongs to an origin, port included, so it must be the same at the next start. */
const USUAL_PORT = 47_825
/** Idle windows keep their connection; Node's default would drop it after five seconds. */
const KEEP_ALIVE_MS = 72_000
/** Requests that may wait for the program to start: a window makes a handful. */
const MOST_WAITING = 64

/**
 * The port that the window connects to. It opens before the program has started: the window takes as long to start as
 * the program, so both start at once and early requests wait.
 */
export type Door = {
  port: number
  server: ReturnType<typeof createServer>
  sessions: Sessions
  /** A fresh address that opens the app once, within two minutes. */
  newLink(): string
  /** Whether that address can still open the app. */
  isFresh(link: string): boolean
  /** Answers the waiting requests, and from now on all new ones. */
  answerWith(answer: RequestListener): void
  /** Ends every connection and stops listening. */
  close(): Promise<void>
}

/**
 * Listens on 127.0.0.1.
 * @param port `null` takes the usual port, or any free one if that is taken.
 * @throws HostError when the requested port is not available.
 */
export async function openDoor(port: number | null, clock: Clock = systemClock): Promise<Door> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS })
  const waiting: Array<[IncomingMessage, ServerResponse]> = []
  const wait: RequestListener = (request, response) => {
    if (waiting.length < MOST_WAITING) waiting.push([request, response])
    else response.writeHead(503, { connection: 'close' }).end()
  }
  server.on('request', wait)
  const taken = await listenSomewhere(server, port)
  const sessions = createSessions(clock)
  return {
    port: taken,
    server,
    sessions,
    newLink: () => `http://${LOOPBACK}:${taken}/open?token=${sessions.issueToken()}`,
    isFresh: (link) => sessions.isFresh(new URL(link).searchParams.get('token') ?? ''),
    answerWith(answer) {
      server.off('request', wait)
      server.on('request', answer)
      for (const [request, response] of waiting.splice(0)) answer(request, response)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function listenSomewhere(server: Door['server'], port: number | null): Promise<number> {
  if (port !== null) return listen(server, port)
  return listen(server, USUAL_PORT).catch(() => listen(server, 0))
}

async function listen(server: Door['server'], port: number): Promise<number> {
  try {
    // SECURITY: loopback only; nothing on the network reaches the app.
    server.listen({ host: LOOPBACK, port })
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new HostError(
      code === 'EADDRINUSE'
        ? `port ${port} is in use; choose another with --port`
        : `port ${port} cannot be opened (${code})`,
    )
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server is not listening')
  return address.port
}
