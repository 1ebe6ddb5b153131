import type { Account } from '../../app/account/open'
import { sharedCodes } from '../../areas/codes/share-codes'
import type { Clock } from '../../base/clock'
import { createCodes } from '../nats/codes'
import type { Hub } from '../nats/hub'
import type { SharedCodes } from '../port/shared-codes'

/** Tells the account's other stations of the codes that this one was taught, and learns theirs. */
export type CodesOfAll = {
  /** Another account is at work. */
  join(account: Account): void
}

export function addCodes(
  hub: Pick<Hub, 'add'>,
  { clock, account }: { clock: Clock; account: () => Account | null },
): CodesOfAll {
  let stopListening: (() => void) | null = null
  let side: { of: Account; codes: SharedCodes } | null = null
  const part = hub.add((onFault) =>
    createCodes({
      ...{ clock, onFault },
      account() {
        const open = account()
        const accessToken = open?.mode === 'live' && open.db.open ? open.provenToken() : null
        if (open === null || accessToken === null) return null
        if (side?.of !== open) side = { of: open, codes: sharedCodes(open) }
        return { accessToken, codes: side.codes, isOpen: () => open.db.open }
      },
    }),
  )
  return {
    join(next) {
      stopListening?.()
      stopListening = next.events.onCodesTaught(() => part.tell())
      part.refresh()
    },
  }
}
