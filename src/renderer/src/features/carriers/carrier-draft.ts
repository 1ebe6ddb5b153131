import { isUrlTemplate, type Carrier } from '../../../../shared/domain/carriers/carrier'
import type { CheckDigit } from '../../../../shared/domain/scanning/check-digit'
import { carrierKey } from '../../../../shared/domain/shipments/handover'
import { parsePattern } from '../../../../shared/domain/carriers/number-pattern'

/** A carrier as it is typed, and as it may be saved. */

export type CarrierDraft = {
  name: string
  numbers: readonly { pattern: string; check: CheckDigit }[]
  urlTemplate: string
  transitDays: string
  country: string | null
}
export type CarrierProblems = {
  name?: 'nameMissing' | 'nameTaken'
  urlTemplate?: 'url'
  transitDays?: 'days'
  /** Places of the formats that are none. */
  patterns?: readonly number[]
}

const LONGEST_TRANSIT_DAYS = 90

const EMPTY: CarrierDraft = {
  name: '',
  numbers: [{ pattern: '', check: 'none' }],
  urlTemplate: '',
  transitDays: '3',
  country: null,
}

/** @param carrier `null` for a new one */
export function draftOfCarrier(carrier: Carrier | null): CarrierDraft {
  if (carrier === null) return EMPTY
  const { name, numbers, urlTemplate, transitDays, country } = carrier
  return { name, numbers, urlTemplate, transitDays: String(transitDays), country }
}

/**
 * The carrier of a draft, or what is wrong with it per field. Empty formats are left out.
 * @param others the carriers that it must not share its name with
 */
export function readCarrierDraft(
  draft: CarrierDraft,
  others: readonly Carrier[],
): { carrier: Omit<Carrier, 'inUse'> } | { problems: CarrierProblems } {
  const problems: CarrierProblems = {}
  const name = draft.name.trim()
  const url = draft.urlTemplate.trim()
  const days = draft.transitDays.trim()
  if (name === '') problems.name = 'nameMissing'
  else if (others.some((other) => carrierKey(other.name) === carrierKey(name))) problems.name = 'nameTaken'
  if (url !== '' && !isUrlTemplate(url)) problems.urlTemplate = 'url'
  if (!/^\d{1,2}$/.test(days) || Number(days) > LONGEST_TRANSIT_DAYS) problems.transitDays = 'days'
  const typed = draft.numbers.map(({ pattern, check }) => ({ pattern: pattern.trim(), check }))
  const wrong = typed.flatMap(({ pattern }, index) =>
    pattern !== '' && parsePattern(pattern) === null ? [index] : [],
  )
  if (wrong.length > 0) problems.patterns = wrong
  if (Object.keys(problems).length > 0) return { problems }
  const numbers = typed.filter(({ pattern }) => pattern !== '')
  return {
    carrier: { name, numbers, urlTemplate: url, transitDays: Number(days), country: draft.country },
  }
}
