import { createHash } from 'node:crypto'
import { z } from 'zod'
import { preferenceSchemas } from '../../../../shared/contract/preferences'
import { SETUP_SENDER } from '../../../../shared/contract/setup'
import { StationError } from '../../../base/station-error'
import type { LogoOfSetup } from '../../nats/setup/setup'
import type { PrintSettings } from '../../../app/account/print-settings'
import type { Values } from './merge'
import { usable } from './usable'

/** The sender on the papers of the account at work, as part of a setup. The logo is named by its hash. */

export const LOGO = 'sender.logo'
const FIELDS = SETUP_SENDER.filter((field) => field !== 'logo')
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export type SetupPapers = Pick<PrintSettings, 'preferences' | 'logo' | 'areOwn'>

export function senderValues(papers: SetupPapers): Values {
  const { sender } = papers.preferences.read()
  const texts: Values = Object.fromEntries(FIELDS.map((field) => [`sender.${field}`, sender[field]]))
  return { ...texts, [LOGO]: logoOf(papers)?.hash ?? null }
}

export function usableSender(given: Values): Values {
  const { shape } = preferenceSchemas.sender
  return usable(given, [
    ...FIELDS.map((field) => [`sender.${field}`, shape[field]] as const),
    [LOGO, hash.nullable()],
  ])
}

export function saveSender(papers: SetupPapers, changed: Values): void {
  const fields = FIELDS.filter((field) => Object.hasOwn(changed, `sender.${field}`))
  if (fields.length === 0) return
  const next = Object.fromEntries(fields.map((field) => [field, changed[`sender.${field}`]]))
  papers.preferences.save({ sender: next })
}

/** @returns whether it could be; a newer version may publish what is no logo here */
export function saveLogo(papers: SetupPapers, logo: LogoOfSetup | null): boolean {
  try {
    papers.logo.save(logo === null ? null : logo.picture)
    return true
  } catch (error) {
    if (error instanceof StationError && error.code === 'logo_refused') return false
    throw error
  }
}

/** The logo on this PC. */
export function logoOf(papers: SetupPapers): LogoOfSetup | null {
  const { logo } = papers.logo.read()
  if (logo === null) return null
  const picture = Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64')
  return { hash: createHash('sha256').update(picture).digest('hex'), picture }
}
