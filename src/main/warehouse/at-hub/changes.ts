import type { Account } from '../../app/account/open'
import type { Clock } from '../../base/clock'
import type { Events } from '../../base/events'
import { createChanges, type ChangesUse } from '../nats/records/changes'
import type { Hub } from '../nats/hub'
import type { SharedChanges } from '../port/shared-changes'

/** Tells the account's other stations what people change at this one, and takes in what they say. */
export type ChangesOfAll = {
  /** Another account is at work. */
  join(account: Account): void
}

/** What is shared, at the hub and on this station. */
export type SharedUse<Change, Told> = ChangesUse<Change, Told> & {
  share: (account: Pick<Account, 'db' | 'clock' | 'clockWatch' | 'events'>) => SharedChanges<Change>
  /** @returns the function that ends it */
  onChange: (events: Events, tell: () => void) => () => void
}

export function addChanges<Change, Told>(
  use: SharedUse<Change, Told>,
  hub: Pick<Hub, 'add'>,
  { clock, account }: { clock: Clock; account: () => Account | null },
): ChangesOfAll {
  let stopListening: (() => void) | null = null
  let side: { of: Account; changes: SharedChanges<Change> } | null = null
  const part = hub.add((onFault) =>
    createChanges(use, {
      ...{ clock, onFault },
      account() {
        const open = account()
        const accessToken = open?.mode === 'live' && open.db.open ? open.provenToken() : null
        if (open === null || accessToken === null) return null
        if (side?.of !== open) side = { of: open, changes: use.share(open) }
        return { accessToken, changes: side.changes, isOpen: () => open.db.open }
      },
    }),
  )
  return {
    join(next) {
      stopListening?.()
      stopListening = use.onChange(next.events, () => part.tell())
      part.refresh()
    },
  }
}
