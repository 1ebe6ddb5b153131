import type { Clock } from '../../../base/clock'
import { tickEvery } from '../../../base/timer'
import type { HubPart, OpenHub } from '../part'

/** A use of the hub for the account at work: a session with each connection, and another one with each account or token. */
export type AccountPart<Session> = HubPart & {
  /** The account or its token may be another one. */
  refresh(): void
  /** `null` while none has begun. */
  session(): Session | null
}

export type AccountSession<Account> = {
  account: Account
  /** @throws when the bucket is gone, or nothing is heard of it any more */
  check(): Promise<void>
  end(): void
}

const CHECK_MS = 5_000

export function createAccountPart<Account, Session extends AccountSession<Account>>(deps: {
  clock: Pick<Clock, 'after'>
  /** The account at work; `null` while there is none. */
  account: () => Account | null
  isSame: (one: Account, other: Account) => boolean
  begin: (open: OpenHub, account: Account) => Promise<Session>
  onFault: (error: unknown) => void
}): AccountPart<Session> {
  let open: OpenHub | null = null
  let session: Session | null = null
  let turn: Promise<void> = Promise.resolve()
  let beginning = 0

  const end = (): void => {
    session?.end()
    session = null
  }
  const begin = async (): Promise<void> => {
    end()
    const account = deps.account()
    if (open !== null && account !== null) session = await deps.begin(open, account)
  }
  /** One after the other: a session must not begin beside one that is beginning. */
  const inTurn = (): Promise<void> => {
    beginning += 1
    const begun = turn.then(begin).finally(() => {
      beginning -= 1
    })
    turn = begun.then(refresh, () => undefined)
    return begun
  }
  const refresh = (): void => {
    // Looked at again when it has begun.
    if (beginning > 0) return
    const now = deps.account()
    const isSame = now === null || session === null ? now === session : deps.isSame(now, session.account)
    if (open !== null && !isSame) void inTurn().catch(deps.onFault)
  }
  const endTicks = tickEvery(deps.clock, CHECK_MS, () => {
    refresh()
    const checked = session
    checked?.check().catch((error: unknown) => {
      if (session === checked) deps.onFault(error)
    })
  })

  return {
    use(next) {
      open = next
      return inTurn()
    },
    refresh,
    session: () => session,
    async leave() {
      end()
    },
    async close() {
      endTicks()
      open = null
      await turn
      end()
    },
  }
}
