import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { readStationSettings, saveStationSettings } from '../../../areas/settings/settings'
import type { LogoOfSetup } from '../../nats/setup/setup'
import type { SetupDocument } from '../../nats/setup/document'
import { inTransaction } from '../../../store/db/database'
import { readJsonSetting, writeSetting } from '../../../store/tables/settings'
import type { Account } from '../../../app/account/open'
import { mergeSetup, type Values } from './merge'
import { LOGO, saveLogo, saveSender, senderValues, usableSender, type SetupPapers } from './sender'
import { stationValues, usableStation, withStation } from './values'

/** What of a setup belongs to the account at work: its settings, and the sender on its papers. */
export type AccountPart = {
  /** As it is on this station; empty while no account is open. */
  here(): Values
  /** As the setup has it, without what cannot be used here. */
  there(document: SetupDocument): Values
  /** The setup names a logo that this station will take and has not received. */
  isLogoMissing(document: SetupDocument): boolean
  /** What this station publishes of it, by the account's name at the hub. */
  toPublish(before: SetupDocument | null): Record<string, Values>
  /**
   * @param again names that follow whatever was changed
   * @param logo if it has just been received
   * @returns the names of what has changed here
   */
  take(document: SetupDocument, again: ReadonlySet<string>, logo: LogoOfSetup | null): string[]
}

/** The account's setting with what the setup said last; never rename. */
const BASE = 'setup.base'
const values = z.record(z.string(), z.unknown()).catch({})

export function createAccountPart(deps: {
  /** The account at work and its name at the hub; `null` while none is open. */
  open: () => { account: Account; key: string } | null
  papers: () => SetupPapers
  isFixed: (name: string) => boolean
  wantLogo: (key: string, hash: string) => void
}): AccountPart {
  const valuesOf = (account: Account): Values => ({
    ...stationValues(readStationSettings(account)),
    ...senderValues(deps.papers()),
  })
  const baseOf = ({ db }: Account): Values => readJsonSetting(db, BASE, values) ?? {}
  const there = (document: SetupDocument): Values => {
    const open = deps.open()
    const given = open === null ? {} : (document.accounts[open.key] ?? {})
    return { ...usableStation(given), ...usableSender(given) }
  }
  /** @returns whether it is this station's now; a picture that is not here yet comes later */
  const takeLogo = (key: string, hash: string | null, logo: LogoOfSetup | null): boolean => {
    if (hash === null) return saveLogo(deps.papers(), null)
    if (hash === logo?.hash) return saveLogo(deps.papers(), logo)
    deps.wantLogo(key, hash)
    return false
  }
  const isLogoMissing = (document: SetupDocument): boolean => {
    const open = deps.open()
    const wanted = there(document)[LOGO] ?? null
    return open !== null && wanted !== null && !deps.isFixed(LOGO) && baseOf(open.account)[LOGO] !== wanted
  }

  return {
    there,
    isLogoMissing,
    here() {
      const open = deps.open()
      return open === null ? {} : valuesOf(open.account)
    },
    toPublish(before) {
      const open = deps.open()
      if (open === null) return {}
      const own = valuesOf(open.account)
      const isUnchanged = own[LOGO] === (baseOf(open.account)[LOGO] ?? null)
      // A station that has not received the logo must not take it from the others.
      if (before === null || !isLogoMissing(before) || !isUnchanged) return { [open.key]: own }
      return { [open.key]: { ...own, [LOGO]: there(before)[LOGO] } }
    },
    take(document, again, logo) {
      const open = deps.open()
      if (open === null) return []
      const { account, key } = open
      const before = baseOf(account)
      const given = Object.entries(there(document)).filter(([name]) => !deps.isFixed(name))
      const { changed, base } = mergeSetup(Object.fromEntries(given), valuesOf(account), before, again)
      if (Object.hasOwn(changed, LOGO) && !takeLogo(key, changed[LOGO] as string | null, logo)) {
        delete changed[LOGO]
        delete base[LOGO]
        if (Object.hasOwn(before, LOGO)) base[LOGO] = before[LOGO]
      }
      const names = Object.keys(changed)
      saveSender(deps.papers(), changed)
      if (names.some((name) => name.startsWith('station.')))
        saveStationSettings(account, withStation(readStationSettings(account), changed))
      // A crash in between is harmless: a value that equals the setup's follows it.
      if (!isDeepStrictEqual(base, before))
        inTransaction(account.db, (tx) => writeSetting(tx, BASE, JSON.stringify(base)))
      return names
    },
  }
}
