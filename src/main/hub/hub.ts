import type { NatsConnection } from '@nats-io/transport-node'
import type { Clock } from '../base/clock'
import type { Wire } from '../neighbors/wire'
import { openBucket } from './bucket'
import { CLAIMS, createClaims, type Claims, type ClaimsDeps } from './claims'
import { openHubLink, type HubCredentials } from './link'
import type { HubGroup, Ignored } from './seal'
import { createHubWire } from './wire'

/** One station's side of the warehouse's hub; README.md has the invariants. */
export type Hub = {
  claims: Claims
  /** Carries the stations' messages in place of multicast. */
  wire: (onDatagram: (datagram: Buffer) => void, onProblem: () => void) => Wire
  view(): HubState
  /** Works with this group from now on; `null` with none. */
  join(group: HubGroup | null): void
  close(): Promise<void>
}

/** `open`: connected; `away`: never reached or lost; packing goes on without it. */
export type HubState = {
  state: 'open' | 'away'
  /** ISO 8601 UTC by this PC's clock. */
  since: string
  /** What the server last refused; `null` when nothing. */
  refusal: string | null
  /** Values at the hub that mean nothing here, since the start. */
  ignored: Readonly<Record<Ignored, number>>
}

/** How IT names the hub. */
export type HubAddress = { servers: readonly string[]; credentials: HubCredentials | null }

export type HubDeps = Pick<ClaimsDeps, 'who' | 'onOrders' | 'onFault'> & {
  address: HubAddress
  /** Certificates in PEM form that its servers may use. */
  trusted: () => readonly string[]
  clock: Clock
  /** The station's name at the server. */
  name: string
  onChange: () => void
}

/** A cluster keeps three copies, so that one server may fail. */
const CLUSTER = 3
const RETRY_MS = 3_000
const CLOSING_MS = 1_000

/** Connects at once, and for as long as it takes. */
export function openHub(deps: HubDeps): Hub {
  const { clock, address, onFault } = deps
  const ignored: Record<Ignored, number> = { foreign: 0, newer: 0, unreadable: 0, oversized: 0 }
  const claims = createClaims({ ...deps, onFault: (error) => failed(error) })
  const wire = createHubWire()
  let group: HubGroup | null = null
  let connection: NatsConnection | null = null
  let turn: Promise<void> = Promise.resolve()
  let cancelRetry = (): void => {}
  let closed = false
  /** Why the buckets cannot be used although the server answers. */
  let trouble: string | null = null

  const begin = async (): Promise<void> => {
    wire.use(connection, group)
    if (connection === null || group === null) return claims.use(null)
    const replicas = address.servers.length >= CLUSTER ? CLUSTER : 1
    const onIgnored = (problem: Ignored): void => void (ignored[problem] += 1)
    await claims.use(await openBucket({ connection, group, replicas, onIgnored }, CLAIMS))
  }
  /** One after the other: a lost connection must not end what the next one began. */
  const beginInTurn = (): void => {
    cancelRetry()
    turn = turn.then(begin).then(
      () => say(null),
      async (error: unknown) => {
        await claims.use(null)
        failed(error)
      },
    )
  }
  /** A cluster that has just been started needs a moment to choose its leader; a bucket may have been deleted. */
  const failed = (error: unknown): void => {
    onFault(error)
    if (connection === null || closed) return
    say(error instanceof Error ? error.message : String(error))
    cancelRetry()
    cancelRetry = clock.after(RETRY_MS, beginInTurn)
  }
  const say = (next: string | null): void => {
    if (next === trouble) return
    trouble = next
    deps.onChange()
  }

  const link = openHubLink({
    ...address,
    trusted: deps.trusted,
    clock,
    name: deps.name,
    onOpen(open) {
      connection = open
      beginInTurn()
    },
    onChange: () => {
      if (connection !== null && link.state() === 'away') {
        connection = null
        beginInTurn()
      }
      deps.onChange()
    },
  })

  return {
    claims,
    wire: wire.open,
    view: () => ({
      state: link.state(),
      since: link.since(),
      refusal: link.refusal() ?? trouble,
      ignored: { ...ignored },
    }),
    join(next) {
      if (next?.name === group?.name) return
      group = next
      turn = turn.then(() => claims.leave())
      beginInTurn()
    },
    async close() {
      closed = true
      cancelRetry()
      await turn
      // Quitting does not wait for a hub that does not answer: the claim expires there by itself.
      const closing = claims.close()
      await Promise.race([closing, new Promise((resolve) => clock.after(CLOSING_MS, () => resolve(null)))])
      await link.close()
      await closing
    },
  }
}
