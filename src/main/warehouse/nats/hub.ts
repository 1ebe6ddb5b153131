import type { NatsConnection } from '@nats-io/transport-node'
import type { Clock } from '../../base/clock'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { Wire } from '../multicast/wire'
import { createClaims, type Claims, type ClaimsDeps } from './claims'
import { flushOf, flushWords, type Flush } from './server/flush'
import { createHubLog } from './server/hub-log'
import { openHubLink } from './server/link'
import { inboxOf } from './storage/places'
import { runPart, type HubPart, type Missed, type OpenHub, type RunningPart } from './part'
import type { HubGroup, Ignored } from './storage/seal'
import type { HubCredentials } from './server/transport'
import { createHubWire } from './server/wire'

/** One station's side of the warehouse's hub; README.md has the invariants. */
export type Hub = {
  claims: Claims
  /**
   * One more use of the hub, which begins at once.
   * @param make gets what the part calls when the server does not do what it asks
   */
  add<P extends HubPart>(make: (fail: (error: unknown) => void) => P): P
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
  /** Of the server; `null` while it is away. `flush`: whether it may forget what it has acknowledged. */
  server: { version: string; flush: Flush } | null
  /** ISO 8601 UTC: when the hub last lacked what this station had written, and got it again; `null` if it never did. */
  missedAt: string | null
}

/** How IT names the hub. */
export type HubAddress = { servers: readonly string[]; credentials: HubCredentials | null }

export type HubDeps = Pick<ClaimsDeps, 'who' | 'onOrders'> & {
  address: HubAddress
  /** Certificates in PEM form that its servers may use. */
  trusted: () => readonly string[]
  clock: Clock
  /** The station's name at the server. */
  name: string
  onChange: () => void
  log: (line: string) => void
}

function serverOf(connection: NatsConnection | null): HubState['server'] {
  const version = connection?.info?.version
  return version === undefined ? null : { version, flush: flushOf(version) }
}

/** A cluster keeps three copies, so that one server may fail. */
const CLUSTER = 3
const CLOSING_MS = 1_000

/** Connects at once, and for as long as it takes. */
export function openHub(deps: HubDeps): Hub {
  const { clock, address } = deps
  const hubLog = createHubLog({ clock, servers: address.servers, log: deps.log })
  let missedAt: string | null = null
  const ignored: Record<Ignored, number> = { foreign: 0, newer: 0, older: 0, unreadable: 0, oversized: 0 }
  const wire = createHubWire()
  const running: RunningPart[] = []
  let group: HubGroup | null = null
  let connection: NatsConnection | null = null

  const onMissed = (what: Missed): void => {
    hubLog.missed(what)
    // The journal says itself since when it has all copies again.
    if (what !== 'copies') missedAt = formatInstant(clock.wallMs())
    deps.onChange()
  }
  const onChange = (): void => {
    hubLog.saw({ state: link.state(), refusal: link.refusal(), trouble: trouble() })
    deps.onChange()
  }
  const open = (): OpenHub | null =>
    connection === null || group === null
      ? null
      : {
          connection,
          group,
          replicas: address.servers.length >= CLUSTER ? CLUSTER : 1,
          onIgnored: (problem) => void (ignored[problem] += 1),
          onMissed,
        }
  const begin = (): void => {
    wire.use(connection, group)
    for (const part of running) part.begin(open())
  }
  const add: Hub['add'] = (make) => {
    const part = make((error) => run.fail(error))
    const run = runPart(part, { clock, onFault: (error) => hubLog.fault(error), onTrouble: onChange })
    running.push(run)
    run.begin(open())
    return part
  }
  const claims = add((fail) => createClaims({ ...deps, onFault: fail }))

  const link = openHubLink({
    ...address,
    trusted: deps.trusted,
    clock,
    name: deps.name,
    inbox: inboxOf(deps.who().stationId),
    onOpen(next) {
      connection = next
      if (next.info !== undefined) hubLog.flushes(flushWords(next.info.version))
      begin()
    },
    onChange: () => {
      if (connection !== null && link.state() === 'away') {
        connection = null
        begin()
      }
      onChange()
    },
  })
  const trouble = (): string | null => {
    for (const part of running) if (part.trouble() !== null) return part.trouble()
    return null
  }

  return {
    claims,
    add,
    wire: wire.open,
    view: () => ({
      state: link.state(),
      since: link.since(),
      refusal: link.refusal() ?? trouble(),
      ignored: { ...ignored },
      missedAt,
      server: serverOf(connection),
    }),
    join(next) {
      if (next?.name === group?.name) return
      group = next
      for (const part of running) part.leave()
      begin()
    },
    async close() {
      // Quitting does not wait for a hub that does not answer: what is held there expires by itself.
      const closing = Promise.all(running.map((part) => part.close()))
      await Promise.race([closing, new Promise((resolve) => clock.after(CLOSING_MS, () => resolve(null)))])
      hubLog.close()
      await link.close()
      await closing
    },
  }
}
