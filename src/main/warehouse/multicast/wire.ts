import { createSocket, type Socket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import type { LanProblem } from '../../../shared/contract/neighbors'
import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'

/** Datagrams to and from other stations: by multicast, which needs no set-up, and to configured addresses. */

/** From the block for use within an organization (RFC 2365). */
const GROUP = '239.255.77.66'
/** SECURITY: no router forwards it. */
const TTL = 1
const LOOPBACK = '127.0.0.1'
/** How often to check for a changed network and retry failed sockets. */
const LOOK_MS = 5_000

export type WireSettings = { port: number; addresses: readonly string[] }

export type Wire = {
  /** Listens with these settings from now on; `null` closes. Never throws: see `problem`. */
  listen(settings: WireSettings | null): void
  send(datagram: Buffer): void
  /** Why nothing can be sent or received now; `null` if all is well. */
  problem(): LanProblem | null
  close(): Promise<void>
}

type Deps = {
  clock: Clock
  onDatagram: (datagram: Buffer) => void
  onProblem: () => void
  /** This PC's IPv4 addresses. */
  ownAddresses?: () => string[]
}

type Sockets = { settings: WireSettings; key: string; ears: Socket; mouths: readonly Socket[] }

export function createWire({ clock, onDatagram, onProblem, ownAddresses = addressesOfPc }: Deps): Wire {
  let wanted: WireSettings | null = null
  let sockets: Sockets | null = null
  let problem: LanProblem | null = null
  const nextLook = new Timer(clock)
  let closed = false

  const say = (next: LanProblem | null): void => {
    if (next === problem) return
    problem = next
    onProblem()
  }

  const open = (settings: WireSettings): void => {
    // Without any network, stations on this PC still reach each other.
    const own = ownAddresses()
    const addresses = own.length === 0 ? [LOOPBACK] : own
    // Several stations may run on one PC.
    const ears = createSocket({ type: 'udp4', reuseAddr: true })
    const mouths = addresses.map(() => createSocket({ type: 'udp4' }))
    const opened: Sockets = { settings, key: keyOf(settings, own), ears, mouths }
    sockets = opened
    // An error of a replaced socket says nothing about its successor.
    const failed = (error: unknown): void => {
      if (sockets !== opened) return
      void shut()
      say(problemOf(error))
    }
    ears.on('error', failed)
    ears.on('message', (datagram) => onDatagram(datagram))
    ears.on('listening', () => {
      for (const address of addresses) attempt(() => ears.addMembership(GROUP, address))
    })
    attempt(() => ears.bind(settings.port), failed)
    mouths.forEach((mouth, index) => {
      mouth.on('error', failed)
      mouth.on('listening', () => {
        // An interface without multicast is no reason to skip the others.
        attempt(() => mouth.setMulticastInterface(addresses[index] as string))
        attempt(() => mouth.setMulticastTTL(TTL))
        attempt(() => mouth.setMulticastLoopback(true))
      })
      attempt(() => mouth.bind(0, addresses[index]), failed)
    })
  }

  const shut = async (): Promise<void> => {
    const closing = sockets === null ? [] : [sockets.ears, ...sockets.mouths]
    sockets = null
    // The last message, a goodbye, leaves the sockets after this turn.
    await new Promise((resolve) => setImmediate(resolve))
    await Promise.all(closing.map(closeSocket))
  }

  /** Opens missing sockets, and reopens them after a network change. */
  const look = (): void => {
    nextLook.cancel()
    if (wanted === null) return
    if (sockets?.key !== keyOf(wanted, ownAddresses())) {
      void shut()
      open(wanted)
    }
    nextLook.set(LOOK_MS, look)
  }

  return {
    listen(settings) {
      if (closed) return
      wanted = settings
      if (settings === null) {
        nextLook.cancel()
        void shut()
        return say(null)
      }
      look()
    },
    send(datagram) {
      if (sockets === null) return
      const { settings, ears, mouths } = sockets
      const round = createRound(say)
      for (const mouth of mouths) round.send((done) => mouth.send(datagram, settings.port, GROUP, done))
      for (const address of settings.addresses) {
        const { host, port } = readAddress(address, settings.port)
        round.send((done) => ears.send(datagram, port, host, done))
      }
    },
    problem: () => problem,
    async close() {
      closed = true
      wanted = null
      nextLook.cancel()
      await shut()
    },
  }
}

/** Sends one datagram by several ways: one success is enough. */
function createRound(say: (problem: LanProblem | null) => void) {
  let pending = 0
  let gone = false
  return {
    send(way: (done: (error: Error | null) => void) => void): void {
      pending += 1
      const done = (error: unknown): void => {
        pending -= 1
        gone ||= error === null || error === undefined
        if (gone) say(null)
        else if (pending === 0) say(problemOf(error, 'no_network'))
      }
      attempt(() => way(done), done)
    },
  }
}

/** `host` or `host:port`. */
export function readAddress(address: string, usualPort: number): { host: string; port: number } {
  const [, host = address, port] = /^([^:]+):(\d{1,5})$/.exec(address) ?? []
  return { host, port: port === undefined ? usualPort : Math.min(Number(port), 65_535) }
}

function addressesOfPc(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}

function keyOf({ port, addresses }: WireSettings, own: readonly string[]): string {
  return JSON.stringify([port, addresses, own])
}

function problemOf(error: unknown, other: LanProblem = 'failed'): LanProblem {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return 'port_taken'
  if (code === 'EACCES' || code === 'EPERM') return 'not_allowed'
  if (code === 'ENETUNREACH' || code === 'ENETDOWN' || code === 'EHOSTUNREACH' || code === 'EADDRNOTAVAIL')
    return 'no_network'
  return other
}

function attempt(act: () => void, failed: (error: unknown) => void = () => {}): void {
  try {
    act()
  } catch (error) {
    failed(error)
  }
}

function closeSocket(socket: Socket): Promise<void> {
  return new Promise((resolve) =>
    attempt(
      () => socket.close(() => resolve()),
      () => resolve(),
    ),
  )
}
