import { once } from 'node:events'
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openDoor } from '../../../src/main/hosts/browser/door'
import { type BrowserServer, startBrowserServer } from '../../../src/main/hosts/browser/server'
import { createPrintPages } from '../../../src/main/hosts/print-pages'
import type { RendererFiles } from '../../../src/main/hosts/renderer-files'
import type { Packbench } from '../../../src/main/app/compose'
import type { FirstAnswers } from '../../../src/shared/contract/first-screen'
import type { Clock } from '../../../src/main/base/clock'
import { PAGE_HEADER } from '../../../src/shared/domain/station/first-screen'
import type { StationEvent } from '../../../src/shared/contract/views'

/** A browser host on real sockets, with a Packbench behind it that records the requests it gets. */

const PAGE =
  '<meta nonce="__CSP_NONCE__"><script type="application/json" id="first-answers">\n null\n</script>'

const FILES: RendererFiles = new Map([
  ['/index.html', file('text/html; charset=utf-8', PAGE, false)],
  ['/assets/app.js', file('text/javascript; charset=utf-8', 'start()', true)],
])

function file(contentType: string, body: string, immutable: boolean) {
  return { contentType, body: Buffer.from(body), immutable }
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }
type Ask = { method?: string; headers?: Record<string, string>; body?: string }

/** The parts behind the server. */
export function testParts() {
  const listeners = new Set<(event: StationEvent) => void>()
  const packbench = {
    handle: vi.fn<Packbench['handle']>(() => Promise.resolve({ ok: true, value: 'done', revision: 1 })),
    isBarred: () => false,
    onEvent: (listener: (event: StationEvent) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const announced: string[] = []
  const announce = (link: string) => void announced.push(link)
  return { packbench, files: FILES, printPages: createPrintPages(), announce, announced, listeners }
}

export async function startTestServer(clock?: Clock) {
  const parts = testParts()
  const server = await startBrowserServer(parts, await openDoor(await freePort(), clock))
  onTestFinished(() => server.close())
  // The server's own calls and listeners do not count as the windows'.
  parts.packbench.handle.mockClear()
  const own = parts.listeners.size
  const tell = (event: StationEvent) => parts.listeners.forEach((listener) => listener(event))
  return { ...parts, server, tell, windows: () => parts.listeners.size - own }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  probe.close()
  await once(probe, 'close')
  return address.port
}

/** Sends the path exactly as written, which fetch() would normalize. */
export function ask(
  server: Pick<BrowserServer, 'port'>,
  path: string,
  { method = 'GET', headers, body }: Ask = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: server.port, path, method, headers, agent: false })
    request.once('error', reject)
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.end(body)
  })
}

export const pathOf = (link: string) => link.slice(link.indexOf('/open'))
export const originOf = (server: BrowserServer) => `http://127.0.0.1:${server.port}`

/** What a window has after opening a link: the cookie, and the page's own secret. */
export type Pass = { cookie: string; page: string }

export function passIn(answer: Answer): Pass {
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  return { cookie, page: answersIn(answer.body)?.page ?? '' }
}

/** The first answers embedded in the page. */
export function answersIn(body: string) {
  const json = /<script type="application\/json" id="first-answers">([^<]*)<\/script>/.exec(body)?.[1]
  return JSON.parse(json ?? 'null') as FirstAnswers | null
}

/** Opens a link as a browser does. */
export async function signIn(server: BrowserServer): Promise<Pass> {
  return passIn(await ask(server, pathOf(server.newLink())))
}

export function post(
  server: BrowserServer,
  { cookie, page }: Pass,
  more: Ask = {},
  channel: string = 'station:sync',
) {
  return ask(server, `/bridge/${channel}`, {
    method: 'POST',
    body: '{}',
    ...more,
    headers: {
      cookie,
      [PAGE_HEADER]: page,
      origin: originOf(server),
      'content-type': 'application/json',
      ...more.headers,
    },
  })
}

/** The status of a refused upgrade, or the open socket. */
export async function upgrade(
  server: BrowserServer,
  { page = '', ...headers }: Record<string, string>,
  path = '/events',
): Promise<number | WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}?page=${page}`, { headers })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('unexpected-response', (request, response) => {
      request.destroy()
      resolve(response.statusCode ?? 0)
    })
    socket.once('error', reject)
  })
}
