import type { ServerResponse } from 'node:http'
import { rawJson } from './hostile'

const MIB = 1_048_576

/** Sends any answer but `good`. */
export type Way = (response: ServerResponse, good: unknown) => void

const raw =
  (text: string): Way =>
  (response) =>
    void response.socket?.end(text)
const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Way =>
  (response) =>
    void response.writeHead(code, headers).end(body)
const body =
  (text: string | Buffer): Way =>
  (response) =>
    void response.end(text)
const changed =
  (change: (good: Record<string, unknown>) => unknown): Way =>
  (response, good) =>
    void response.end(rawJson(change(good as Record<string, unknown>)))

/** In chunks, so that its length is not announced. */
const large =
  (mib: number): Way =>
  (response) => {
    response.on('error', () => {})
    const piece = Buffer.alloc(MIB, 0x20)
    let left = mib
    const more = (): void => {
      if (response.destroyed) return
      if (left-- === 0) return void response.end('[]')
      response.write(piece, () => setImmediate(more))
    }
    more()
  }

const dripped: Way = (response, good) => {
  const text = JSON.stringify(good)
  let at = 0
  const more = (): void => {
    if (response.destroyed) return
    response.write(text.charAt(at++ % text.length))
    timer = setTimeout(more, 20)
  }
  let timer = setTimeout(more, 20)
  response.on('close', () => clearTimeout(timer))
}

const headersWithoutEnd: Way = (response) => {
  const socket = response.socket
  socket?.on('error', () => {})
  socket?.write('HTTP/1.1 200 OK\r\n')
  let nth = 0
  const more = (): void => {
    if (socket === null || socket.destroyed) return
    socket.write(`x-${nth++}: ${'y'.repeat(1_000)}\r\n`, () => setImmediate(more))
  }
  more()
}

const DEEP = 200_000
const deep = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`

/** What no marketplace should answer. None of it tells whether a write was carried out. */
export const HOSTILE: Record<string, Way> = {
  'HTML with 200': status(200, { 'content-type': 'text/html' }, '<h1>Sign in</h1>'),
  'HTML that calls itself JSON': status(200, { 'content-type': 'application/json' }, '<h1>Sign in</h1>'),
  'nothing with 200': status(200),
  'nothing with 204': status(204),
  'a body with 204': raw('HTTP/1.1 204 No Content\r\ncontent-length: 9\r\n\r\n{"id": 1}'),
  'a redirect to itself': (response, _good) => {
    response.writeHead(302, { location: response.req.url ?? '' }).end()
  },
  'a redirect elsewhere': status(308, { location: 'http://127.0.0.1:9/elsewhere' }),
  'not modified': status(304),
  'a status nobody knows': status(299, {}, 'odd'),
  'another protocol': raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'no HTTP': raw('SSH-2.0-OpenSSH_9.9\r\n'),
  'early hints and nothing more': raw('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)),
  'half a body': raw('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"id": 1'),
  'garbage in pieces': raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'),
  'two lengths': raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}\n'),
  'headers without end': headersWithoutEnd,
  'a body that drips forever': dripped,
  'a told length over the limit': raw(`HTTP/1.1 200 OK\r\ncontent-length: ${50 * MIB}\r\n\r\n[`),
  '50 MB in pieces': large(50),
  'a packed body that nobody asked for': status(200, { 'content-encoding': 'gzip' }, '\u001f\u008b\b'),
  'bytes that are no text': body(Buffer.from([0xff, 0xfe, 0x00, 0xd8])),
  'text behind the JSON': (response, good) => void response.end(`${JSON.stringify(good)} {}`),
  'an endless nest': body(deep),
  null: body('null'),
  'a number': body('1e999'),
  'a text': body('"ok"'),
  'an empty object': body('{}'),
  'a list in a list': body('[[[]]]'),
  'an id of text': changed((good) => ({ ...good, id: 'A-1001' })),
  'an id beyond what a number holds': changed((good) => ({ ...good, id: 'raw:9007199254740993' })),
  'an endless id': changed((good) => ({ ...good, id: 'raw:1e999' })),
}
