import { accessSync, constants, mkdirSync } from 'node:fs'
import type { RequestChannel } from '../shared/contract/channels'
import type { ParsedRequestOf } from '../shared/contract/requests'
import type { Result } from '../shared/contract/result'
import type { SettingsView, StationEvent } from '../shared/contract/views'
import { openAccount, type Account } from './compose-account'
import { createHandler, type Handlers } from './bridge/handle'
import { systemClock, type Clock } from './clock'
import { chooseConnection, normalizeBaseUrl, saveConnection, type Connection } from './connection'
import type { Host } from './hosts/host'
import type { StationOptions } from './options'
import { createPartnerClient } from './partner/client'
import { StartError, StationError } from './station-error'
import { notCached } from './store/items'
import { countOpen, listOutbox } from './store/outbox'
import { listQueue, resolveCode } from './store/queue'
import { proveConnection } from './sync/prove-connection'
import { answerOp } from './usecases/answer-op'
import { moveShipment } from './usecases/move-shipment'
import { openOrder, refreshOrder } from './usecases/open-order'
import { packShipment } from './usecases/pack-shipment'
import { readStationSettings, saveStationSettings } from './usecases/settings'
import { readStatus } from './usecases/station'

/** The whole application without a window: what a host shows. */
export type Packbench = {
  /** Never throws; every outcome is an envelope. */
  handle(channel: RequestChannel, request: unknown): Promise<Result<unknown>>
  /** Returns the function that stops listening. */
  onEvent(listener: (event: StationEvent) => void): () => void
  wake(reason: string): void
  close(): Promise<void>
}

/**
 * Wires every part together and starts work.
 * @throws StartError with one clear line when the data cannot be used
 */
export async function composePackbench(
  options: StationOptions,
  host: Host,
  version: string,
  clock: Clock = systemClock,
): Promise<Packbench> {
  prepareDataDir(options.dataDir)
  const userAgent = `Packbench/${version}`
  const deps = { options, secrets: host.secrets, clock, userAgent }
  const listeners = new Set<(event: StationEvent) => void>()
  const tell = (event: StationEvent): void => {
    for (const listener of listeners) listener(event)
  }
  const open = async (connection: Connection): Promise<Account> => {
    const opened = await openAccount(deps, connection)
    opened.events.onEvent(tell)
    return opened
  }

  let account = await open(chooseConnection(options))
  const replaceAccount: SwitchTo = async (connection, accessToken) => {
    if (isConnectedTo(account, connection)) {
      if (accessToken !== null) await account.replaceToken(accessToken)
      return
    }
    // The other account is opened first: when that fails, this one goes on as if nothing had been asked.
    const next = await open(connection)
    try {
      if (accessToken !== null) await next.replaceToken(accessToken)
      // Something may have been packed while the other account was opened.
      refuseOpenOps(account)
      saveConnection(options.dataDir, connection)
    } catch (error) {
      await next.close()
      throw error
    }
    const previous = account
    account = next
    tell({ kind: 'station_replaced' })
    await previous.close()
  }
  // One at a time: two accounts must never work on the same data.
  let switched: Promise<unknown> = Promise.resolve()
  const switchTo: SwitchTo = (connection, accessToken) => {
    const turn = switched.then(() => replaceAccount(connection, accessToken))
    switched = turn.catch(() => null)
    return turn
  }
  const stopWaking = host.onWake(() => account.wake())

  const settingsView = (): SettingsView => ({
    settings: readStationSettings(account),
    connection: {
      mode: account.mode,
      baseUrl: account.baseUrl,
      hasToken: account.hasToken(),
      provisioned: options.training || options.provisioned.baseUrl !== null,
    },
  })

  const handlers: Handlers = {
    'station:bootstrap': async () => ({
      version,
      host: host.kind,
      status: readStatus(account),
      ...settingsView(),
    }),
    'queue:list': async ({ view, search, offset, limit }) =>
      listQueue(account.db, view, search, offset, limit),
    'order:open': async ({ orderId }) => {
      const order = openOrder(account, orderId)
      const itemNumbers = order.lines.flatMap(({ itemNumber }) => (itemNumber === null ? [] : [itemNumber]))
      account.titles.want(notCached(account.db, itemNumbers))
      return order
    },
    'order:refresh': ({ orderId }) => refreshOrder(account, orderId),
    'scan:resolve': async ({ code }) => resolveCode(account.db, code.trim()),
    'shipment:pack': async (request) => packShipment(account, request),
    'shipment:move': async (request) => moveShipment(account, request),
    'outbox:list': async ({ view, offset, limit }) => listOutbox(account.db, view, offset, limit),
    'outbox:answer': async (request) => answerOp(account, request),
    'sync:now': async () => {
      account.wake()
      await account.pull.now()
      return readStatus(account)
    },
    'settings:read': async () => settingsView(),
    'settings:save': async (settings) => {
      saveStationSettings(account, settings)
      return settingsView()
    },
    'settings:connect': async (request) => {
      await connect(options, account, switchTo, request)
      return null
    },
    'settings:train': async () => {
      if (options.provisioned.baseUrl !== null)
        throw new StationError('provisioned', 'the environment sets the connection')
      refuseOpenOps(account)
      if (account.mode === 'live') await switchTo({ mode: 'training' }, null)
      return null
    },
  }

  return {
    handle: createHandler(handlers),
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    wake: () => account.wake(),
    async close() {
      stopWaking()
      await switched
      await account.close()
    },
  }
}

function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw new StartError('data_dir_unusable', `The data folder ${dataDir} cannot be written.`, {
      cause: error,
    })
  }
}

type SwitchTo = (connection: Connection, accessToken: string | null) => Promise<void>

function isConnectedTo(account: Account, connection: Connection): boolean {
  return (
    account.mode === connection.mode &&
    (connection.mode === 'training' ||
      normalizeBaseUrl(account.baseUrl) === normalizeBaseUrl(connection.baseUrl))
  )
}

/** Goes live or replaces the token, once the marketplace has accepted both; nothing changes otherwise. */
async function connect(
  options: StationOptions,
  account: Account,
  switchTo: SwitchTo,
  request: ParsedRequestOf<'settings:connect'>,
): Promise<void> {
  const baseUrl = normalizeBaseUrl(request.baseUrl)
  const same = isConnectedTo(account, { mode: 'live', baseUrl })
  if (!same && (options.training || options.provisioned.baseUrl !== null))
    throw new StationError('provisioned', 'the environment or a start flag sets the connection')
  if (request.accessToken === '' && same && account.hasToken()) {
    account.wake()
    account.events.stationReplaced()
    return
  }
  if (request.accessToken === '')
    throw new StationError('invalid_request', 'a token is needed', { accessToken: 'missing' })
  const client = createPartnerClient({ baseUrl, accessToken: () => request.accessToken, nowMs: Date.now })
  try {
    await proveConnection(client)
  } finally {
    await client.close()
  }
  if (same) {
    await account.replaceToken(request.accessToken)
    account.events.stationReplaced()
    return
  }
  refuseOpenOps(account)
  await switchTo({ mode: 'live', baseUrl }, request.accessToken)
}

/** Operations of one account must never be left behind unseen. Those of training are for practice. */
function refuseOpenOps(account: Account): void {
  const { waiting, held } = countOpen(account.db)
  if (account.mode === 'live' && waiting + held > 0)
    throw new StationError('ops_open', `${waiting + held} operations are not done`)
}
