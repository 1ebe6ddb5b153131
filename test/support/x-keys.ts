import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/**
 * Sends keys to a window of a local X server, over one connection, with its XTEST extension. The server itself delays
 * and stamps each key, so the load of the machine cannot make a code stutter, unlike with one process per code.
 */

/** One key, by its X keycode, `delayMs` after the previous one. */
export type XKey = { number: number; down: boolean; delayMs: number }

export type XKeys = {
  /** Presses and releases keys as planned; resolves when the server has sent the last of them. */
  send(keys: readonly XKey[]): Promise<void>
  close(): void
}

/** Requests and events of the X protocol, version 11, and of XTEST 2.2; all of them little-endian. */
const LITTLE_ENDIAN = 0x6c
const PROTOCOL = 11
const QUERY_EXTENSION = 98
const GET_INPUT_FOCUS = 43
const FAKE_INPUT = 2
const KEY_PRESS = 2
const KEY_RELEASE = 3
const FAKE_INPUT_BYTES = 36
const REPLY_BYTES = 32
const ERROR = 0
const REPLY = 1

/** @param display such as `:99`, which accepts this user without a key. */
export async function connectKeys(display: string): Promise<XKeys> {
  const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`)
  await once(socket, 'connect')
  const read = readerOf(socket)
  const ask = async (request: Buffer) => {
    socket.write(request)
    for (;;) {
      const answer = await read(REPLY_BYTES)
      if (answer[0] === REPLY) return answer
      // The server sends some events to everybody, such as a changed keyboard layout.
      if (answer[0] === ERROR) throw new Error(`the X server refused a request: error ${answer[1]}`)
    }
  }
  await greet(socket, read)
  const [, , , , , , , , isThere, major] = await ask(queryExtension('XTEST'))
  if (isThere !== 1 || major === undefined) throw new Error('the X server has no XTEST')
  return {
    async send(keys) {
      // Answered in sequence: after the last key.
      await ask(Buffer.concat([...keys.map((key) => fakeInput(major, key)), getInputFocus()]))
    },
    close: () => socket.destroy(),
  }
}

async function greet(socket: Socket, read: (bytes: number) => Promise<Buffer>): Promise<void> {
  const hello = Buffer.alloc(12)
  hello.writeUInt8(LITTLE_ENDIAN, 0)
  hello.writeUInt16LE(PROTOCOL, 2)
  socket.write(hello)
  const head = await read(8)
  await read(4 * head.readUInt16LE(6))
  if (head[0] !== 1) throw new Error('the X server lets nobody in')
}

function queryExtension(name: string): Buffer {
  const request = Buffer.alloc(8 + 4 * Math.ceil(name.length / 4))
  request.writeUInt8(QUERY_EXTENSION, 0)
  request.writeUInt16LE(request.length / 4, 2)
  request.writeUInt16LE(name.length, 4)
  request.write(name, 8, 'latin1')
  return request
}

function getInputFocus(): Buffer {
  return Buffer.from([GET_INPUT_FOCUS, 0, 1, 0])
}

function fakeInput(major: number, { number, down, delayMs }: XKey): Buffer {
  const request = Buffer.alloc(FAKE_INPUT_BYTES)
  request.writeUInt8(major, 0)
  request.writeUInt8(FAKE_INPUT, 1)
  request.writeUInt16LE(FAKE_INPUT_BYTES / 4, 2)
  request.writeUInt8(down ? KEY_PRESS : KEY_RELEASE, 4)
  request.writeUInt8(number, 5)
  request.writeUInt32LE(delayMs, 8)
  return request
}

/** Reads a given number of bytes at a time, in sequence. */
function readerOf(socket: Socket): (bytes: number) => Promise<Buffer> {
  const failed = new Promise<never>((_, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the X server has closed the connection')))
  })
  // Nobody may be reading at that moment.
  failed.catch(() => undefined)
  return async (bytes) => {
    for (;;) {
      const chunk = bytes === 0 ? Buffer.alloc(0) : (socket.read(bytes) as Buffer | null)
      if (chunk !== null) return chunk
      await Promise.race([once(socket, 'readable'), failed])
    }
  }
}
