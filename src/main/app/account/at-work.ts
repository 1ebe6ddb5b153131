import type { ExportedOps, StationEvent } from '../../../shared/contract/views'
import { Timer } from '../../base/timer'
import { isNoRoom } from '../../base/no-room'
import { StationError } from '../../base/station-error'
import { isDamaged } from '../../store/db/damage'
import type { ProvenHow } from '../../store/tables/proven-tokens'
import { noteCurrentAccount } from './account-folders'
import { connectionOf, isAt, isConnectedTo, type LeavingSteps } from './accounts'
import { createBackgroundAccounts } from './background-accounts'
import { chooseAddress, saveConnection, type Connection } from './connection'
import { createKnownAccounts, type KnownAccounts, type OpenAccounts } from './known-accounts'
import { stopSending } from '../../sync/outbox/engine'
import { keepOrTakeBack, letGo, refuseOpenOps } from './leave'
import { openAccount, type Account, type AccountDeps } from './open'
import { startingAccount } from './prove'
import { keepOwnToken } from './secrets'

/** The account at work and how another one takes its place, whatever the reason. */
export type AtWork = {
  current: () => Account
  onReplaced: (listener: (account: Account) => void) => void
  known: KnownAccounts
  /** The account at work first, then those that go on sending. */
  opened: () => OpenAccounts
  /** Two accounts must never work on the same data: one change at a time. */
  inTurn: <T>(change: () => Promise<T>) => Promise<T>
  /** Leaves the present account for another one. The window is told. */
  switchTo: (connection: Connection, how: HowToSwitch) => Promise<ExportedOps | null>
  /**
   * Closes the account, works on its file, and opens it again even if the work failed. The window is told.
   * @param forgets once the work is done, the account is opened that a start would open
   */
  reopen: <T>(work: (file: string) => T, forgets?: boolean) => Promise<T>
  /** Resolves when no account is closed for another one to be opened. */
  ready: () => Promise<void>
  close: () => Promise<void>
}

export type ProvenToken = { accessToken: string; how: ProvenHow }

export type HowToSwitch = {
  /** The other account's new token. */
  token?: ProvenToken
  /** Open operations stay in the account that is left; otherwise they are exported, or forbid to leave. */
  stays: boolean
  exportOps?: boolean
  /** A person chose the account itself, and so its own token rather than the environment's. */
  chosen?: boolean
  steps?: LeavingSteps
}

/** A file that keeps failing although it was repaired is not opened again and again. */
const REPAIR_AGAIN_MS = 600_000
/** The first screen, and the account at work, come first. */
const SEND_ELSEWHERE_MS = 15_000
/** A file that could not be opened then may open later. */
const SEND_ELSEWHERE_AGAIN_MS = 15 * 60_000

/**
 * Opens the account to start with.
 * @param follow called when the token in use turned out to belong to another account
 * @throws StartError when its data cannot be used
 */
