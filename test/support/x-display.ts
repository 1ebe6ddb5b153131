import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { pressFor } from '../../src/shared/domain/keyboard-layout'

/** A screen and keyboard of their own (Xvfb), for a scanner that sends real keys to a PC with any keyboard layout. */

const run = promisify(execFile)
const TOOLS = ['Xvfb', 'xdotool', 'setxkbmap'] as const

/** What is missing on this machine, or `null`. */
export function missingDisplayTool(): string | null {
  return TOOLS.find((tool) => spawnSync('which', [tool]).status !== 0) ?? null
}

export type XDisplay = {
  name: string
  setLayout(layout: 'us' | 'gb' | 'fr' | 'de'): Promise<void>
  setCapsLock(on: boolean): Promise<void>
  /** Types codes and Enter after each, by the keys of a US keyboard, 5 ms apart and without a pause between codes. */
  scan(...codes: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** A scanner has its own clock: a busy test machine must not make it stutter. Without the right it runs as it may. */
const FIRST = ['-n', '-15']

/** X's numbers of keys, by rows of the keyboard. */
const KEY_NUMBERS = new Map<string, number>([
  ...row(10, ['Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9']),
  ...row(19, ['Digit0', 'Minus', 'Equal']),
  ...row(24, [...letters('QWERTYUIOP'), 'BracketLeft', 'BracketRight']),
  ...row(38, [...letters('ASDFGHJKL'), 'Semicolon', 'Quote', 'Backquote']),
  ...row(51, ['Backslash', ...letters('ZXCVBNM'), 'Comma', 'Period', 'Slash']),
  ['Space', 65],
])
const SHIFT = '50'
const ENTER = '36'
const CAPS_LOCK = '66'
const MS_BETWEEN_KEYS = '5'

export async function openDisplay(): Promise<XDisplay> {
  // Without -noreset the server forgets its layout whenever its last client leaves.
  const server = spawn(
    'nice',
    [...FIRST, 'Xvfb', '-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp', '-noreset'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const pipe = server.stdio[3]
  if (pipe === null || pipe === undefined) throw new Error('Xvfb has no pipe to say its number')
  const [said] = (await once(pipe, 'data')) as [Buffer]
  const name = `:${said.toString().trim()}`
  const env = { ...process.env, DISPLAY: name }
  const keys = (...args: readonly string[]) => run('nice', [...FIRST, 'xdotool', ...args], { env })
  let capsLock = false
  return {
    name,
    setLayout: async (layout) => void (await run('setxkbmap', [layout], { env })),
    async setCapsLock(on) {
      if (on !== capsLock) await keys('key', CAPS_LOCK)
      capsLock = on
    },
    scan: async (...codes) => void (await keys(...codes.flatMap(strokesOf))),
    async stop() {
      server.kill()
      await once(server, 'exit')
    },
  }
}

/** Shift is held as long as it is needed, as scanners do. */
function strokesOf(code: string): string[] {
  let shift = false
  const strokes = [...code].flatMap((character) => {
    const press = pressFor(character, 'us')
    const number = KEY_NUMBERS.get(press?.code ?? '')
    if (press === null || number === undefined) throw new Error(`a US keyboard has no key for ${character}`)
    const change = press.shift === shift ? [] : [press.shift ? 'keydown' : 'keyup', '--delay', '0', SHIFT]
    shift = press.shift
    return [...change, 'key', '--delay', MS_BETWEEN_KEYS, String(number)]
  })
  const release = shift ? ['keyup', '--delay', '0', SHIFT] : []
  return [...strokes, ...release, 'key', '--delay', MS_BETWEEN_KEYS, ENTER]
}

function row(first: number, codes: readonly string[]): [string, number][] {
  return codes.map((code, index) => [code, first + index])
}

function letters(text: string): string[] {
  return [...text].map((letter) => `Key${letter}`)
}
