/**
 * The commands on the command sheet. Printed codes stay in use for years: never change a code or give it to another
 * command.
 */

/**
 * Letters on the same key of the US, UK, French and German layouts. A scanner types keys, not characters, so only
 * these reach every station as printed; their case does not, because of Caps Lock.
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

/** The prefix of every operator's badge; twelve safe letters follow. */
export const BADGE_PREFIX = `${PREFIX}B`
export const BADGE_LETTERS = 12

const BY_CODE: ReadonlyMap<string, Command> = new Map(
  COMMANDS.map((command) => [COMMAND_CODES[command], command]),
)
const BADGE = new RegExp(`^${BADGE_PREFIX}[${SAFE_LETTERS.toUpperCase()}]{${BADGE_LETTERS}}$`)

const BADGES = new RegExp(`${BADGE_PREFIX}[a-z]{1,${BADGE_LETTERS}}`, 'gi')

/** SECURITY: the text as it may be shown and stored; a badge is a key, even with its end missing. */
export function maskBadges(text: string, mask: string): string {
  return text.replace(BADGES, mask)
}

/** The command of a code, ignoring case; `null` for any other code. */
export function commandOf(code: string): Command | null {
  return BY_CODE.get(code.trim().toUpperCase()) ?? null
}

/** The badge as stored and compared (capitals), or `null` if the code is not a badge. */
export function badgeOf(code: string): string | null {
  const badge = code.trim().toUpperCase()
  return BADGE.test(badge) ? badge : null
}