export async function startWork(
  deps: AccountDeps,
  tell: (event: StationEvent) => void,
  follow: (accessToken: string) => Promise<void>,
): Promise<AtWork> {
  const { options, clock } = deps
  let changed: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const turn = changed.then(change)
    changed = turn.catch(() => null)
    return turn
  }
  const later = (work: () => Promise<void>): void =>
    void inTurn(work).catch((error: unknown) => console.error(error))
  const tellReplaced = (): void => tell({ kind: 'station_replaced', revision: deps.revision() })
  const tellAccounts = (): void => tell({ kind: 'accounts_changed', revision: deps.revision() })

  const known = createKnownAccounts(deps)
  const background = createBackgroundAccounts(inTurn, (sent) => {
    known.noteChanged(sent)
    tellAccounts()
    later(sendElsewhere)
  })
  const opened = (): OpenAccounts => [account, ...background.all()]

  let repairedMs = Number.NEGATIVE_INFINITY
  /** Opening a file that is known to be damaged saves what can be read of it. */
  const repair = (): void => {
    if (clock.monotonicMs() - repairedMs < REPAIR_AGAIN_MS) return
    repairedMs = clock.monotonicMs()
    // Opening may report damage before there is an account to reopen.
    setImmediate(() =>
      later(async () => {
        await background.closeDamaged()
        if (isDamaged(account.db)) await reopen(() => null)
      }),
    )
  }
  const open = async (connection: Connection, ownToken = false): Promise<Account> => {
    const kept = background.take(connection)
    if (kept !== null) return kept
    let found: Account | null = null
    const onOtherAccount = (accessToken: string): void =>
      later(async () => {
        // Nobody is led away from the account at work by another one's token.
        if (found === account) await follow(accessToken)
      })
    const next = await openAccount(deps, connection, { onDamage: repair, onOtherAccount }, ownToken)
    found = next
    next.events.onEvent((event) => {
      if (next === account) tell(event)
    })
    return next
  }
  const starting = (): Connection => {
    const address = chooseAddress(options)
    if (address.mode === 'training') return address
    return { ...address, number: startingAccount(options, address.baseUrl) }
  }
  let account: Account
  let listener: ((account: Account) => void) | null = null
  const become = (next: Account): void => {
    account = next
    listener?.(next)
    known.noteWork(next)
  }

  /** Opens the accounts with something to send, one after the other. */
  const sendElsewhere = async (): Promise<void> => {
    for (const connection of known.waiting(opened())) {
      if (!background.hasRoom()) return
      try {
        await background.keep(await open(connection, true))
      } catch (error) {
        // Its row in the list says why.
        console.error(error)
      }
    }
  }

  const switchTo = async (connection: Connection, how: HowToSwitch): Promise<ExportedOps | null> => {
    const { token, stays, exportOps = false } = how
    if (isConnectedTo(account, connection)) {
      if (token !== undefined) await account.replaceToken(token.accessToken, token.how)
      return null
    }
    if (!stays) refuseOpenOps(account, exportOps)
    // The other account is opened first: when that fails, this one goes on as if nothing had been asked.
    const next = await open(connection, how.chosen)
    const previous = account
    let exported: ExportedOps | null
    try {
      if (token !== undefined) await next.replaceToken(token.accessToken, token.how)
      if (how.chosen === true) keepOwnToken(next.db, options.provisioned.accessToken)
      if (exportOps && !stays) await stopSending(deps, previous)
      // From here to the end nothing is waited for, so that nothing can be packed in between.
      exported = stays ? null : letGo(previous, exportOps)
      keepOrTakeBack(previous, exported, () => {
        how.steps?.mayLeave()
        noteForTheNextStart(previous, connection)
      })
      become(next)
      how.steps?.left(previous)
    } catch (error) {
      previous.engine.start()
      await background.keep(next)
      throw isNoRoom(error)
        ? new StationError('disk_full', 'the next start would not open this account')
        : error
    }
    tellReplaced()
    known.noteWork(previous)
    await background.keep(previous)
    return exported
  }

  /** In this order: a power cut in between leaves the next start with the account that is left, not with a third one. */
  const noteForTheNextStart = (previous: Account, next: Connection): void => {
    if (next.mode === 'live') noteCurrentAccount(options.dataDir, next.baseUrl, next.number)
    const isSameAddress = next.mode === 'live' && isAt(previous, next.baseUrl)
    if (!isSameAddress) saveConnection(options.dataDir, next)
  }

  let ready: Promise<unknown> = Promise.resolve()
  const reopen = <T>(work: (file: string) => T, forgets = false): Promise<T> => {
    const previous = account
    let next = connectionOf(previous)
    const callsWait = (): void => {
      ready = reopened.catch(() => null)
    }
    const reopened = (async () => {
      try {
        await previous.close().finally(callsWait)
        const done = work(previous.file)
        if (forgets) next = starting()
        return done
      } finally {
        become(await open(next))
        tellReplaced()
      }
    })()
    // What is packed until it is closed is a reason not to forget it.
    if (!forgets) callsWait()
    return reopened
  }

  account = await open(starting())
  known.noteWork(account)
  const nextSending = new Timer(clock)
  const sendAgain = (): void => {
    nextSending.set(SEND_ELSEWHERE_AGAIN_MS, sendAgain)
    later(sendElsewhere)
  }
  nextSending.set(SEND_ELSEWHERE_MS, sendAgain)

  return {
    current: () => account,
    onReplaced: (given) => (listener = given),
    known,
    opened,
    inTurn,
    switchTo,
    reopen,
    async ready() {
      await ready
    },
    async close() {
      nextSending.cancel()
      await changed
      known.noteWork(account)
      await Promise.all([account.close(), background.close()])
    },
  }
}
