import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { JournalEntry } from './control/journal'
import { createSteering, type Steering } from './control/steering'
import { CONTROL_PREFIX, Wire } from './control/wire'
import type { Core } from './core'
import { openDatabase } from './database'
import { createApp, registerApi } from './http'
import { runJobs } from './jobs'
import { Replica } from './replica'
import { categoryRoutes } from './routes/categories'
import { itemRoutes } from './routes/items'
import { orderRoutes } from './routes/orders'
import { refundRoutes } from './routes/refunds'
import { shipmentRoutes } from './routes/shipments'
import { addMorning, addSampleData } from './sample/generate'
import { DEFAULT_SETTINGS, settingsSchema, type MarketplaceSettings } from './settings'
import { addAccount, allAccounts, setAccessToken } from './tables/accounts'

export type MarketplaceOptions = {
  /** Folder of `marketplace.sqlite`; created if it does not exist. `:memory:` is not supported. */
  dataDir: string
  /** @default '127.0.0.1' */
  host?: string
  /** @default 0, a free port */
  port?: number
  /** Seed of the sample data, which is created only with a new database. @default 1 */
  seed?: number
  /** Sample orders of the first account. @default 60 */
  orders?: number
  /** Unsold sample items of the first account. @default 200 */
  items?: number
  /** @default DEFAULT_ACCOUNTS; a token given here replaces the stored one of that account */
  accounts?: readonly { name: string; accessToken: string }[]
  settings?: Partial<MarketplaceSettings>
  /** Serves the control API under `/control`. @default false */
  control?: boolean
  /** Lets the caller, and nobody else, do what the control API does. @default false */
  steered?: boolean
  /** A start on another day brings that morning's orders, and has sent most of what was left. @default false */
  mornings?: boolean
  /** Wall clock, milliseconds since the epoch. @default Date.now */
  nowMs?: () => number
}

export type RunningMarketplace = {
  /** Origin like `http://127.0.0.1:43121`, without a path. */
  baseUrl: string
  /** Token of the first account. */
  accessToken: string
  /** `null` unless `control` was set. */
  controlUrl: string | null
  /** `null` unless `steered` was set. */
  steering: Steering | null
  /** Every request so far, oldest first, even after closing; empty unless controlled or steered. */
  journal(): readonly JournalEntry[]
  close(): Promise<void>
}

/** The accounts used when none are given: for training and tests, never a secret. */
export const DEFAULT_ACCOUNTS = [
  { name: 'training-1', accessToken: 'training-token-1' },
  { name: 'training-2', accessToken: 'training-token-2' },
] as const

/**
 * Serves the Partner API on a socket until closed. Throws on unknown settings, a port in use, another program's
 * database, and a control API on an address that others can reach.
 */
export async function startMarketplace(options: MarketplaceOptions): Promise<RunningMarketplace> {
  if (options.control === true && !isLoopback(options.host))
    throw new Error(`The control API requires no token and is not served on ${options.host}`)
  const settings = settingsSchema.parse({ ...DEFAULT_SETTINGS, ...options.settings })
  const { db, isNew } = openDatabase(options.dataDir)
  const clock = options.nowMs ?? Date.now
  const core: Core = { db, settings, now: () => clock() + settings.clockOffsetMs }
  try {
    prepareAccounts(core, options)
    if (isNew) addSample(core, options)
    else if (options.mornings === true) addMorning(core, accountIds(core))
    return await serve(core, options)
  } catch (error) {
    db.close()
    throw error
  }
}

/** SECURITY: only this machine may reach the control API. */
function isLoopback(host = '127.0.0.1'): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function prepareAccounts(core: Core, options: MarketplaceOptions): void {
  for (const account of options.accounts ?? DEFAULT_ACCOUNTS) {
    addAccount(core.db, account.name, account.accessToken)
    // Default accounts keep the tokens that the control API set before the restart.
    if (options.accounts !== undefined) setAccessToken(core.db, account.name, account.accessToken)
  }
}

function addSample(core: Core, options: MarketplaceOptions): void {
  const { seed = 1, orders = 60, items = 200 } = options
  addSampleData(core, accountIds(core), { seed, orders, items })
}

function accountIds(core: Core): number[] {
  return allAccounts(core.db).map((account) => account.id)
}

async function serve(core: Core, options: MarketplaceOptions): Promise<RunningMarketplace> {
  const control = options.control === true
  const steered = options.steered === true
  const wire = control || steered ? new Wire(core) : null
  const app = createApp(core, (request, reason) => wire?.explain(request, reason))
  const replica = new Replica(core)
  replica.attach(app)
  wire?.attach(app)
  // On demand, so that an installed app, whose marketplace is for training, does not carry it.
  if (wire !== null && control) await (await import('./control/routes')).registerControl(app, core, wire)
  await registerApi(app, core, (api) => {
    itemRoutes(api, core)
    orderRoutes(api, core, replica)
    shipmentRoutes(api, core)
    refundRoutes(api, core)
    categoryRoutes(api)
  })
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  const stopJobs = startJobs(core)
  const baseUrl = originOf(app)
  return {
    baseUrl,
    accessToken: allAccounts(core.db)[0]?.access_token ?? '',
    controlUrl: control ? `${baseUrl}${CONTROL_PREFIX}` : null,
    steering: wire !== null && steered ? createSteering(core, wire) : null,
    journal: () => wire?.journal.all() ?? [],
    close: async () => {
      stopJobs()
      wire?.close()
      await app.close()
      core.db.close()
    },
  }
}

function originOf(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function startJobs(core: Core): () => void {
  const timer = setInterval(() => runJobs(core), core.settings.jobIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
