import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { sendRaw } from '../../../src/main/areas/labels/send-raw'
import { createManualClock } from '../../support/clock'

/** Real connections to a printer's port, with a clock that the test moves. */

async function aPrinter(take: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    take(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { server, address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port } }
}

/** More than the system keeps on the way. */
const LARGE = Buffer.alloc(30_000_000, 'x')

it('has sent it once the printer has taken all of it, though it never hangs up', async () => {
  const clock = createManualClock()
  let taken = 0
  const { server, address } = await aPrinter((socket) => {
    socket.on('data', (bytes: Buffer) => (taken += bytes.length))
    socket.resume()
  })
  const outcome = sendRaw(LARGE, address, clock)
  const [socket] = (await once(server, 'connection')) as [Socket]
  await once(socket, 'end')
  expect(taken).toBe(LARGE.length)
  clock.advance(2_000)
  expect(await outcome).toBe('sent')
  expect(clock.pending()).toBe(0)
})

it('was cut if the printer takes nothing for half a minute, as without paper', async () => {
  const clock = createManualClock()
  const { server, address } = await aPrinter((socket) => socket.resume())
  const outcome = sendRaw(LARGE, address, clock)
  const [socket] = (await once(server, 'connection')) as [Socket]
  await once(socket, 'data')
  socket.pause()
  clock.advance(29_999)
  expect(clock.pending()).toBe(1)
  clock.advance(1)
  expect(await outcome).toBe('cut')
})

it('did not reach a printer that is off', async () => {
  const { server, address } = await aPrinter(() => {})
  server.close()
  await once(server, 'close')
  expect(await sendRaw(Buffer.from('x'), address, createManualClock())).toBe('not_reached')
})

it('does not reach one whose connection is not answered', async () => {
  const clock = createManualClock()
  const { address } = await aPrinter(() => {})
  const outcome = sendRaw(Buffer.from('x'), address, clock)
  // Before the system could connect.
  clock.advance(5_000)
  expect(await outcome).toBe('not_reached')
})
