import { CODE_PREFIX, commandOf } from './command'

/**
 * Letters that sit on the same key of the US, UK, French and German layouts. A scanner types keys, not characters, so
 * only these reach every station as printed; their case does not, because Caps Lock turns it.
 */
export const SAFE_LETTERS = 'bcdefghijklnoprstuvx'

/** What every operator's badge begins with; twelve safe letters follow. */
export const BADGE_PREFIX = `${CODE_PREFIX}B`
export const BADGE_LETTERS = 12

const BADGE = new RegExp(`^${BADGE_PREFIX}[${SAFE_LETTERS.toUpperCase()}]{${BADGE_LETTERS}}$`)

const BADGES = new RegExp(`${BADGE_PREFIX}[a-z]{1,${BADGE_LETTERS}}`, 'gi')

/** SECURITY: the text as it may be shown and kept; a badge is a key, also when its end is missing. */
export function maskBadges(text: string, mask: string): string {
  return text.replace(BADGES, mask)
}

const MOST_CHARACTERS = 100
const MOST_GAPS = 2

/** SECURITY: a long text, or one of several words, may be the buyer's address from a parcel's label. */
export function mayHoldAddress(text: string): boolean {
  return text.length > MOST_CHARACTERS || (text.trim().match(/\s+/g)?.length ?? 0) > MOST_GAPS
}

/** SECURITY: what is taught is kept for good, so it may be no part of a badge, and no buyer's address off a label. */
export function mayBeTaught(code: string): boolean {
  return code !== '' && commandOf(code) === null && maskBadges(code, '') === code && !mayHoldAddress(code)
}

/** The badge as it is kept and compared (capitals), or `null` when the code is none. */
export function badgeOf(code: string): string | null {
  const badge = code.trim().toUpperCase()
  return BADGE.test(badge) ? badge : null
}
