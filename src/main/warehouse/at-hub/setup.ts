import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { SetupDifference, SetupKeyView, SetupView } from '../../../shared/contract/setup'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { Operators } from '../../areas/operators/operators'
import { readOperators, type StoredOperator } from '../../areas/operators/stored-operator'
import { takeOperators } from '../../areas/operators/take-operators'
import type { FixedPreferences, PreferenceFile } from '../../areas/settings/preferences'
import type { FixedSettings } from '../../areas/settings/settings'
import type { Clock } from '../../base/clock'
import { StationError } from '../../base/station-error'
import type { Hub } from '../nats/hub'
import { accountAtHub, type HubGroup } from '../nats/seal'
import { createSetup, type LogoOfSetup, type MakeSetup, type TakenSetup } from '../nats/setup'
import type { SetupDocument } from '../nats/setup-document'
import { wordsOfKey, type SetupKey } from '../nats/setup-key'
import type { Account } from '../../app/account/open'
import { askHub } from './ask-hub'
import { mergeSetup, type Values } from './setup/merge'
import { nextDocument } from './setup/next-document'
import { KeptSetup } from './setup/kept-setup'
import { createAccountPart } from './setup/account-part'
import { createRefusal } from './setup/refusal'
import { LOGO, logoOf, type SetupPapers } from './setup/sender'
import { preferenceValues, usablePreferences, withPreferences } from './setup/values'

/** The warehouse's setup on this station: published by supervisors, followed by itself. */
export type SetupAtHub = {
  view(): SetupView
  /** @throws StationError `hub_away`, `setup_changed`, `setup_unreadable`, `setup_key_missing` */
  publish(over: string | null): Promise<SetupView>
  /** Nothing counts any more but what this key has signed. @throws StationError `setup_changed`: another one signs now */
  pin(key: string): SetupView
  /** Follows the setup again in what was changed here. */
  useAgain(names: readonly string[]): SetupView
  /** Another account is at work. */
  join(): void
  /** Nobody knows yet who the operators are: the hub was not reached, or what it has cannot be read. */
  isWaiting(): boolean
}

export type SetupOfStation = {
  operators: Pick<Operators, 'stored' | 'replace' | 'keepBarred'>
  /** What IT sets wins over the setup. */
  fixed: { preferences: FixedPreferences; station: FixedSettings }
  /** The key that IT names; `null` for none. */
  key: SetupKey | null
  /** Of the account at work. */
  papers: () => SetupPapers
  onTaken: () => void
}

const CODES = {
  away: 'hub_away',
  changed: 'setup_changed',
  unreadable: 'setup_unreadable',
  unsigned: 'setup_key_missing',
} as const

