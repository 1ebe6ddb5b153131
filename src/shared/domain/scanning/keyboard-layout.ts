/**
 * Recovers the characters a scanner meant from its keys. A scanner sends keys, not characters: the PC's character
 * depends on its layout and on Caps Lock, the key does not. So the key decides, by the scanner's own layout.
 */

export const KEYBOARD_LAYOUTS = ['us', 'uk', 'fr', 'de'] as const
export type KeyboardLayout = (typeof KEYBOARD_LAYOUTS)[number]

/** One key press of a keyboard event. */
export type KeyPress = {
  /** The PC's interpretation: one character, or a name such as `Enter`, `Shift` or `Dead`. */
  key: string
  /** The key by its place on a US keyboard (`KeyQ`); empty if only the character is known. */
  code: string
  shift: boolean
  altGraph: boolean
  /** Ctrl, Alt or Meta is down, so the key is a command, not text. AltGr text does not count. */
  command: boolean
}

/** Stands for a character that arrived but cannot be known. */
export const UNREADABLE = '\uFFFD'

const CODES = [
  ...['Backquote', ...digits(), 'Minus', 'Equal'],
  ...[...letters('QWERTYUIOP'), 'BracketLeft', 'BracketRight'],
  ...[...letters('ASDFGHJKL'), 'Semicolon', 'Quote', 'Backslash'],
  ...['IntlBackslash', ...letters('ZXCVBNM'), 'Comma', 'Period', 'Slash'],
  'Space',
]

/** Row by row, in the order of `CODES`. A dead key has its printed sign. */
const PLAIN: Readonly<Record<KeyboardLayout, string>> = {
  us: "`1234567890-=qwertyuiop[]asdfghjkl;'\\\\zxcvbnm,./ ",
  uk: "`1234567890-=qwertyuiop[]asdfghjkl;'#\\zxcvbnm,./ ",
  fr: '²&é"\'(-è_çà)=azertyuiop^$qsdfghjklmù*<wxcvbn,;:! ',
  de: '^1234567890ß´qwertzuiopü+asdfghjklöä#<yxcvbnm,.- ',
}
const SHIFTED: Readonly<Record<KeyboardLayout, string>> = {
  us: '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"||ZXCVBNM<>? ',
  uk: '¬!"£$%^&*()_+QWERTYUIOP{}ASDFGHJKL:@~|ZXCVBNM<>? ',
  fr: '~1234567890°+AZERTYUIOP¨£QSDFGHJKLM%µ>WXCVBN?./§ ',
  de: '°!"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄ\'>YXCVBNM;:_ ',
}
const ALT_GRAPH: Readonly<Record<KeyboardLayout, Readonly<Record<string, string>>>> = {
  us: {},
  uk: { Digit4: '€' },
  fr: {
    ...{ Digit2: '~', Digit3: '#', Digit4: '{', Digit5: '[', Digit6: '|', Digit7: '`', Digit8: '\\' },
    ...{ Digit9: '^', Digit0: '@', Minus: ']', Equal: '}', KeyE: '€', BracketRight: '¤' },
  },
  de: {
    ...{ Digit2: '²', Digit3: '³', Digit7: '{', Digit8: '[', Digit9: ']', Digit0: '}', Minus: '\\' },
    ...{ KeyQ: '@', KeyE: '€', BracketRight: '~', IntlBackslash: '|', KeyM: 'µ' },
  },
}

/** After a dead key the PC may report any key as `Process`; these must not be missed. */
const NAMED: Readonly<Record<string, string>> = { Enter: 'Enter', NumpadEnter: 'Enter', Tab: 'Tab', F8: 'F8' }

/**
 * The character that a scanner set to `layout` meant, or the name of a key without text. If the key's place is
 * unknown, the PC's character is used; a lone dead key is `UNREADABLE`, so that its character is known to be missing.
 */
export function meantKey(press: KeyPress, layout: KeyboardLayout): string {
  const name = NAMED[press.code]
  if (name !== undefined) return name
  const place = CODES.indexOf(press.code)
  if (place === -1) return press.key === 'Dead' ? UNREADABLE : press.key
  if (press.altGraph) return ALT_GRAPH[layout][press.code] ?? press.key
  return [...(press.shift ? SHIFTED : PLAIN)[layout]][place] ?? press.key
}

/** The key press with which a scanner set to `layout` types a character; `null` if there is none. */
export function pressFor(character: string, layout: KeyboardLayout): KeyPress | null {
  const press = (code: string, shift: boolean, altGraph: boolean): KeyPress => {
    return { key: character, code, shift, altGraph, command: false }
  }
  const plain = CODES[[...PLAIN[layout]].indexOf(character)]
  if (plain !== undefined) return press(plain, false, false)
  const shifted = CODES[[...SHIFTED[layout]].indexOf(character)]
  if (shifted !== undefined) return press(shifted, true, false)
  const [code] = Object.entries(ALT_GRAPH[layout]).find(([, sign]) => sign === character) ?? []
  return code === undefined ? null : press(code, false, true)
}

function digits(): string[] {
  return [...'1234567890'].map((digit) => `Digit${digit}`)
}

function letters(row: string): string[] {
  return [...row].map((letter) => `Key${letter}`)
}
