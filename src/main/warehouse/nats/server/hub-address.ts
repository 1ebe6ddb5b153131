import { posix, win32 } from 'node:path'
import type { HubAddress } from '../hub'
import type { HubCredentials, HubKey } from './transport'

/**
 * How IT names the hub: addresses separated by commas, and a user and password or the path of a file: the station's own
 * key, as `npm run hub -- --add-station` writes it, or NATS credentials.
 */

export type HubAddressResult = { ok: true; address: HubAddress | null } | { ok: false; problem: string }

type Given = { url?: string | undefined; credentials?: string | undefined }

/** The secret half of a NATS user's key. */
const SEED = /^SU[A-Z2-7]{56}$/m
const ON_THIS_PC = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The hub of the environment, else that of IT's file. SECURITY: the file's credentials go only to the file's address.
 * @param readFile throws the system's error
 */
export function readHubAddress(
  env: Given,
  inFile: Given & { file: string | null },
  readFile: (file: string) => string,
): HubAddressResult {
  const fromEnv = env.url !== undefined
  const { url, credentials } = fromEnv
    ? env
    : { url: inFile.url, credentials: env.credentials ?? inFile.credentials }
  if (url === undefined) return { ok: true, address: null }
  const urlName = fromEnv ? 'PACKBENCH_HUB_URL' : `hub.url in ${inFile.file}`
  const servers = url.split(',').map((server) => server.trim())
  for (const server of servers) {
    const problem = serverProblem(server)
    if (problem !== null) return { ok: false, problem: `${urlName} ${problem}` }
  }
  if (credentials === undefined) return { ok: true, address: { servers, credentials: null } }
  const read = readCredentials(credentials, readFile)
  const isFromEnv = env.credentials !== undefined
  if (read === null)
    return {
      ok: false,
      problem: `${isFromEnv ? 'PACKBENCH_HUB_CREDENTIALS' : `hub.credentials in ${inFile.file}`} must be user:password or the path of the station's credentials file`,
    }
  // SECURITY: a credentials file signs and never sends its key; a password would cross the network in the clear.
  if ('user' in read && servers.some((server) => !isPrivate(new URL(server))))
    return {
      ok: false,
      problem: `${urlName} must use tls:// with a password: nats:// is for this computer alone`,
    }
  return { ok: true, address: { servers, credentials: read } }
}

function serverProblem(server: string): string | null {
  const address = URL.canParse(server) ? new URL(server) : null
  if (address === null || !/^(nats|tls):$/.test(address.protocol) || address.hostname === '')
    return `must be nats:// or tls:// addresses, separated by commas, not "${server}"`
  if (address.username !== '' || address.password !== '') return 'must have no user and no password'
  const isBare =
    (address.pathname === '' || address.pathname === '/') && address.search === '' && address.hash === ''
  return isBare ? null : `must have no path, not "${server}"`
}

function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'tls:' || ON_THIS_PC.has(hostname)
}

/**
 * A file that is not there yet is looked for again at each try to connect: IT makes the key once the station has said
 * its ID, and packing does not wait for it. What is wrong is never echoed: even an invalid value may be most of a secret.
 */
function readCredentials(text: string, readFile: (file: string) => string): HubCredentials | null {
  const [, user, password] = /^([^:/\\\s]{2,}):([^\s]+)$/.exec(text) ?? []
  if (user !== undefined && password !== undefined) return { user, password }
  try {
    return keyIn(readFile(text))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || !(posix.isAbsolute(text) || win32.isAbsolute(text))) return null
    return { later: () => laterKey(text, readFile) }
  }
}

function keyIn(file: string): HubKey | null {
  if (file.includes('BEGIN NATS USER JWT')) return { file }
  const [seed] = SEED.exec(file) ?? []
  return seed === undefined ? null : { seed }
}

/** @throws what people at the station read until it is there */
function laterKey(path: string, readFile: (file: string) => string): HubKey {
  let file: string
  try {
    file = readFile(path)
  } catch (error) {
    throw new Error(`no key for the hub in ${path}`, { cause: error })
  }
  const key = keyIn(file)
  if (key === null) throw new Error(`what is in ${path} is no key for a hub`)
  return key
}
