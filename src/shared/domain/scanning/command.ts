/**
 * What a packer can ask for by scanning the command sheet. Printed codes stay in use for years: a code is never changed
 * and never given to another command.
 */

/**
 * Letters that sit on the same key of the US, UK, French and German layouts. A scanner types keys, not characters, so
 * only these reach every station as printed; their case does not, because Caps Lock turns it.
 */
export const SAFE_LETTERS = 'bcdefghijklnoprstuvx'

const PREFIX = 'PBX'

/** Printed on sheets; never change one. */
export const COMMAND_CODES = {
  confirm: `${PREFIX}GO`,
  cancel: `${PREFIX}STOP`,
  undo: `${PREFIX}UNDO`,
  pack_part: `${PREFIX}PIECE`,
  next: `${PREFIX}NEXT`,
  acknowledge: `${PREFIX}SEEN`,
  ship: `${PREFIX}SEND`,
  deliver: `${PREFIX}THERE`,
  hold: `${PREFIX}HOLD`,
  reprint: `${PREFIX}PRINT`,
} as const
export type Command = keyof typeof COMMAND_CODES
export const COMMANDS = Object.keys(COMMAND_CODES) as readonly Command[]

/** What every operator's badge begins with; twelve safe letters follow. */
export const BADGE_PREFIX = `${PREFIX}B`
export const BADGE_LETTERS = 12

const BY_CODE: ReadonlyMap<string, Command> = new Map(
  COMMANDS.map((command) => [COMMAND_CODES[command], command]),
)
const BADGE = new RegExp(`^${BADGE_PREFIX}[${SAFE_LETTERS.toUpperCase()}]{${BADGE_LETTERS}}$`)

const BADGES = new RegExp(`${BADGE_PREFIX}[a-z]{1,${BADGE_LETTERS}}`, 'gi')

/** SECURITY: the text as it may be shown and kept; a badge is a key, also when its end is missing. */
export function maskBadges(text: string, mask: string): string {
  return text.replace(BADGES, mask)
}

/** The command that a code asks for, whatever its case; `null` for any other code. */
export function commandOf(code: string): Command | null {
  return BY_CODE.get(code.trim().toUpperCase()) ?? null
}

/** The badge as it is kept and compared (capitals), or `null` when the code is none. */
export function badgeOf(code: string): string | null {
  const badge = code.trim().toUpperCase()
  return BADGE.test(badge) ? badge : null
}
