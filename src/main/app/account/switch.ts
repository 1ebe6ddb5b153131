import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { ExportedOps, StationEvent } from '../../../shared/contract/views'
import { addressProblem } from '../../../shared/domain/station/web-address'
import { openAccount, type Account, type AccountDeps } from './open'
import { noteCurrentAccount } from './account-folders'
import { findAccount, openOpsElsewhere, startingAccount } from './prove'
import { accountDir, chooseAddress, normalizeBaseUrl, saveConnection, type Connection } from './connection'
import { createPartnerClient, type PartnerClient } from '../../partner/client'
import { StationError } from '../../base/station-error'
import { checkBackup } from '../../store/recovery/backup'
import { isDamaged } from '../../store/db/database'
import { forgetAccount, hasOpenOps } from '../../store/recovery/forget-account'
import { restoreBackup } from '../../store/recovery/open-station'
import { keepOrTakeBack, leaveAccount, letGo, opsOpen, refuseOpenOps, stopSending } from './leave'
import type { ProvenHow } from '../../store/tables/proven-tokens'
import { proveConnection } from '../../sync/prove-connection'

/** Which account the station works with, and how it gets from one to the next: one change at a time. */
export type Accounts = {
  current(): Account
  /** Called at once, whenever another account takes over; one listener only. */
  onReplaced(listener: (account: Account) => void): void
  /**
   * Goes live or replaces the token, once the marketplace has accepted both; nothing changes otherwise. Where several
   * accounts share the address, the token decides which of them this is (I14).
   *
   * @throws StationError `unauthorized`, `unreachable`, `not_marketplace`, `address_insecure`,
   *   `account_unproven`, `provisioned`, `ops_open`, `invalid_request`
   */
  connect(request: ParsedRequestOf<'settings:connect'>): Promise<ExportedOps | null>
  /** Goes back to training mode. @throws StationError `provisioned`, `ops_open` */
  train(exportOps: boolean): Promise<ExportedOps | null>
  /** Forgets all that this PC knows of the account and starts as a new installation would. @throws StationError `ops_open` */
  reset(exportOps: boolean): Promise<ExportedOps | null>
  /** Open ops of other accounts at this address, which are kept until a token leads back to them. */
  openOpsElsewhere(): number
  /** Makes sure that the app may end. @throws StationError `ops_open` */
  readyToQuit(exportOps: boolean): Promise<ExportedOps | null>
  /**
   * Goes on from a backup; the present data is moved aside.
   * @returns how many ops are open and being checked now
   * @throws StationError `backup_not_found`, `backup_unusable`, `disk_full`; nothing is changed then
   */
  restore(name: string): Promise<number>
  /** Resolves when no file is being replaced: until then there is no account to ask. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** A file that keeps failing although it was repaired is not opened again and again. */
const REPAIR_AGAIN_MS = 600_000

/** Opens the account to start with. @throws StartError when its data cannot be used */
export async function openAccounts(
  deps: AccountDeps,
  tell: (event: StationEvent) => void,
): Promise<Accounts> {
  const { options } = deps
  // Two accounts must never work on the same data.
  let changed: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const turn = changed.then(change)
    changed = turn.catch(() => null)
    return turn
  }

  const tellReplaced = (): void => tell({ kind: 'station_replaced', revision: deps.revision() })

  let repairedMs = Number.NEGATIVE_INFINITY
  /** Opening a file that is known to be damaged saves what can be read of it. */
  const repair = (): void => {
    if (deps.clock.monotonicMs() - repairedMs < REPAIR_AGAIN_MS) return
    repairedMs = deps.clock.monotonicMs()
    const work = async (): Promise<void> => {
      if (isDamaged(account.db)) await reopen(() => null)
    }
    // Opening may report damage before there is an account to reopen.
    setImmediate(() => void inTurn(work).catch((error: unknown) => console.error(error)))
  }
  const open = async (connection: Connection): Promise<Account> => {
    const onOtherAccount = (accessToken: string): void =>
      void inTurn(() => follow(accessToken)).catch((error: unknown) => console.error(error))
    const opened = await openAccount(deps, connection, { onDamage: repair, onOtherAccount })
    opened.events.onEvent(tell)
    return opened
  }
  const starting = (): Connection => {
    const address = chooseAddress(options)
    if (address.mode === 'training') return address
    return { ...address, number: startingAccount(options, address.baseUrl) }
  }
  let account = await open(starting())
  let listener = (_account: Account): void => {}
  const become = (next: Account): void => {
    account = next
    listener(next)
  }

  /** The other account is opened first: when that fails, this one goes on as if nothing had been asked. */
  const switchTo = async (
    connection: Connection,
    token: ProvenToken | null,
    exportOps: boolean,
  ): Promise<ExportedOps | null> => {
    if (isConnectedTo(account, connection)) {
      if (token !== null) await account.replaceToken(token.accessToken, token.how)
      return null
    }
    // Those of another account at the same address stay where they are until its token is back.
    const stays = connection.mode === 'live' && isAt(account, connection.baseUrl)
    if (!stays) refuseOpenOps(account, exportOps)
    const next = await open(connection)
    const previous = account
    let exported: ExportedOps | null
    try {
      if (token !== null) await next.replaceToken(token.accessToken, token.how)
      if (exportOps && !stays) await stopSending(deps, previous)
      // From here to the end nothing is waited for, so that nothing can be packed in between.
      exported = stays ? null : letGo(previous, exportOps)
      keepOrTakeBack(previous, exported, () => {
        if (!stays) saveConnection(options.dataDir, connection)
        if (connection.mode === 'live')
          noteCurrentAccount(options.dataDir, connection.baseUrl, connection.number)
      })
      become(next)
    } catch (error) {
      previous.engine.start()
      await next.close()
      throw error
    }
    tellReplaced()
    await previous.close()
    return exported
  }

  /** Goes to the account that the token belongs to. */
  const goWith = async (
    { baseUrl, accessToken, exportOps, account: answer }: ParsedRequestOf<'settings:connect'>,
    isRight: () => boolean,
  ): Promise<ExportedOps | null> => {
    const here = isAt(account, baseUrl) ? account : null
    const at = { dataDir: options.dataDir, baseUrl: here?.baseUrl ?? normalizeBaseUrl(baseUrl) }
    const client = clientWith(at.baseUrl, accessToken, deps)
    let token: ProvenToken & { number: number }
    try {
      await proveConnection(client)
      const found = await findAccount({ ...at, client, accessToken, answer, atWork: here })
      token = { accessToken, ...found }
    } finally {
      await client.close()
    }
    if (!isRight()) return null
    const { number, how } = token
    const exported = await switchTo({ mode: 'live', baseUrl: at.baseUrl, number }, token, exportOps)
    if (number > 1 || how === 'person')
      account.evidence.append({
        kind: 'connected',
        operator: '',
        payload: { baseUrl: at.baseUrl, account: number, proven: how },
      })
    return exported
  }

  /** The token in use turned out to belong to another account, as when IT exchanges it while the station is off. */
  const follow = async (accessToken: string): Promise<void> => {
    const { baseUrl, mode } = account
    const isRight = (): boolean => account.mode === mode && account.accessToken() === accessToken
    if (mode === 'live' && isRight())
      await goWith({ baseUrl, accessToken, exportOps: false, account: null }, isRight)
  }

  const reset = async (exportOps: boolean): Promise<ExportedOps | null> => {
    const previous = account
    const connection = connectionOf(previous)
    const dir = accountDir(options.dataDir, connection)
    const exported = await leaveAccount(deps, previous, exportOps)
    await previous.close()
    try {
      // Something may have been packed while the account closed.
      if (connection.mode === 'live' && hasOpenOps(dir)) throw opsOpen()
      forgetAccount(dir)
      saveConnection(options.dataDir, { mode: 'training' })
    } catch (error) {
      become(await open(connection))
      tellReplaced()
      throw error
    }
    become(await open(starting()))
    tellReplaced()
    return exported
  }

  let ready: Promise<unknown> = Promise.resolve()
  /** Closes the account, works on its file, and opens it again even if the work failed. */
  const reopen = <T>(work: (file: string) => T): Promise<T> => {
    const previous = account
    const reopened = (async () => {
      try {
        await previous.close()
        return work(previous.file)
      } finally {
        become(await open(connectionOf(previous)))
        tellReplaced()
      }
    })()
    ready = reopened.catch(() => null)
    return reopened
  }

  const restore = async (name: string): Promise<number> => {
    const backup = account.backups.fileOf(name)
    checkBackup(backup)
    return reopen((file) => restoreBackup({ file, backup, wallMs: deps.clock.wallMs() }))
  }

  return {
    current: () => account,
    onReplaced: (given) => (listener = given),
    async connect(request) {
      if (addressProblem(request.baseUrl) !== null)
        throw new StationError('address_insecure', 'only an https address', { baseUrl: 'insecure' })
      const same = isAt(account, request.baseUrl)
      if (!same && (options.training || options.provisioned.baseUrl !== null))
        throw new StationError('provisioned', 'the environment or a start flag sets the connection')
      const present = same ? account.accessToken() : null
      if (request.accessToken === '' && present === null)
        throw new StationError('invalid_request', 'a token is needed', { accessToken: 'missing' })
      if (request.accessToken === '' && request.account === null) account.wake()
      else {
        const accessToken = request.accessToken || (present ?? '')
        const exported = await inTurn(() => goWith({ ...request, accessToken }, () => true))
        if (!same) return exported
      }
      account.events.stationReplaced()
      return null
    },
    async train(exportOps) {
      if (options.provisioned.baseUrl !== null)
        throw new StationError('provisioned', 'the environment sets the connection')
      return inTurn(() => switchTo({ mode: 'training' }, null, exportOps))
    },
    reset: (exportOps) => inTurn(() => reset(exportOps)),
    openOpsElsewhere: () =>
      account.mode === 'live'
        ? openOpsElsewhere({ dataDir: options.dataDir, baseUrl: account.baseUrl }, account.number)
        : 0,
    restore: (name) => inTurn(() => restore(name)),
    async ready() {
      await ready
    },
    readyToQuit: (exportOps) => inTurn(() => leaveAccount(deps, account, exportOps)),
    async close() {
      await changed
      await account.close()
    },
  }
}

type ProvenToken = { accessToken: string; how: ProvenHow }

/** A client that uses only this token. */
function clientWith(
  baseUrl: string,
  accessToken: string,
  { userAgent, network }: Pick<AccountDeps, 'userAgent' | 'network'>,
): PartnerClient {
  return createPartnerClient({ baseUrl, accessToken: () => accessToken, nowMs: Date.now, userAgent, network })
}

function connectionOf({ mode, baseUrl, number }: Account): Connection {
  return mode === 'live' ? { mode, baseUrl, number } : { mode }
}

function isConnectedTo(account: Account, connection: Connection): boolean {
  if (connection.mode === 'training') return account.mode === 'training'
  return isAt(account, connection.baseUrl) && account.number === connection.number
}

function isAt(account: Account, baseUrl: string): boolean {
  return account.mode === 'live' && normalizeBaseUrl(account.baseUrl) === normalizeBaseUrl(baseUrl)
}
