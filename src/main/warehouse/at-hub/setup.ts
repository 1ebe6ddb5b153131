import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { SetupDifference, SetupKeyView, SetupView } from '../../../shared/contract/setup'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { Operators } from '../../areas/operators/operators'
import { readOperators } from '../../areas/operators/stored-operator'
import type { FixedPreferences, PreferenceFile } from '../../areas/settings/preferences'
import type { FixedSettings } from '../../areas/settings/settings'
import type { Clock } from '../../base/clock'
import { StationError } from '../../base/station-error'
import type { Hub } from '../nats/hub'
import { accountAtHub, type HubGroup } from '../nats/storage/seal'
import { createSetup, type LogoOfSetup, type SetupPart, type TakenSetup } from '../nats/setup/setup'
import type { SetupDocument } from '../nats/setup/document'
import { wordsOfKey, type SetupKey } from '../nats/setup/key'
import type { Account } from '../../app/account/open'
import { askHub } from './ask-hub'
import type { Values } from './setup/merge'
import { nextDocument } from './setup/next-document'
import { KeptSetup } from './setup/kept-setup'
import { createAccountPart, type AccountPart } from './setup/account-part'
import { operatorIn, operatorValues, PcPart } from './setup/pc-part'
import { createRefusal, type Refusal } from './setup/refusal'
import { LOGO, logoOf, type SetupPapers } from './setup/sender'
import { preferenceValues, usablePreferences } from './setup/values'

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

type Deps = SetupOfStation & {
  clock: Clock
  account: () => Account | null
  group: () => HubGroup | null
  preferences: PreferenceFile
  log: (line: string) => void
  who: () => { station: string; operator: string }
}

export function addSetup(hub: Pick<Hub, 'add'>, deps: Deps): SetupAtHub {
  return new StationSetup(hub, deps)
}

/** `SetupAtHub`: takes the setup in, value by value, and publishes this station's. */
class StationSetup implements SetupAtHub {
  /** The setups that this PC has taken, and the key that it trusts. */
  private readonly kept: KeptSetup
  /** Why what the hub has changes nothing here. */
  private readonly refusal: Refusal
  /** The preferences and operators, which all accounts of the PC share. */
  private readonly ofPc: PcPart
  /** The values of the account at work. */
  private readonly ofAccount: AccountPart
  /** The setup as the hub has it. */
  private readonly part: SetupPart
  /** ISO 8601 UTC: when the hub last lacked the setup, or had an older one, and got it again. */
  private restoredAt: string | null = null

  constructor(
    hub: Pick<Hub, 'add'>,
    private readonly deps: Deps,
  ) {
    const { preferences, operators, papers } = deps
    const isFixed = (name: string): boolean => this.isFixed(name)
    this.kept = new KeptSetup(deps)
    this.refusal = createRefusal(deps)
    this.ofPc = new PcPart({ preferences, operators, kept: this.kept, isFixed })
    this.ofAccount = createAccountPart({
      open: () => this.openAccount(),
      papers,
      isFixed,
      wantLogo: (key, hash) => this.part.wantLogo(key, hash),
    })
    this.part = hub.add((fail) =>
      createSetup({
        clock: deps.clock,
        pinned: () => this.kept.pinned(),
        known: (group) => this.kept.known(group),
        onSetup: (group, setup) => this.take(group, setup),
        onRefused: this.refusal.heard,
        onLogo: (key, logo) => this.takeLogo(key, logo),
        onRestored: () => {
          this.restoredAt = formatInstant(deps.clock.wallMs())
          this.keepLogo().catch(fail)
        },
        onFault: fail,
      }),
    )
  }

  view(): SetupView {
    const setup = this.present()
    const document = setup?.document ?? null
    return {
      current: document && {
        ...{ id: document.id, version: document.version, at: document.at },
        ...{ station: document.station, by: document.by },
      },
      unreadable: this.part.isUnreadable(),
      restoredAt: this.restoredAt,
      refused: this.refusal.here(),
      key: this.keyOf(setup),
      signs: this.kept.pinned()?.signs != null,
      differences: document === null ? [] : this.differences(document),
    }
  }

  async publish(over: string | null): Promise<SetupView> {
    const refused = await askHub(async () => {
      await this.keepLogo()
      return this.part.publish(over, (group, version, before) => this.next(group, version, before))
    })
    if (refused !== null) throw new StationError(CODES[refused], `the setup was not published: ${refused}`)
    return this.view()
  }

  pin(key: string): SetupView {
    if (this.kept.pinnedBy() !== null || this.present()?.key !== key)
      throw new StationError('setup_changed', 'the setup is signed with another key')
    this.kept.save({ pinned: { key, by: 'supervisor' } })
    return this.view()
  }

  useAgain(names: readonly string[]): SetupView {
    this.takePresent(names)
    return this.view()
  }

  join(): void {
    this.takePresent()
    this.refusal.join()
  }

