import type { ExportedOps, StationEvent } from '../../../shared/contract/views'
import { Turns, allEnded } from '../../base/turns'
import { Signal } from '../../base/signal'
import { Timer } from '../../base/timer'
import { isNoRoom } from '../../base/no-room'
import { StationError } from '../../base/station-error'
import { isDamaged } from '../../store/db/damage'
import type { ProvenHow } from '../../store/tables/proven-tokens'
import { noteCurrentAccount } from './account-folders'
import { connectionOf, isAt, isConnectedTo, type LeavingSteps } from './accounts'
import { createBackgroundAccounts, type BackgroundAccounts } from './background-accounts'
import { chooseAddress, saveConnection, type Connection } from './connection'
import { createKnownAccounts, type KnownAccounts, type OpenAccounts } from './known-accounts'
import { stopSending } from '../../sync/outbox/engine'
import { keepOrTakeBack, letGo, refuseOpenOps } from './leave'
import { openAccount, type Account, type AccountDeps } from './open'
import { startingAccount } from './prove'
import { keepOwnToken } from './secrets'

/** The account at work and how another one takes its place, whatever the reason. */
export type AtWork = {
  current(): Account
  onReplaced(listener: (account: Account) => void): void
  known: KnownAccounts
  /** The account at work first, then those that go on sending. */
  opened(): OpenAccounts
  /** Two accounts must never work on the same data: one change at a time. */
  inTurn<T>(change: () => Promise<T>): Promise<T>
  /** Leaves the present account for another one. The window is told. */
  switchTo(connection: Connection, how: HowToSwitch): Promise<ExportedOps | null>
  /**
   * Closes the account, works on its file, and opens it again even if the work failed. The window is told.
   * @param forgets once the work is done, the account is opened that a start would open
   */
  reopen<T>(work: (file: string) => T, forgets?: boolean): Promise<T>
  /** Resolves when no account is closed for another one to be opened. */
  ready(): Promise<void>
  close(): Promise<void>
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
  const work = new AccountAtWork(deps, tell, follow)
  await work.start()
  return work
}

