import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Certificate } from '../../support/certificates'

/** Servers on 127.0.0.1, closed after the test. Each answers with its port. */

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

export async function serveHttps(certificate: Certificate, answer: RequestListener): Promise<number> {
  return listen(createHttpsServer(certificate, answer))
}

export async function serveHttp(answer: RequestListener): Promise<number> {
  return listen(createHttpServer(answer))
}

/** A port at which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

export type Tunnels = {
  port: number
  /** The hosts that tunnels were asked for, with their ports. */
  asked: string[]
  /** The `Proxy-Authorization` headers that came. */
  passwords: (string | undefined)[]
  /** Requests that came outside of a tunnel. */
  forwarded: number
}

/**
 * A proxy that opens tunnels, all of them to `to`, whatever host was asked for.
 * @param status refuses with this status instead; `hang` never answers; `reset` closes the connection
 */
export async function serveTunnels(to: number, status: number | 'hang' | 'reset' = 200): Promise<Tunnels> {
  const tunnels: Tunnels = { port: 0, asked: [], passwords: [], forwarded: 0 }
  const server = createHttpServer((_request, response) => {
    tunnels.forwarded += 1
    response.writeHead(500).end()
  })
  server.on('connect', (request, socket) => {
    tunnels.asked.push(request.url ?? '')
    tunnels.passwords.push(request.headers['proxy-authorization'])
    socket.on('error', () => {})
    if (status === 'hang') return
    if (status === 'reset') return void socket.destroy()
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`)
    const onward = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  })
  tunnels.port = await listen(server)
  return tunnels
}
