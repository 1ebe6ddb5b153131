import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createWire, readAddress, type Wire } from '../../../src/main/warehouse/multicast/wire'
import { createManualClock } from '../../support/clock'
import { freeUdpPort } from '../../support/udp'
import { eventually } from '../../support/eventually'

/** A wire on real sockets, by default only on the loopback interface. */
function wireAt(port: number, addresses: string[] = [], ownAddresses = (): string[] => []) {
  const clock = createManualClock()
  const heard: string[] = []
  const problems: (string | null)[] = []
  const wire: Wire = createWire({
    clock,
    onDatagram: (datagram) => heard.push(datagram.toString()),
    onProblem: () => problems.push(wire.problem()),
    ownAddresses,
  })
  onTestFinished(() => wire.close())
  wire.listen({ port, addresses })
  return { wire, clock, heard, problems }
}

const heardBy = (heard: readonly string[], what: string) =>
  vi.waitFor(() => expect(heard).toContain(what), { timeout: 5_000 })

it('reaches stations by their addresses, each with a port of its own', async () => {
  const [one, two] = [await freeUdpPort(), await freeUdpPort()]
  const a = wireAt(one, [`127.0.0.1:${two}`])
  const b = wireAt(two, [`127.0.0.1:${one}`])
  a.wire.send(Buffer.from('from a'))
  b.wire.send(Buffer.from('from b'))
  await heardBy(b.heard, 'from a')
  await heardBy(a.heard, 'from b')
  expect([a.problems, b.problems]).toEqual([[], []])
})

it('reaches several stations on one PC without any address, and itself', async () => {
  const port = await freeUdpPort()
  const [a, b, c] = [wireAt(port), wireAt(port), wireAt(port)]
  // Joining takes a moment; a hello is repeated anyway.
  await eventually(() => {
    a.wire.send(Buffer.from('to all'))
    for (const { heard } of [a, b, c]) expect(heard).toContain('to all')
  })
})

it('L7: reports a taken port, tries again, and continues when it is free', async () => {
  const port = await freeUdpPort()
  const other: Socket = createSocket('udp4')
  other.bind(port)
  await once(other, 'listening')
  const a = wireAt(port, [`127.0.0.1:${port}`])
  await eventually(() => expect(a.wire.problem()).toBe('port_taken'))
  a.wire.send(Buffer.from('lost'))
  other.close()
  await once(other, 'close')
  a.clock.advance(5_000)
  await eventually(() => {
    a.wire.send(Buffer.from('again'))
    expect(a.heard).toContain('again')
  })
  expect(a.wire.problem()).toBeNull()
})

it('L7: reports that there is no network, and continues when there is one', async () => {
  const port = await freeUdpPort()
  // From the block reserved for documentation: no PC has it.
  let own = ['198.51.100.77']
  const a = wireAt(port, [], () => own)
  await eventually(() => expect(a.wire.problem()).toBe('no_network'))
  own = []
  a.clock.advance(5_000)
  await eventually(() => {
    a.wire.send(Buffer.from('again'))
    expect(a.heard).toContain('again')
  })
  expect(a.wire.problem()).toBeNull()
})

it('L7: sends to the others even if one address reaches nobody', async () => {
  const [one, two] = [await freeUdpPort(), await freeUdpPort()]
  const a = wireAt(one, ['no-such-host.invalid', `127.0.0.1:${two}`, '127.0.0.1:0'])
  const b = wireAt(two)
  await eventually(() => {
    a.wire.send(Buffer.from('hello'))
    expect(b.heard).toContain('hello')
  })
  expect(a.wire.problem()).toBeNull()
})

it('neither receives nor sends once closed', async () => {
  const port = await freeUdpPort()
  const a = wireAt(port, [`127.0.0.1:${port}`])
  await a.wire.close()
  a.wire.listen({ port, addresses: [] })
  a.wire.send(Buffer.from('late'))
  a.clock.advance(60_000)
  const other = createSocket('udp4')
  // The port is free: nobody listens there.
  other.bind(port)
  await once(other, 'listening')
  other.close()
  expect(a.heard).toEqual([])
})

it('reads addresses with and without a port', () => {
  expect(readAddress('bench-4', 7)).toEqual({ host: 'bench-4', port: 7 })
  expect(readAddress('10.0.0.4:9000', 7)).toEqual({ host: '10.0.0.4', port: 9_000 })
})
