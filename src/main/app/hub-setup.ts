import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { SetupDifference, SetupView } from '../../shared/contract/setup'
import { formatInstant } from '../../shared/domain/time/timestamps'
import type { Operators } from '../areas/operators/operators'
import { readOperators, type StoredOperator } from '../areas/operators/stored-operator'
import { takeOperators } from '../areas/operators/take-operators'
import type { FixedPreferences, PreferenceFile } from '../areas/settings/preferences'
import { readStationSettings, saveStationSettings, type FixedSettings } from '../areas/settings/settings'
import type { Clock } from '../base/clock'
import { StationError } from '../base/station-error'
import type { Hub } from '../hub/hub'
import { accountAtHub, type HubGroup } from '../hub/seal'
import { createSetup, type LogoOfSetup, type MakeSetup } from '../hub/setup'
import { setupDocument, type SetupDocument } from '../hub/setup-document'
import { inTransaction } from '../store/db/database'
import { readSetting, writeSetting } from '../store/tables/settings'
import type { Account } from './account/open'
import { askHub } from './ask-hub'
import { mergeSetup, type Values } from './setup/merge'
import { nextDocument } from './setup/next-document'
import {
  LOGO,
  logoOf,
  saveLogo,
  saveSender,
  senderValues,
  usableSender,
  type SetupPapers,
} from './setup/sender'
import {
  preferenceValues,
  stationValues,
  usablePreferences,
  usableStation,
  withPreferences,
  withStation,
} from './setup/values'

/** The warehouse's setup on this station: published by supervisors, followed by itself. */
export type SetupAtHub = {
  view(): SetupView
  /** @throws StationError `hub_away`, `setup_changed`, `setup_unreadable` */
  publish(over: string | null): Promise<SetupView>
  /** Follows the setup again in what was changed here. */
  useAgain(names: readonly string[]): SetupView
  /** Another account is at work. */
  join(): void
}

export type SetupOfStation = {
  operators: Pick<Operators, 'stored' | 'replace' | 'keepBarred'>
  /** What IT sets wins over the setup. */
  fixed: { preferences: FixedPreferences; station: FixedSettings }
  /** Of the account at work. */
  papers: () => SetupPapers
  onTaken: () => void
}

/** A private section (see preferences.ts), and the account's setting with its base; never rename. */
const SECTION = 'setup'
const ACCOUNT_BASE = 'setup.base'
const values = z.record(z.string(), z.unknown()).catch({})
const kept = z.object({
  /** The setup last taken of each group of stations: the PC may have several accounts. */
  groups: z.record(z.string(), setupDocument).catch({}),
  base: values,
})

const CODES = { away: 'hub_away', changed: 'setup_changed', unreadable: 'setup_unreadable' } as const

