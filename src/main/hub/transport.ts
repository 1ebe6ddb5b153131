import type { Socket } from 'node:net'
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node'

/**
 * Connects as the NATS client does, with sockets whose errors end nothing. The client (3.4.0) takes its listeners off a
 * socket before it destroys it: an error that is already on its way, as when a server stops while the station quits,
 * would end the program.
 */
export async function connectToHub(options: NodeConnectionOptions): Promise<NatsConnection> {
  // Loaded here, because most stations have no hub.
  const { NatsConnectionImpl, setTransportFactory } = await import('@nats-io/transport-node')
  const { NodeTransport, nodeResolveHost } = await import('@nats-io/transport-node/lib/node_transport.js')
  class ListeningTransport extends NodeTransport {
    override async dial(to: Parameters<typeof NodeTransport.prototype.dial>[0]) {
      return keepListening(await super.dial(to))
    }
    override async startTLS() {
      return keepListening(await super.startTLS())
    }
  }
  setTransportFactory({ factory: () => new ListeningTransport(), dnsResolveFn: nodeResolveHost })
  return NatsConnectionImpl.connect(options)
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
