import { beginRecords, type RecordsDeps, type RecordsSession } from './records-session'
import { tickEvery } from '../../base/timer'
import type { HubPart, OpenHub } from './part'

/**
 * The newest copy of each record of an account, as the marketplace gave it to whichever station read it. The hub keeps
 * them in order: after a mark, everything that it speaks of was heard.
 */
export type RecordsAtHub = HubPart & {
  /** The account or its token may be another one. */
  refresh(): void
}

const CHECK_MS = 5_000

export function createRecords(deps: RecordsDeps): RecordsAtHub {
  let open: OpenHub | null = null
  let session: RecordsSession | null = null
  let turn: Promise<void> = Promise.resolve()
  let beginning = 0

  const end = (): void => {
    session?.end()
    session = null
  }
  const begin = async (): Promise<void> => {
    end()
    const account = deps.account()
    if (open !== null && account !== null) session = await beginRecords(deps, open, account)
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
    const isSame =
      now?.records === session?.account.records && now?.accessToken === session?.account.accessToken
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