export function addSetup(
  hub: Hub,
  deps: SetupOfStation & {
    clock: Clock
    account: () => Account | null
    group: () => HubGroup | null
    preferences: PreferenceFile
    who: () => { station: string; operator: string }
  },
): SetupAtHub {
  const { preferences, operators, fixed } = deps
  const read = () => kept.parse(preferences.readPrivate(SECTION) ?? {})
  const known = (group: string): SetupDocument | null => read().groups[group] ?? null
  let restoredAt: string | null = null

  const isFixed = (name: string): boolean => {
    const [section = '', field = ''] = name.split('.')
    if (section === 'sender' && deps.papers().areOwn()) return false
    const sections: Readonly<Record<string, Values | undefined>> = {
      ...fixed.preferences,
      station: fixed.station,
    }
    return Object.hasOwn(sections[section] ?? {}, field)
  }
  const free = (given: Values): Values =>
    Object.fromEntries(Object.entries(given).filter(([name]) => !isFixed(name)))

  const openAccount = (): { account: Account; key: string } | null => {
    const [account, group] = [deps.account(), deps.group()]
    const token = account?.accessToken() ?? null
    if (account === null || group === null || token === null || !account.db.open) return null
    return { account, key: accountAtHub(group, token) }
  }

  const valuesOf = (account: Account): Values => ({
    ...stationValues(readStationSettings(account)),
    ...senderValues(deps.papers()),
  })

  const takeAccount = (
    document: SetupDocument,
    again: ReadonlySet<string>,
    logo: LogoOfSetup | null,
  ): string[] => {
    const open = openAccount()
    const given = open && document.accounts[open.key]
    if (open === null || given == null) return []
    const { db } = open.account
    const before = values.parse(JSON.parse(readSetting(db, ACCOUNT_BASE) ?? '{}'))
    const { changed, base } = mergeSetup(free(usable(given)), valuesOf(open.account), before, again)
    if (Object.hasOwn(changed, LOGO) && !takeLogo(open.key, changed[LOGO] as string | null, logo)) {
      delete changed[LOGO]
      if (Object.hasOwn(before, LOGO)) base[LOGO] = before[LOGO]
      else delete base[LOGO]
    }
    const names = Object.keys(changed)
    saveSender(deps.papers(), changed)
    if (names.some((name) => name.startsWith('station.')))
      saveStationSettings(open.account, withStation(readStationSettings(open.account), changed))
    // A crash in between is harmless: a value that equals the setup's follows it.
    if (!isDeepStrictEqual(base, before))
      inTransaction(db, (tx) => writeSetting(tx, ACCOUNT_BASE, JSON.stringify(base)))
    return names
  }

  /** @returns whether it is the station's now; a picture that is not here yet comes later */
  const takeLogo = (key: string, hash: string | null, logo: LogoOfSetup | null): boolean => {
    if (hash === null || hash === logo?.hash) return saveLogo(deps.papers(), hash === null ? null : logo)
    part.wantLogo(key, hash)
    return false
  }
  const onLogo = (key: string, logo: LogoOfSetup): void => {
    const [group, document] = [deps.group(), present()]
    const named = document?.accounts[key]?.[LOGO]
    if (group === null || document === null || openAccount()?.key !== key || named !== logo.hash) return
    take(group.name, document, [LOGO], logo)
  }

  const takePc = (group: string, document: SetupDocument, again: ReadonlySet<string>): string[] => {
    const before = read()
    const there = {
      ...free(usablePreferences(document.preferences)),
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
    const next = { groups: { ...before.groups, [group]: document }, base }
    if (!isDeepStrictEqual(next, before)) preferences.savePrivate(SECTION, next)
    return Object.keys(changed)
  }

  const take = (
    group: string,
    document: SetupDocument,
    again: readonly string[] = [],
    logo: LogoOfSetup | null = null,
  ): void => {
    const asked = new Set(again)
    const before = known(group)
    const names = [...takePc(group, document, asked), ...takeAccount(document, asked, logo)]
    if (names.length === 0 && before?.id === document.id) return
    const { version, station, by } = document
    deps.account()?.evidence.append({
      kind: 'setup_taken',
      operator: by,
      payload: { version, station, names: names.slice(0, 100) },
    })
    deps.onTaken()
  }

  const part = hub.add((fail) =>
    createSetup({
      clock: deps.clock,
      known,
      onSetup: (group, document) => take(group, document),
      onLogo,
      onRestored: () => {
        restoredAt = formatInstant(deps.clock.wallMs())
        keepLogo().catch(fail)
      },
      onFault: fail,
    }),
  )

  const present = (): SetupDocument | null => {
    const group = deps.group()
    return group === null ? null : known(group.name)
  }
  /** Whoever takes the setup over finds its logo. */
  const keepLogo = async (): Promise<void> => {
    const [open, logo] = [openAccount(), logoOf(deps.papers())]
    if (open !== null && logo !== null) await part.keepLogo(open.key, logo)
  }
  const differences = (document: SetupDocument): SetupDifference[] => {
    const open = openAccount()
    const there: Values = {
      ...usablePreferences(document.preferences),
      ...(open === null ? {} : usable(document.accounts[open.key] ?? {})),
      ...byName(readOperators(document.operators)),
    }
    const people = byName(operators.stored())
    const here: Values = {
      ...preferenceValues(preferences.read()),
      ...(open === null ? {} : valuesOf(open.account)),
      ...people,
    }
    const operatorOf = (name: string): string | null =>
      isOperator(name) ? ((here[name] ?? there[name]) as StoredOperator).name : null
    const names = new Set([...Object.keys(there), ...Object.keys(people)])
    return [...names]
      .filter((name) => !isDeepStrictEqual(here[name], there[name]))
      .map((name) => ({
        name,
        operator: operatorOf(name),
        why: isFixed(name) ? 'fixed' : Object.hasOwn(there, name) ? 'changed' : 'local',
      }))
  }
  const view = (): SetupView => {
    const document = present()
    return {
      current: document && {
        ...{ id: document.id, version: document.version, at: document.at },
        ...{ station: document.station, by: document.by },
      },
      unreadable: part.isUnreadable(),
      restoredAt,
      differences: document === null ? [] : differences(document),
    }
  }

  const next: MakeSetup = (version, before) => {
    const open = openAccount()
    const { station, operator } = deps.who()
    const own = open && { [open.key]: valuesOf(open.account) }
    return nextDocument(before, {
      ...{ id: randomUUID(), version, station, by: operator },
      at: new Date(deps.clock.wallMs()).toISOString(),
      preferences: preferenceValues(preferences.read()),
      operators: operators.stored(),
      accounts: own ?? {},
    })
  }

  return {
    view,
    async publish(over) {
      const refused = await askHub(async () => {
        await keepLogo()
        return part.publish(over, next)
      })
      if (refused !== null) throw new StationError(CODES[refused], `the setup was not published: ${refused}`)
      return view()
    },
    useAgain(names) {
      const [group, document] = [deps.group(), present()]
      if (group !== null && document !== null) take(group.name, document, names)
      return view()
    },
    join() {
      const [group, document] = [deps.group(), present()]
      if (group !== null && document !== null) take(group.name, document)
    },
  }
}

const usable = (given: Values): Values => ({ ...usableStation(given), ...usableSender(given) })
const nameOf = (id: string): string => `operators.${id}`
const isOperator = (name: string): boolean => name.startsWith('operators.')

function byName(operators: readonly StoredOperator[]): Record<string, StoredOperator> {
  return Object.fromEntries(operators.map((one) => [nameOf(one.id), one]))
}