export function addSetup(
  hub: Hub,
  deps: SetupOfStation & {
    clock: Clock
    account: () => Account | null
    group: () => HubGroup | null
    preferences: PreferenceFile
    log: (line: string) => void
    who: () => { station: string; operator: string }
  },
): SetupAtHub {
  const { preferences, operators, fixed } = deps
  const kept = new KeptSetup(deps)
  const known = (group: string): TakenSetup | null => kept.known(group)
  let restoredAt: string | null = null
  const refusal = createRefusal(deps)

  const isFixed = (name: string): boolean => {
    const [section = '', field = ''] = name.split('.')
    if (section === 'sender' && deps.papers().areOwn()) return false
    const sections: Readonly<Record<string, Values | undefined>> = {
      ...fixed.preferences,
      station: fixed.station,
    }
    return Object.hasOwn(sections[section] ?? {}, field)
  }

  const openAccount = (): { account: Account; key: string } | null => {
    const [account, group] = [deps.account(), deps.group()]
    const token = account?.accessToken() ?? null
    if (account === null || group === null || token === null || !account.db.open) return null
    return { account, key: accountAtHub(group, token) }
  }

  const ofAccount = createAccountPart({
    open: openAccount,
    papers: deps.papers,
    isFixed,
    wantLogo: (key, hash) => part.wantLogo(key, hash),
  })
  const onLogo = (key: string, logo: LogoOfSetup): void => {
    const [group, setup] = [deps.group(), present()]
    const named = setup?.document.accounts[key]?.[LOGO]
    if (group === null || setup === null || openAccount()?.key !== key || named !== logo.hash) return
    take(group.name, setup, [LOGO], logo)
  }

  const takePc = (
    group: string,
    { document, published }: TakenSetup,
    again: ReadonlySet<string>,
  ): string[] => {
    const before = kept.read()
    const there = {
      ...Object.fromEntries(
        Object.entries(usablePreferences(document.preferences)).filter(([name]) => !isFixed(name)),
      ),
      ...byName(readOperators(document.operators)),
    }
    const here = { ...preferenceValues(preferences.read()), ...byName(operators.stored()) }
    const { changed, base } = mergeSetup(there, here, before.base, again)
    const part = withPreferences(preferences.read(), changed)
    const given = Object.keys(changed)
      .filter(isOperator)
      .map((name) => changed[name] as StoredOperator)
    const taken = takeOperators(operators.stored(), given)
    for (const id of taken.refused) {
      delete changed[nameOf(id)]
      delete base[nameOf(id)]
    }
    operators.keepBarred(() => {
      if (Object.keys(part).length > 0) preferences.save(part)
      if (given.length > taken.refused.length) operators.replace(taken.operators)
    })
    const next = { groups: { ...before.groups, [group]: published }, base }
    if (!isDeepStrictEqual({ ...before, ...next }, before)) kept.save(next)
    return Object.keys(changed)
  }

  const take = (
    group: string,
    setup: TakenSetup,
    again: readonly string[] = [],
    logo: LogoOfSetup | null = null,
  ): void => {
    const { document, key } = setup
    const asked = new Set(again)
    const before = known(group)
    const names = [...takePc(group, setup, asked), ...ofAccount.take(document, asked, logo)]
    if (names.length === 0 && before?.document.id === document.id) return
    const { version, station, by } = document
    deps.account()?.evidence.append({
      kind: 'setup_taken',
      operator: by,
      payload: { version, station, names: names.slice(0, 100), key: key && wordsOfKey(key) },
    })
    deps.onTaken()
  }

  const part = hub.add((fail) =>
    createSetup({
      clock: deps.clock,
      pinned: () => kept.pinned(),
      known,
      onSetup: (group, setup) => take(group, setup),
      onRefused: refusal.heard,
      onLogo,
      onRestored: () => {
        restoredAt = formatInstant(deps.clock.wallMs())
        keepLogo().catch(fail)
      },
      onFault: fail,
    }),
  )

  const present = (): TakenSetup | null => {
    const group = deps.group()
    return group === null ? null : known(group.name)
  }
  /** The hub has the logo before other stations ask for it. */
  const keepLogo = async (): Promise<void> => {
    const [open, logo] = [openAccount(), logoOf(deps.papers())]
    if (open !== null && logo !== null) await part.keepLogo(open.key, logo)
  }
  const differences = (document: SetupDocument): SetupDifference[] => {
    const there: Values = {
      ...usablePreferences(document.preferences),
      ...ofAccount.there(document),
      ...byName(readOperators(document.operators)),
    }
    const people = byName(operators.stored())
    const here: Values = { ...preferenceValues(preferences.read()), ...ofAccount.here(), ...people }
    const whyOf = (name: string): SetupDifference['why'] => {
      if (isFixed(name)) return 'fixed'
      if (name === LOGO && ofAccount.isLogoMissing(document)) return 'missing'
      return Object.hasOwn(there, name) ? 'changed' : 'local'
    }
    const names = [...new Set([...Object.keys(there), ...Object.keys(people)])]
    return names
      .filter((name) => !isDeepStrictEqual(here[name], there[name]))
      .map((name) => ({ name, operator: operatorIn(name, here, there), why: whyOf(name) }))
  }
  const keyOf = (setup: TakenSetup | null): SetupKeyView | null => {
    const here = kept.pinnedBy()
    const id = here?.key ?? setup?.key ?? null
    return id === null ? null : { id, words: wordsOfKey(id), trust: here?.by ?? 'none' }
  }
  const view = (): SetupView => {
    const setup = present()
    const document = setup?.document ?? null
    return {
      current: document && {
        ...{ id: document.id, version: document.version, at: document.at },
        ...{ station: document.station, by: document.by },
      },
      unreadable: part.isUnreadable(),
      restoredAt,
      refused: refusal.here(),
      key: keyOf(setup),
      signs: kept.pinned()?.signs != null,
      differences: document === null ? [] : differences(document),
    }
  }

  const next: MakeSetup = (group, version, before) => {
    const { station, operator } = deps.who()
    return nextDocument(before, {
      ...{ id: randomUUID(), version, group, station, by: operator },
      at: new Date(deps.clock.wallMs()).toISOString(),
      preferences: preferenceValues(preferences.read()),
      operators: operators.stored(),
      accounts: ofAccount.toPublish(before),
    })
  }

  /** SECURITY: somebody who keeps the operators from a new station must not get one where everybody may do everything. */
  const isWaiting = (): boolean => {
    if (deps.account()?.mode !== 'live') return false
    const group = deps.group()
    if (group === null) return true
    const { none } = kept.read()
    if (known(group.name) !== null || none.includes(group.name)) return false
    // IT's first key, or its next one, comes to a PC without operators: they begin with what is published there.
    if (kept.pinned()?.signs != null && refusal.here() !== null) return false
    if (!part.isNone()) return true
    // Kept, so that the station goes on without the hub after a restart.
    kept.save({ none: [...none, group.name] })
    return false
  }

  return {
    view,
    isWaiting,
    async publish(over) {
      const refused = await askHub(async () => {
        await keepLogo()
        return part.publish(over, next)
      })
      if (refused !== null) throw new StationError(CODES[refused], `the setup was not published: ${refused}`)
      return view()
    },
    pin(key) {
      if (kept.pinnedBy() !== null || present()?.key !== key)
        throw new StationError('setup_changed', 'the setup is signed with another key')
      kept.save({ pinned: { key, by: 'supervisor' } })
      return view()
    },
    useAgain(names) {
      const [group, setup] = [deps.group(), present()]
      if (group !== null && setup !== null) take(group.name, setup, names)
      return view()
    },
    join() {
      const [group, setup] = [deps.group(), present()]
      if (group !== null && setup !== null) take(group.name, setup)
      refusal.join()
    },
  }
}

const nameOf = (id: string): string => `operators.${id}`
const isOperator = (name: string): boolean => name.startsWith('operators.')

/** The name of the operator whom a value is about; `null` for another value. */
function operatorIn(name: string, here: Values, there: Values): string | null {
  return isOperator(name) ? ((here[name] ?? there[name]) as StoredOperator).name : null
}

function byName(operators: readonly StoredOperator[]): Record<string, StoredOperator> {
  return Object.fromEntries(operators.map((one) => [nameOf(one.id), one]))
}
