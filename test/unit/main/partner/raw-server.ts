import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import {
  createPartnerClient,
  type PartnerClient,
  type PartnerClientOptions,
} from '../../../../src/main/partner/client'

/** A request as it arrived on the socket. */
export type RawRequest = {
  method: string
  target: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Numbers the connections: two requests with the same number shared one. */
  connection: number
}

export type RawServer = { origin: string; requests: RawRequest[] }

/** Does anything to the socket: the whole point of not using an HTTP server. */
export type Reply = (socket: Socket, request: RawRequest, nth: number) => void

/** Serves on 127.0.0.1 until the end of the test. */
export async function startRawServer(reply: Reply): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const requests: RawRequest[] = []
  let connections = 0
  const server = createServer((socket) => {
    const connection = ++connections
    let received = ''
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      received += text
      const request = readRequest(received, connection)
      if (request === null) return
      received = ''
      requests.push(request)
      reply(socket, request, requests.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

function readRequest(text: string, connection: number): RawRequest | null {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const [method = '', target = ''] = first.split(' ')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const body = text.slice(end + 4)
  if (Buffer.byteLength(body) < Number(headers['content-length'] ?? 0)) return null
  return { method, target, headers, body, connection }
}

/** A complete answer with its length. */
export function answer(status: number, body: unknown = '', headers: Record<string, string> = {}): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const all: Record<string, string> = {
    ...(typeof body === 'string' ? {} : { 'content-type': 'application/json' }),
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n${text}`
}

/** Gives every request the same answer. */
export function always(text: string): Reply {
  return (socket) => void socket.write(text)
}

export const TOKEN = 'secret-token-4711'

/** A client that is closed after the test. Short limits by default. */
export function clientOf(baseUrl: string, options: Partial<PartnerClientOptions> = {}): PartnerClient {
  const client = createPartnerClient({
    baseUrl,
    accessToken: () => TOKEN,
    connectTimeoutMs: 2_000,
    headersTimeoutMs: 2_000,
    bodyTimeoutMs: 2_000,
    nowMs: () => Date.now(),
    ...options,
  })
  onTestFinished(() => client.close())
  return client
}
