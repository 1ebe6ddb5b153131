import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import type { Hello } from '../../../shared/contract/first-screen'
import type { Packbench } from '../../app/compose'
import type { Door } from './door'

/** A window that does not read its events is disconnected; it reloads everything when it reconnects. */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024
/** Windows send no messages. */
const MOST_HEARD_BYTES = 1024

export const EVENTS_PATH = '/events'

type Told = Pick<Packbench, 'onEvent'> & {
  /** The highest revision that an event has had; 0 before the first. */
  told: () => number
}

/**
 * Sends events to every open window, over WebSockets at `/events`.
 * @param refusal the HTTP status with which a request is refused, or `null`
 * @returns the function that closes them all
 */
export function serveEvents(
  { server }: Pick<Door, 'server'>,
  parts: Told,
  refusal: (request: IncomingMessage) => number | null,
): () => void {
  let sockets: WebSocketServer | null = null
  let closed = false
  const upgrade = async (request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> => {
    // The socket may close while its upgrade is answered; its errors no longer matter.
    connection.on('error', () => connection.destroy())
    const status = refusal(request)
    if (status !== null) return refuse(connection, status)
    // Loaded late: no window connects before its first list is on the screen.
    const ws = await import('ws')
    if (closed) return void connection.destroy()
    sockets ??= new ws.WebSocketServer({ noServer: true, maxPayload: MOST_HEARD_BYTES })
    sockets.handleUpgrade(request, connection, head, (window) => tellAll(window, parts))
  }
  const listener = (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    upgrade(request, connection, head).catch((error: unknown) => {
      console.error(error)
      connection.destroy()
    })
  }
  server.on('upgrade', listener)
  return () => {
    server.off('upgrade', listener)
    closed = true
    sockets?.clients.forEach((window) => window.terminate())
  }
}

function tellAll(window: WebSocket, { onEvent, told }: Told): void {
  window.send(JSON.stringify({ kind: 'hello', told: told() } satisfies Hello))
  const stop = onEvent((event) => {
    if (window.bufferedAmount > MOST_UNREAD_BYTES) window.terminate()
    else window.send(JSON.stringify(event))
  })
  window.on('close', stop)
  // An error is always followed by close.
  window.on('error', () => window.terminate())
}

function refuse(connection: Duplex, status: number): void {
  // A peer that does not close must not keep the program from ending.
  connection.once('finish', () => connection.destroy())
  connection.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}
