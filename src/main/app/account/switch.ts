import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { ExportedOps, StationEvent } from '../../../shared/contract/views'
import { addressProblem } from '../../../shared/domain/station/web-address'
import { normalizeBaseUrl } from '../../base/base-url'
import { StartError, StationError } from '../../base/station-error'
import { createPartnerClient, type PartnerClient } from '../../partner/client'
import { checkBackup } from '../../store/recovery/backup'
import { forgetCopies } from '../../store/evidence/file'
import { forgetAccount, hasOpenOps } from '../../store/recovery/forget-account'
import { restoreBackup } from '../../store/recovery/open-station'
import { evidenceFile } from '../../areas/evidence/evidence'
import { proveConnection } from '../../sync/connection/prove-connection'
import { connectionOf, isAt, type Accounts, type LeavingSteps } from './accounts'
import { startWork, type AtWork, type ProvenToken } from './at-work'
import { accountDir, saveConnection, type Connection } from './connection'
import { accountIdOf } from './known-accounts'
import { leaveAccount, opsOpen } from './leave'
import type { AccountDeps } from './open'
import { findAccount } from './prove'

/** What is gone on purpose must not come back. */
function forgetCopiesIn(dir: string): void {
  try {
    forgetCopies(evidenceFile(dir))
  } catch (error) {
    console.error('The copies of operations cannot be deleted:', error)
  }
}

/** Opens the account to start with. @throws StartError when its data cannot be used */
export async function openAccounts(
  deps: AccountDeps,
  tell: (event: StationEvent) => void,
): Promise<Accounts> {
  const { options } = deps
  const work = await startWork(deps, tell, (accessToken) => follow(accessToken))
  const { known } = work

  /** Goes to the account that the token belongs to. */
  const goWith = async (
    { baseUrl, accessToken, exportOps, account: answer }: ParsedRequestOf<'settings:connect'>,
    isRight: () => boolean,
  ): Promise<ExportedOps | null> => {
    const here = isAt(work.current(), baseUrl) ? work.current() : null
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
    // Operations of another account at the same address stay there.
    const stays = here !== null
    const exported = await work.switchTo(
      { mode: 'live', baseUrl: at.baseUrl, number },
      { token, stays, exportOps },
    )
    if (number > 1 || how === 'person')
      work.current().evidence.append({
        kind: 'connected',
        operator: '',
        payload: { baseUrl: at.baseUrl, account: number, proven: how },
      })
    return exported
  }

  /** The token in use turned out to belong to another account, as when IT exchanges it while the station is off. */
  const follow = async (accessToken: string): Promise<void> => {
    const { baseUrl, mode } = work.current()
    const isRight = (): boolean =>
      work.current().mode === mode && work.current().accessToken() === accessToken
    if (mode === 'live' && isRight())
      await goWith({ baseUrl, accessToken, exportOps: false, account: null }, isRight)
  }

  const reset = async (exportOps: boolean): Promise<ExportedOps | null> => {
    const previous = work.current()
    const connection = connectionOf(previous)
    const dir = accountDir(options.dataDir, connection)
    const exported = await leaveAccount(deps, previous, exportOps)
    const forget = (): void => {
      // Something may have been packed while the account closed.
      if (connection.mode === 'live' && hasOpenOps(dir)) throw opsOpen()
      forgetAccount(dir)
      forgetCopiesIn(dir)
      saveConnection(options.dataDir, { mode: 'training' })
    }
    await work.reopen(forget, true)
    return exported
  }

  const restore = async (name: string): Promise<number> => {
    const backup = work.current().backups.fileOf(name)
    checkBackup(backup)
    return work.reopen((file) => restoreBackup({ file, backup, wallMs: deps.clock.wallMs() }))
  }

  return {
    current: () => work.current(),
    onReplaced: (listener) => work.onReplaced(listener),
    async connect(request) {
      if (addressProblem(request.baseUrl) !== null)
        throw new StationError('address_insecure', 'only an https address', { baseUrl: 'insecure' })
      const same = isAt(work.current(), request.baseUrl)
      if (!same && (options.training || options.provisioned.baseUrl !== null))
        throw new StationError('provisioned', 'the environment or a start flag sets the connection')
      const present = same ? work.current().accessToken() : null
      if (request.accessToken === '' && present === null)
        throw new StationError('invalid_request', 'a token is needed', { accessToken: 'missing' })
      if (request.accessToken === '' && request.account === null) work.current().wake()
      else {
        const accessToken = request.accessToken || (present ?? '')
        const exported = await work.inTurn(() => goWith({ ...request, accessToken }, () => true))
        if (!same) return exported
      }
      work.current().events.stationReplaced()
      return null
    },
    async train(exportOps) {
      if (options.provisioned.baseUrl !== null)
        throw new StationError('provisioned', 'the environment sets the connection')
      return work.inTurn(() => work.switchTo({ mode: 'training' }, { stays: false, exportOps }))
    },
    change: (request, steps) => work.inTurn(() => changeAccount(work, request, steps)),
    view: () => known.view(work.opened()),
    inShort: () => known.inShort(work.current()),
    save(request) {
      known.save(request)
      return known.view(work.opened())
    },
    reset: (exportOps) => work.inTurn(() => reset(exportOps)),
    openOpsElsewhere: () => known.openElsewhere(work.opened()),
    restore: (name) => work.inTurn(() => restore(name)),
    ready: () => work.ready(),
    readyToQuit: (exportOps) => work.inTurn(() => leaveAccount(deps, work.current(), exportOps)),
    close: () => work.close(),
  }
}

/** A client that uses only this token. */
function clientWith(
  baseUrl: string,
  accessToken: string,
  { userAgent, network }: Pick<AccountDeps, 'userAgent' | 'network'>,
): PartnerClient {
  return createPartnerClient({ baseUrl, accessToken: () => accessToken, nowMs: Date.now, userAgent, network })
}

/** Works with another account of this PC; see `Accounts.change`. */
async function changeAccount(
  work: AtWork,
  { accountId, repair }: ParsedRequestOf<'accounts:switch'>,
  steps: LeavingSteps,
): Promise<{ from: string; to: string }> {
  const from = accountIdOf(work.current())
  if (accountId === from) return { from, to: from }
  const connection = usable(work, accountId, repair)
  try {
    await work.switchTo(connection, { stays: true, chosen: true, steps })
  } catch (error) {
    // Only opening the file shows some problems.
    if (!(error instanceof StartError)) throw error
    throw new StationError('account_unusable', error.message, { accountId: error.code })
  }
  return { from, to: accountId }
}

function usable(work: AtWork, accountId: string, repair: boolean): Connection {
  const { connection } = work.known.find(accountId)
  const row = work.known.view(work.opened()).rows.find((one) => one.accountId === accountId)
  if (row === undefined)
    throw new StationError('provisioned', 'the environment or a start flag sets the connection')
  if (row.problem === 'damaged' && !repair)
    throw new StationError('account_damaged', `the data of ${accountId} is damaged`)
  const isUsable = row.problem === null || row.problem === 'damaged'
  if (connection === null || !isUsable)
    throw new StationError('account_unusable', `${accountId}: ${row.problem ?? 'unknown'}`, {
      accountId: row.problem ?? 'unknown',
    })
  return connection
}
