import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { JournalEntry } from '../../src/marketplace/control/journal'
import type { Order } from '../../src/shared/partner-api/order'
import { createNetwork, type Computer } from '../support/namespaces'
import { tempDir } from '../support/temp-dir'
import { Child } from './child'
import { makeCluster, type Server } from './cluster'
import { ComposedStation } from './composed-station'
import type { MarketQuestion, MarketReady, MarketStart } from './messages'

/** A marketplace, the servers of a hub and complete stations, each a process on a computer of its own. */
export type World = {
  stations: readonly ComposedStation[]
  servers: readonly Server[]
  hub: readonly Computer[]
  market: Market
  close(): Promise<void>
}
export type Market = {
  computer: Computer
  /** The requests that could change something, oldest first. */
  log(): Promise<JournalEntry[]>
  /** The stations that have asked for a list of orders within so many milliseconds, by name. */
  readers(withinMs: number): Promise<string[]>
  order(orderId: number): Promise<Order>
  /** Changes only the order's `updated_at`. @returns the order as it is then */
  touch(orderId: number): Promise<Order>
  /** Paid orders of which nothing is packed. */
  untouched(): Promise<number[]>
}

const ORDERS = 100

export type WorldSize = { servers: number; stations: number; orders?: number; lagMs?: number }
export type WorldBundles = { station: string; market: string }

/** None of its stations is started yet. */
export async function openWorld(
  files: WorldBundles,
  { servers, stations, orders = ORDERS, lagMs = 0 }: WorldSize,
): Promise<World> {
  const network = createNetwork()
  const hub = Array.from({ length: servers }, () => network.addComputer())
  const cluster = makeCluster(hub)
  const { market, ready, child } = await openMarket(network.addComputer(), files.market, { orders, lagMs })
  await Promise.all(cluster.map((server) => server.start()))
  const rest = { servers: cluster.map(({ url }) => url), marketplace: ready }
  const all = Array.from(
    { length: stations },
    (_, index) => new ComposedStation(`Bench ${index + 1}`, network.addComputer(), files.station, rest),
  )
  const closing = new AbortController()
  void passOnTurns(child, all, closing.signal)
  const close = async (): Promise<void> => {
    closing.abort()
    await Promise.all([...all, ...cluster, child].map((one) => one.kill()))
  }
  onTestFinished(close)
  return { stations: all, servers: cluster, hub, market, close }
}

/** Tells the stations of each turn of the marketplace, so that no hurried time passes without one. */
async function passOnTurns(
  market: Child<MarketQuestion>,
  stations: readonly ComposedStation[],
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    try {
      await market.ask({ ask: 'turn' })
    } catch {
      return
    }
    for (const one of stations) one.pulse()
    await sleep(TURN_MS)
  }
}

const TURN_MS = 50

async function openMarket(computer: Computer, file: string, size: Pick<MarketStart, 'orders' | 'lagMs'>) {
  const start: MarketStart = { host: computer.address, dataDir: tempDir(), ...size }
  const child = new Child<MarketQuestion>(
    computer.spawn(process.execPath, [file, JSON.stringify(start)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const market: Market = {
    computer,
    log: () => child.ask({ ask: 'log' }),
    async readers(withinMs) {
      const agents = await child.ask<(string | null)[]>({ ask: 'lists', withinMs })
      return [...new Set(agents.map((agent) => agent?.split('0.0.0-')[1]?.replaceAll('-', ' ') ?? ''))].sort()
    },
    order: (orderId) => child.ask({ ask: 'order', orderId }),
    touch: (orderId) => child.ask({ ask: 'touch', orderId }),
    untouched: () => child.ask({ ask: 'untouched' }),
  }
  return { market, child, ready: (await child.ready) as MarketReady }
}
