import { allEnded } from '../../base/turns'
import { isDamaged } from '../../store/db/damage'
import { countOpen } from '../../store/views/outbox-list'
import { isConnectedTo } from './accounts'
import type { Connection } from './connection'
import type { Account } from './open'

/**
 * Accounts that go on sending while another one is at work. Each is whole, with its own database, token, gate, clock
 * and evidence log; only no window shows it.
 */
export type BackgroundAccounts = {
  all(): readonly Account[]
  /** Keeps an account that is left open until all that waits is sent, else closes it. */
  keep(account: Account): Promise<void>
  /** Hands the account over if it is open here. */
  take(connection: Connection): Account | null
  hasRoom(): boolean
  /** Closes those whose file turned out to be damaged: a person decides on the repair. */
  closeDamaged(): Promise<void>
  close(): Promise<void>
}

/** Each holds a database, its cache and a connection. */
const MOST = 8

/**
 * @param later runs a change of accounts when no other one is under way; nobody waits for it
 * @param onClosed called when one has nothing left to send
 */
export function createBackgroundAccounts(
  later: (change: () => Promise<void>) => void,
  onClosed: (account: Account) => void,
): BackgroundAccounts {
  const kept = new Map<Account, () => void>()

  const forget = (account: Account): void => {
    kept.get(account)?.()
    kept.delete(account)
  }
  const letGo = async (account: Account): Promise<void> => {
    forget(account)
    await account.close()
  }
  const closeOnceSent = async (account: Account): Promise<void> => {
    // By its turn it may have been taken back, or something may wait again.
    if (!kept.has(account) || waits(account)) return
    await letGo(account)
    onClosed(account)
  }
  return {
    all: () => [...kept.keys()],
    hasRoom: () => kept.size < MOST,
    async keep(account) {
      if (!waits(account) || isDamaged(account.db) || kept.size >= MOST) return account.close()
      const stop = account.events.onEvent(() => {
        if (!waits(account)) later(() => closeOnceSent(account))
      })
      kept.set(account, stop)
    },
    take(connection) {
      const found = [...kept.keys()].find((account) => isConnectedTo(account, connection))
      if (found === undefined) return null
      forget(found)
      return found
    },
    async closeDamaged() {
      for (const account of kept.keys()) if (isDamaged(account.db)) await letGo(account)
    },
    async close() {
      await allEnded([...kept.keys()].map(letGo))
    },
  }
}

/** Operations that need a person wait for the person, who opens the account. */
function waits({ mode, db }: Account): boolean {
  return mode === 'live' && db.open && countOpen(db).waiting > 0
}
