import { createAccountPart } from './account-part'
import { beginRecords, type RecordsDeps } from './records-session'
import type { HubPart } from './part'

/**
 * The newest copy of each record of an account, as the marketplace gave it to whichever station read it. The hub keeps
 * them in order: after a mark, everything that it speaks of was heard.
 */
export type RecordsAtHub = HubPart & {
  /** The account or its token may be another one. */
  refresh(): void
}

export function createRecords(deps: RecordsDeps): RecordsAtHub {
  return createAccountPart({
    ...{ clock: deps.clock, account: deps.account, onFault: deps.onFault },
    isSame: (one, other) => one.records === other.records && one.accessToken === other.accessToken,
    begin: (open, account) => beginRecords(deps, open, account),
  })
}
