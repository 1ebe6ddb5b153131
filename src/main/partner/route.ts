import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { isLoopbackHost } from '../../shared/domain/station/web-address'
import { codeOf, OWN_CODES } from './classify'
import { PLAIN_NETWORK, type Network, type Proxies } from './network'
import { secureContextOf } from './trust'

/** The connections to one origin, direct or through a proxy's tunnel. */
export type Route = {
  dispatcher(): Promise<Dispatcher>
  /** Whether a name server still owes an answer. */
  isResolving: () => boolean
  /** Ends all connections at once. */
  destroy(): Promise<void>
}

export type RouteOptions = {
  origin: string
  limits: { connectTimeoutMs: number; headersTimeoutMs: number; bodyTimeoutMs: number }
  network: Network
}

/** Opens no connection yet. */
export function createRoute(options: RouteOptions): Route {
  const { origin, network } = options
  // A proxy's `localhost` is another computer.
  const { proxies, systemProxy } = isLoopbackHost(new URL(origin).hostname) ? PLAIN_NETWORK : network
  const asksSystem = systemProxy !== undefined && proxies.http === '' && proxies.https === ''
  let current: { key: string; agent: EnvHttpProxyAgent } | null = null
  let destroyed = false
  let lookups = 0
  const lookup: LookupFunction = (name, wanted, found) => {
    lookups += 1
    const { lookup: find = systemLookup } = options.network
    find(name, wanted, (...answer) => {
      lookups -= 1
      found(...answer)
    })
  }

  const agentFor = (through: Proxies): EnvHttpProxyAgent => {
    const key = JSON.stringify(through)
    if (current?.key !== key) {
      // What is in flight ends on the route it took.
      void current?.agent.close()
      current = { key, agent: createAgent(options, through, lookup) }
      if (destroyed) void current.agent.destroy()
    }
    return current.agent
  }
  const proxyOfSystem = async (): Promise<Proxies> => {
    const proxy = (await systemProxy?.(origin).catch(() => null)) ?? ''
    return { http: proxy, https: proxy, no: '' }
  }
  return {
    dispatcher: async () => agentFor(asksSystem ? await proxyOfSystem() : proxies),
    isResolving: () => lookups > 0,
    async destroy() {
      destroyed = true
      await current?.agent.destroy()
    },
  }
}

function createAgent(
  { origin, limits, network }: RouteOptions,
  proxies: Proxies,
  lookup: LookupFunction,
): EnvHttpProxyAgent {
  const { connectTimeoutMs: connectTimeout } = limits
  const isHttps = origin.startsWith('https:') || proxies.https.startsWith('https:')
  const secureContext = isHttps ? secureContextOf(network.caCertificates) : undefined
  // "One write, one connection" holds for HTTP/1.1 only.
  const tls = { allowH2: false, lookup, ...(secureContext === undefined ? {} : { secureContext }) }
  return new EnvHttpProxyAgent({
    httpProxy: proxies.http,
    httpsProxy: proxies.https,
    noProxy: proxies.no,
    connectTimeout,
    headersTimeout: limits.headersTimeoutMs,
    bodyTimeout: limits.bodyTimeoutMs,
    pipelining: 1,
    allowH2: false,
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
    // Whatever the proxy answers then comes before the first byte of the request.
    proxyTunnel: true,
    clientFactory: (proxy, made) => tunnelsThrough(proxy, { ...made, headersTimeout: connectTimeout }),
  })
}

/** A tunnel was not opened, so nothing was written to the marketplace. */
export class TunnelFailed extends Error {
  constructor(
    readonly code: string,
    /** Which proxy, and what it did. */
    readonly detail: string,
  ) {
    super(code)
  }
}

/** The pool that asks a proxy for tunnels. The library itself reports a proxy's refusal in its message only. */
function tunnelsThrough(proxy: URL, options: Pool.Options): Dispatcher {
  const pool = new Pool(proxy.origin, options)
  const connect = pool.connect.bind(pool)
  const open = async (request: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    // SECURITY: not `href`, which may hold the proxy's password.
    const { host } = proxy
    const answer = await connect(request).catch((error: unknown) => {
      throw new TunnelFailed(OWN_CODES.proxyUnreachable, `${host}, ${codeOf(error) ?? 'no code'}`)
    })
    if (answer.statusCode === 200) return answer
    answer.socket.on('error', () => undefined).destroy()
    const code = answer.statusCode === 407 ? OWN_CODES.proxyAuth : OWN_CODES.proxyRefused
    throw new TunnelFailed(code, `${host}, HTTP ${answer.statusCode}`)
  }
  return Object.assign(pool, { connect: open })
}
