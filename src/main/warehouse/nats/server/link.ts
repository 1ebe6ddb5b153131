import type { NatsConnection } from '@nats-io/transport-node'
import type { Clock } from '../../../base/clock'
import { formatInstant } from '../../../../shared/domain/time/timestamps'
import { connectToHub, type HubDoor } from './transport'

/** The connection to the hub. The NATS client finds the servers again by itself; here is what people see of it. */
export type HubLink = {
  /** `away`: never reached, or lost. */
  state(): 'open' | 'away'
  /** ISO 8601 UTC by this PC's clock: since when the state is as it is. */
  since(): string
  /** What the server last refused, in its own words; `null` while nothing was refused. */
  refusal(): string | null
  close(): Promise<void>
}

export type HubLinkDeps = HubDoor & {
  clock: Pick<Clock, 'wallMs'>
  /** The station's name at the server, for IT. */
  name: string
  /** Where the server sends answers: see `inboxOf`. */
  inbox: string
  /** Called at each connection, also after one was lost. */
  onOpen: (connection: NatsConnection) => void
  onChange: () => void
}

/** How long the client waits between two tries. */
const RECONNECT_MS = 2_000
/** A hub that answers nothing for so long is gone. */
const PING_MS = 5_000
const PINGS_OUT = 2

/** Connects at once, and for as long as it takes. */
export function openHubLink(deps: HubLinkDeps): HubLink {
  let state: 'open' | 'away' = 'away'
  let sinceMs = deps.clock.wallMs()
  let refusal: string | null = null
  let closed = false
  let connection: NatsConnection | null = null
  /** Ends the last pause between two tries; `null` before there was one. */
  let endPause: (() => void) | null = null

  const show = (next: 'open' | 'away', why: string | null = null): void => {
    const before = { state, refusal }
    if (next === 'open' && why === null) refusal = null
    if (why !== null) refusal = why
    if (next !== state) sinceMs = deps.clock.wallMs()
    state = next
    if (state !== before.state || refusal !== before.refusal) deps.onChange()
  }

  const follow = async (open: NatsConnection): Promise<void> => {
    for await (const status of open.status()) {
      if (closed) return
      if (status.type === 'disconnect') show('away')
      if (status.type === 'reconnect') {
        show('open')
        deps.onOpen(open)
      }
      if (status.type === 'error') show(state, status.error.message)
    }
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const start = async (): Promise<void> => {
    while (!closed) {
      try {
        connection = await connectToHub(deps, {
          name: deps.name,
          inboxPrefix: deps.inbox,
          pingInterval: PING_MS,
          maxPingOut: PINGS_OUT,
          reconnectTimeWait: RECONNECT_MS,
          maxReconnectAttempts: -1,
        })
      } catch (error) {
        // A refused user is tried again, too: IT may be setting it up.
        show('away', error instanceof Error ? error.message : String(error))
        await pause(RECONNECT_MS)
        continue
      }
      if (closed) return connection.close()
      show('open')
      deps.onOpen(connection)
      void follow(connection)
      const reason = await connection.closed()
      show('away', reason instanceof Error ? reason.message : null)
    }
  }

  void start()

  return {
    state: () => state,
    since: () => formatInstant(sinceMs),
    refusal: () => refusal,
    async close() {
      closed = true
      endPause?.()
      // A try that is still under way ends by itself: quitting does not wait for a hub that does not answer.
      await connection?.close()
    },
  }
}
