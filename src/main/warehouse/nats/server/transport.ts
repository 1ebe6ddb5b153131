import type { Socket } from 'node:net'
import type * as Nats from '@nats-io/transport-node'
import type { Authenticator, NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node'

/** What a station needs to get in. */
export type HubDoor = {
  /** `nats://` or `tls://` addresses of one server or of a cluster. */
  servers: readonly string[]
  credentials: HubCredentials | null
  /** Certificates in PEM form that `tls://` servers may use. */
  trusted: () => readonly string[]
}

/** The text of a NATS credentials file, or the seed of a key of the station's own. */
export type HubKey = { file: string } | { seed: string }
/** `later` looks for a key that was not there at the start; throws words for people while it is not. */
export type HubCredentials = { user: string; password: string } | HubKey | { later: () => HubKey }

const CONNECT_MS = 5_000

/**
 * Connects as the NATS client does, with sockets whose errors end nothing. The client (3.4.0) takes its listeners off a
 * socket before it destroys it: an error that is already on its way, as when a server stops while the station quits,
 * would end the program.
 */
export async function connectToHub(
  { servers, credentials, trusted }: HubDoor,
  options: NodeConnectionOptions,
): Promise<NatsConnection> {
  // Loaded here, because most stations have no hub.
  const nats = await import('@nats-io/transport-node')
  const { NodeTransport, nodeResolveHost } = await import('@nats-io/transport-node/lib/node_transport.js')
  class ListeningTransport extends NodeTransport {
    override async dial(to: Parameters<typeof NodeTransport.prototype.dial>[0]) {
      return keepListening(await super.dial(to))
    }
    override async startTLS() {
      return keepListening(await super.startTLS())
    }
  }
  nats.setTransportFactory({ factory: () => new ListeningTransport(), dnsResolveFn: nodeResolveHost })
  return nats.NatsConnectionImpl.connect({
    servers: [...servers],
    timeout: CONNECT_MS,
    ...(credentials === null ? {} : { authenticator: authenticatorOf(nats, credentials) }),
    ...(servers.some((server) => server.startsWith('tls:')) ? { tls: { ca: trusted().join('\n') } } : {}),
    ...options,
  })
}

function authenticatorOf(nats: typeof Nats, given: HubCredentials): Authenticator {
  const credentials = 'later' in given ? given.later() : given
  if ('seed' in credentials) return nats.nkeyAuthenticator(new TextEncoder().encode(credentials.seed))
  return 'file' in credentials
    ? nats.credsAuthenticator(new TextEncoder().encode(credentials.file))
    : nats.usernamePasswordAuthenticator(credentials.user, credentials.password)
}

function keepListening<S extends Socket>(socket: S): S {
  const removeAll = socket.removeAllListeners.bind(socket)
  const listen = (): S => socket.on('error', () => {})
  socket.removeAllListeners = (...which) => {
    removeAll(...which)
    return listen()
  }
  return listen()
}