  /** SECURITY: somebody who keeps the operators from a new station must not get one where everybody may do everything. */
  isWaiting(): boolean {
    if (this.deps.account()?.mode !== 'live') return false
    const group = this.deps.group()
    if (group === null) return true
    const { none } = this.kept.read()
    if (this.kept.known(group.name) !== null || none.includes(group.name)) return false
    // IT's first key, or its next one, comes to a PC without operators: they begin with what is published there.
    if (this.kept.pinned()?.signs != null && this.refusal.here() !== null) return false
    if (!this.part.isNone()) return true
    // Kept, so that the station goes on without the hub after a restart.
    this.kept.save({ none: [...none, group.name] })
    return false
  }

  /** Follows the setup. @param again names that follow whatever was changed */
  private take(
    group: string,
    setup: TakenSetup,
    again: readonly string[] = [],
    logo: LogoOfSetup | null = null,
  ): void {
    const { document, key } = setup
    const asked = new Set(again)
    const before = this.kept.known(group)
    const names = [...this.ofPc.take(group, setup, asked), ...this.ofAccount.take(document, asked, logo)]
    if (names.length === 0 && before?.document.id === document.id) return
    const { version, station, by } = document
    this.deps.account()?.evidence.append({
      kind: 'setup_taken',
      operator: by,
      payload: { version, station, names: names.slice(0, 100), key: key && wordsOfKey(key) },
    })
    this.deps.onTaken()
  }

  private takePresent(again: readonly string[] = []): void {
    const [group, setup] = [this.deps.group(), this.present()]
    if (group !== null && setup !== null) this.take(group.name, setup, again)
  }

  private takeLogo(key: string, logo: LogoOfSetup): void {
    const [group, setup] = [this.deps.group(), this.present()]
    const named = setup?.document.accounts[key]?.[LOGO]
    if (group === null || setup === null || this.openAccount()?.key !== key || named !== logo.hash) return
    this.take(group.name, setup, [LOGO], logo)
  }

  /** The hub has the logo before other stations ask for it. */
  private async keepLogo(): Promise<void> {
    const [open, logo] = [this.openAccount(), logoOf(this.deps.papers())]
    if (open !== null && logo !== null) await this.part.keepLogo(open.key, logo)
  }

  /** What this station publishes. */
  private next(group: string, version: number, before: SetupDocument | null): SetupDocument {
    const { who, clock, preferences, operators } = this.deps
    const { station, operator } = who()
    return nextDocument(before, {
      ...{ id: randomUUID(), version, group, station, by: operator },
      at: new Date(clock.wallMs()).toISOString(),
      preferences: preferenceValues(preferences.read()),
      operators: operators.stored(),
      accounts: this.ofAccount.toPublish(before),
    })
  }

  private differences(document: SetupDocument): SetupDifference[] {
    const there: Values = {
      ...usablePreferences(document.preferences),
      ...this.ofAccount.there(document),
      ...operatorValues(readOperators(document.operators)),
    }
    const here: Values = { ...this.ofPc.here(), ...this.ofAccount.here() }
    const whyOf = (name: string): SetupDifference['why'] => {
      if (this.isFixed(name)) return 'fixed'
      if (name === LOGO && this.ofAccount.isLogoMissing(document)) return 'missing'
      return Object.hasOwn(there, name) ? 'changed' : 'local'
    }
    const people = Object.keys(operatorValues(this.deps.operators.stored()))
    return [...new Set([...Object.keys(there), ...people])]
      .filter((name) => !isDeepStrictEqual(here[name], there[name]))
      .map((name) => ({ name, operator: operatorIn(name, here, there), why: whyOf(name) }))
  }

  private keyOf(setup: TakenSetup | null): SetupKeyView | null {
    const here = this.kept.pinnedBy()
    const id = here?.key ?? setup?.key ?? null
    return id === null ? null : { id, words: wordsOfKey(id), trust: here?.by ?? 'none' }
  }

  /** The setup of the present group; `null` while none counts. */
  private present(): TakenSetup | null {
    const group = this.deps.group()
    return group === null ? null : this.kept.known(group.name)
  }

  /** The account at work and its name at the hub. */
  private openAccount(): { account: Account; key: string } | null {
    const [account, group] = [this.deps.account(), this.deps.group()]
    const token = account?.accessToken() ?? null
    if (account === null || group === null || token === null || !account.db.open) return null
    return { account, key: accountAtHub(group, token) }
  }

  /** IT sets it on this PC. */
  private isFixed(name: string): boolean {
    const { fixed, papers } = this.deps
    const [section = '', field = ''] = name.split('.')
    if (section === 'sender' && papers().areOwn()) return false
    const sections: Readonly<Record<string, Values | undefined>> = {
      ...fixed.preferences,
      station: fixed.station,
    }
    return Object.hasOwn(sections[section] ?? {}, field)
  }
}
