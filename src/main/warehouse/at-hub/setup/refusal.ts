import type { SetupRefusal } from '../../../../shared/contract/setup'
import { formatInstant } from '../../../../shared/domain/time/timestamps'
import type { Clock } from '../../../base/clock'
import type { HubGroup } from '../../nats/storage/seal'
import { inTransaction } from '../../../store/db/database'
import { readSetting, REFUSED_SETUP, writeSetting } from '../../../store/tables/settings'
import type { Account } from '../../../app/account/open'

/** A setup at the hub that changes nothing here: for the page, the log and the diagnostics. */
export type Refusal = {
  /** `why`: `null` when the hub's setup is followed again. */
  heard: (group: string, why: SetupRefusal | null) => void
  /** Of the present group. */
  here(): { why: SetupRefusal; since: string } | null
  /** Another account is at work. */
  join(): void
}

const WHY: Readonly<Record<SetupRefusal, string>> = {
  unsigned: 'are not signed',
  wrong_signature: 'are signed with another key, or were changed since',
  other_group: 'are signed for another group of stations',
  older: 'are older than those that this station has',
}
const wordsOf = (why: SetupRefusal): string =>
  `has settings for all stations that ${WHY[why]}: they change nothing here`

export function createRefusal(deps: {
  clock: Pick<Clock, 'wallMs'>
  account: () => Account | null
  group: () => HubGroup | null
  log: (line: string) => void
}): Refusal {
  let now: { group: string; why: SetupRefusal; since: string } | null = null
  /** A station that writes again and again must not fill the log. */
  const logged = new Set<SetupRefusal>()
  const here: Refusal['here'] = () =>
    now === null || now.group !== deps.group()?.name ? null : { why: now.why, since: now.since }
  const keep = (): void => {
    const account = deps.account()
    if (account === null || !account.db.open) return
    const refused = here()
    const words = refused && `since ${refused.since} the hub ${wordsOf(refused.why)}`
    try {
      if (words !== readSetting(account.db, REFUSED_SETUP))
        inTransaction(account.db, (tx) => writeSetting(tx, REFUSED_SETUP, words))
    } catch (error) {
      // A disk that fails now must not stop a start.
      deps.log(String(error))
    }
  }
  return {
    here,
    join: keep,
    heard(group, why) {
      if (now?.group === group ? now.why === why : why === null && now === null) return
      now = why && { group, why, since: formatInstant(deps.clock.wallMs()) }
      if (why !== null && !logged.has(why)) deps.log(`The hub ${wordsOf(why)}.`)
      if (why !== null) logged.add(why)
      keep()
    },
  }
}
