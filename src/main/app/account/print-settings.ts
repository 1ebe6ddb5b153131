import { dirname } from 'node:path'
import type { Preferences } from '../../../shared/contract/preferences'
import { openLogoFile, type LogoFile } from '../../areas/print/logo'
import type { PreferenceFile } from '../../areas/settings/preferences'
import { readAccountFile, saveAccountFile } from './account-file'
import type { Account } from './open'

/**
 * Whose name and logo are on the papers. They are this PC's, so that IT can copy them, for the first account; every
 * further account has its own, so that no parcel leaves in another one's name.
 */
export type PrintSettings = {
  preferences: PreferenceFile
  logo: LogoFile
  /** Whether the account at work has a sender of its own. */
  areOwn(): boolean
  /** Another account is at work. */
  join(account: Pick<Account, 'mode' | 'file'>): void
}

/** Until an account joins, they are this PC's. */
export function createPrintSettings(pc: { preferences: PreferenceFile; dataDir: string }): PrintSettings {
  /** The folder of the account at work; `null` for one that has nothing of its own. */
  let dir: string | null = null
  const ownSender = (): Preferences['sender'] | null =>
    dir === null ? null : (readAccountFile(dir)?.sender ?? null)
  const withOwn = (preferences: Preferences): Preferences => {
    const sender = ownSender()
    return sender === null ? preferences : { ...preferences, sender }
  }
  const logo = (): LogoFile => openLogoFile(dir === null || ownSender() === null ? pc.dataDir : dir)
  return {
    preferences: {
      ...pc.preferences,
      read: () => withOwn(pc.preferences.read()),
      save({ sender, ...part }) {
        if (sender === undefined || dir === null || ownSender() === null)
          return withOwn(pc.preferences.save(sender === undefined ? part : { ...part, sender }))
        const saved = pc.preferences.save(part)
        const file = readAccountFile(dir)
        if (file !== null) saveAccountFile(dir, { ...file, sender: { ...withOwn(saved).sender, ...sender } })
        return withOwn(saved)
      },
    },
    logo: { read: () => logo().read(), save: (picture) => logo().save(picture) },
    areOwn: () => ownSender() !== null,
    join({ mode, file }) {
      dir = mode === 'live' ? dirname(file) : null
    },
  }
}