class AccountAtWork implements AtWork {
  readonly known: KnownAccounts
  private readonly background: BackgroundAccounts
  /** One change of accounts after the other. */
  private readonly turns = new Turns()
  /** What fails in a listener, such as a full disk, does not leave an account at work that was given up. */
  private readonly replaced = new Signal<[Account]>((error) => console.error(error))
  private readonly nextSending: Timer
  /** `null` until the first one is open. */
  private account: Account | null = null
  /** By the monotonic clock. */
  private repairedMs = Number.NEGATIVE_INFINITY
  /** Resolves when no account is closed for another one to be opened. */
  private reopening: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly deps: AccountDeps,
    private readonly tell: (event: StationEvent) => void,
    private readonly follow: (accessToken: string) => Promise<void>,
  ) {
    this.known = createKnownAccounts(deps)
    this.background = createBackgroundAccounts(
      (change) => this.turns.later(change),
      (sent) => {
        this.known.noteChanged(sent)
        this.tell({ kind: 'accounts_changed', revision: deps.revision() })
        this.turns.later(() => this.sendElsewhere())
      },
    )
    this.nextSending = new Timer(deps.clock)
  }

  async start(): Promise<void> {
    this.account = await this.open(this.starting())
    this.known.noteWork(this.account)
    this.nextSending.set(SEND_ELSEWHERE_MS, () => this.sendAgain())
  }

  current(): Account {
    if (this.account === null) throw new Error('no account is open yet')
    return this.account
  }

  onReplaced(listener: (account: Account) => void): void {
    this.replaced.on(listener)
  }

  opened(): OpenAccounts {
    return [this.current(), ...this.background.all()]
  }

  inTurn<T>(change: () => Promise<T>): Promise<T> {
    return this.turns.take(change)
  }

  async switchTo(connection: Connection, how: HowToSwitch): Promise<ExportedOps | null> {
    const { deps, background } = this
    const { token, stays, exportOps = false } = how
    const previous = this.current()
    if (isConnectedTo(previous, connection)) {
      if (token !== undefined) await previous.replaceToken(token.accessToken, token.how)
      return null
    }
    if (!stays) refuseOpenOps(previous, exportOps)
    // The other account is opened first: when that fails, this one goes on as if nothing had been asked.
    const next = await this.open(connection, how.chosen)
    let exported: ExportedOps | null
    try {
      if (token !== undefined) await next.replaceToken(token.accessToken, token.how)
      if (how.chosen === true) keepOwnToken(next.db, deps.options.provisioned.accessToken)
      if (exportOps && !stays) await stopSending(deps, previous)
      // From here to the end nothing is waited for, so that nothing can be packed in between.
      exported = stays ? null : letGo(previous, exportOps)
      keepOrTakeBack(previous, exported, () => {
        how.steps?.mayLeave()
        this.noteForTheNextStart(previous, connection)
      })
      this.become(next)
      how.steps?.left(previous)
    } catch (error) {
      previous.engine.start()
      await background.keep(next)
      throw isNoRoom(error)
        ? new StationError('disk_full', 'the next start would not open this account')
        : error
    }
    this.tellReplaced()
    this.known.noteWork(previous)
    await background.keep(previous)
    return exported
  }

  reopen<T>(work: (file: string) => T, forgets = false): Promise<T> {
    const previous = this.current()
    let next = connectionOf(previous)
    const callsWait = (): void => {
      this.reopening = reopened.catch(() => null)
    }
    const reopened = (async () => {
      try {
        await previous.close().finally(callsWait)
        const done = work(previous.file)
        if (forgets) next = this.starting()
        return done
      } finally {
        this.become(await this.open(next))
        this.tellReplaced()
      }
    })()
    // What is packed until it is closed is a reason not to forget it.
    if (!forgets) callsWait()
    return reopened
  }

  async ready(): Promise<void> {
    await this.reopening
  }

  async close(): Promise<void> {
    this.nextSending.cancel()
    // A turn may ask for another one, which would open an account beside the closing.
    await this.turns.end()
    const account = this.current()
    this.known.noteWork(account)
    await allEnded([account.close(), this.background.close()])
  }

  private starting(): Connection {
    const { options } = this.deps
    const address = chooseAddress(options)
    if (address.mode === 'training') return address
    return { ...address, number: startingAccount(options, address.baseUrl) }
  }

  private async open(connection: Connection, ownToken = false): Promise<Account> {
    const kept = this.background.take(connection)
    if (kept !== null) return kept
    let found: Account | null = null
    const onOtherAccount = (accessToken: string): void =>
      this.turns.later(async () => {
        // Nobody is led away from the account at work by another one's token.
        if (found !== null && found === this.account) await this.follow(accessToken)
      })
    const onDamage = (): void => this.repair()
    const next = await openAccount(this.deps, connection, { onDamage, onOtherAccount }, { ownToken })
    found = next
    next.events.onEvent((event) => {
      if (next === this.account) this.tell(event)
    })
    return next
  }

  private become(next: Account): void {
    this.account = next
    this.replaced.tell(next)
    this.known.noteWork(next)
  }

  private tellReplaced(): void {
    this.tell({ kind: 'station_replaced', revision: this.deps.revision() })
  }

  /** In this order: a power cut in between leaves the next start with the account that is left, not with a third one. */
  private noteForTheNextStart(previous: Account, next: Connection): void {
    const { dataDir } = this.deps.options
    if (next.mode === 'live') noteCurrentAccount(dataDir, next.baseUrl, next.number)
    const isSameAddress = next.mode === 'live' && isAt(previous, next.baseUrl)
    if (!isSameAddress) saveConnection(dataDir, next)
  }

  /** Opening a file that is known to be damaged saves what can be read of it. */
  private repair(): void {
    const nowMs = this.deps.clock.monotonicMs()
    if (nowMs - this.repairedMs < REPAIR_AGAIN_MS) return
    this.repairedMs = nowMs
    // Opening may report damage before there is an account to reopen.
    setImmediate(() =>
      this.turns.later(async () => {
        await this.background.closeDamaged()
        if (isDamaged(this.current().db)) await this.reopen(() => null)
      }),
    )
  }

  private sendAgain(): void {
    this.nextSending.set(SEND_ELSEWHERE_AGAIN_MS, () => this.sendAgain())
    this.turns.later(() => this.sendElsewhere())
  }

  /** Opens the accounts with something to send, one after the other. */
  private async sendElsewhere(): Promise<void> {
    for (const connection of this.known.waiting(this.opened())) {
      if (!this.background.hasRoom()) return
      try {
        await this.background.keep(await this.open(connection, true))
      } catch (error) {
        // Its row in the list says why.
        console.error(error)
      }
    }
  }
}
