import { groupsWords } from '../../areas/diagnostics/checks'
import type { Clock } from '../../base/clock'
import { createGroups, markOfAccount, type Groups } from '../nats/groups'
import type { Hub } from '../nats/hub'
import { normalizeBaseUrl } from '../../base/base-url'
import type { Account } from '../../app/account/open'

/** Looks for stations of the open account that use another passphrase. */
export function addGroups(
  hub: Pick<Hub, 'add'>,
  {
    clock,
    account,
    stationId,
    onChange,
  }: {
    clock: Clock
    account: () => Account | null
    stationId: () => string
    onChange: () => void
  },
): Groups {
  let isSaid = false
  let known: { of: string; mark: Promise<string> } | null = null
  const groups = hub.add((onFault) =>
    createGroups({
      onFault,
      clock,
      stationId,
      async mark() {
        const open = account()
        const token = open?.mode === 'live' ? open.accessToken() : null
        if (open === null || token === null) return null
        const of = JSON.stringify([token, open.baseUrl])
        if (known?.of !== of) known = { of, mark: markOfAccount(token, normalizeBaseUrl(open.baseUrl)) }
        return known.mark
      },
      onChange() {
        const count = groups.others()
        if (count > 0 && !isSaid) console.error(`Hub: ${groupsWords(count)}`)
        isSaid = count > 0
        onChange()
      },
    }),
  )
  return groups
}
