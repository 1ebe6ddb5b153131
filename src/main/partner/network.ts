import type { LookupFunction } from 'node:net'

/** How requests leave this PC: through which proxy, and which certificates they trust. */
export type Network = {
  /** The environment's; where it names any, the system's proxy is not asked. */
  proxies: Proxies
  /** The system's proxy for an address, `null` for none; absent where the host cannot ask the system. */
  systemProxy?: (url: string) => Promise<string | null>
  /** Certificates of IT's CA file as PEM texts, trusted in addition to those of this PC and of Node. */
  caCertificates: readonly string[]
  /** Finds the address of a name. @default the system's */
  lookup?: LookupFunction
}

export type Proxies = {
  /** Addresses of proxies; empty for none. */
  http: string
  https: string
  /** Hosts to reach directly, separated by commas. */
  no: string
}

export const PLAIN_NETWORK: Network = { proxies: { http: '', https: '', no: '' }, caCertificates: [] }

type Env = Readonly<Record<string, string | undefined>>

/**
 * The proxies of the environment. One that cannot be used is reported in one line and ignored.
 * @param log called with the line
 */
export function readProxies(env: Env, log: (line: string) => void): Proxies {
  const given = (name: string): string => (env[name.toLowerCase()] ?? env[name] ?? '').trim()
  const proxy = (name: string): string => {
    const text = given(name)
    if (text === '') return ''
    const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
    if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address
    // SECURITY: the value is not quoted, because it may hold a password.
    log(`${name} is not the address of an http or https proxy: it is ignored.`)
    return ''
  }
  return { http: proxy('HTTP_PROXY'), https: proxy('HTTPS_PROXY'), no: given('NO_PROXY') }
}
