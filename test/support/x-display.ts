import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { pressFor } from '../../src/shared/domain/scanning/keyboard-layout'
import { connectKeys, type XKey } from './x-keys'

/** A separate X display and keyboard (Xvfb), for a scanner that sends real keys to a PC with any keyboard layout. */

const run = promisify(execFile)
const TOOLS = ['Xvfb', 'setxkbmap'] as const

/** What is missing on this machine, or `null`. */
export function missingDisplayTool(): string | null {
  return TOOLS.find((tool) => spawnSync('which', [tool]).status !== 0) ?? null
}

export type XDisplay = {
  name: string
  setLayout(layout: 'us' | 'gb' | 'fr' | 'de'): Promise<void>
  setCapsLock(on: boolean): Promise<void>
  /**
   * Types codes, each followed by its ending, with the keys of a US keyboard, 5 ms per character and without a pause
   * between codes.
   */
  scanEnding(end: ScanEnd, ...codes: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** What the scanner does after every code. */
export type ScanEnd = 'enter' | 'tab' | 'silence'

/**
 * A scanner has its own clock: a busy test machine must not make it stutter. Without the permission it runs at normal
 * priority.
 */
const FIRST = [
  ['chrt', '-f', '10'],
  ['nice', '-n', '-15'],
] as const

/** X keycodes, by rows of the keyboard. */
const KEY_NUMBERS = new Map<string, number>([
  ...row(10, ['Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9']),
  ...row(19, ['Digit0', 'Minus', 'Equal']),
  ...row(24, [...letters('QWERTYUIOP'), 'BracketLeft', 'BracketRight']),
  ...row(38, [...letters('ASDFGHJKL'), 'Semicolon', 'Quote', 'Backquote']),
  ...row(51, ['Backslash', ...letters('ZXCVBNM'), 'Comma', 'Period', 'Slash']),
  ['Space', 65],
])
const SHIFT = 50
const CAPS_LOCK = 66
const END_KEYS: Readonly<Record<ScanEnd, number | null>> = { enter: 36, tab: 23, silence: null }
/** How long a key is down; from one key to the next it is 5 ms. */
const DOWN_AFTER_MS = 4
const UP_AFTER_MS = 1
/** Nobody aims faster; a code that follows one without an ending sooner is refused as torn. */
const AIM_MS = 300

export async function openDisplay(): Promise<XDisplay> {
  // Without -noreset the server forgets its layout whenever its last client disconnects.
  const options = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp', '-noreset']
  const first = FIRST.find(([tool, ...how]) => spawnSync(tool, [...how, 'true']).status === 0) ?? ['env']
  const server = spawn(first[0], [...first.slice(1), 'Xvfb', ...options], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const pipe = server.stdio[3]
  if (pipe === null || pipe === undefined) throw new Error('Xvfb has no pipe to say its number')
  const [said] = (await once(pipe, 'data')) as [Buffer]
  const name = `:${said.toString().trim()}`
  const env = { ...process.env, DISPLAY: name }
  const keys = await connectKeys(name)
  let capsLock = false
  return {
    name,
    setLayout: async (layout) => void (await run('setxkbmap', [layout], { env })),
    async setCapsLock(on) {
      if (on !== capsLock) await keys.send(tap(CAPS_LOCK))
      capsLock = on
    },
    scanEnding: (end, ...codes) => keys.send(codes.flatMap((code) => strokesOf(code, END_KEYS[end]))),
    async stop() {
      keys.close()
      server.kill()
      await once(server, 'exit')
    },
  }
}

/** A scanner at a display that is open already. */
export async function plugInAt(display: string) {
  const keys = await connectKeys(display)
  return {
    scan: (...codes: readonly string[]) =>
      keys.send(codes.flatMap((code) => strokesOf(code, END_KEYS.enter))),
    unplug: () => keys.close(),
  }
}

/** Shift stays down as long as it is needed, as with scanners. */
function strokesOf(code: string, end: number | null): XKey[] {
  let shift = false
  const strokes = [...code].flatMap((character) => {
    const press = pressFor(character, 'us')
    const number = KEY_NUMBERS.get(press?.code ?? '')
    if (press === null || number === undefined) throw new Error(`a US keyboard has no key for ${character}`)
    const change = press.shift === shift ? [] : [{ number: SHIFT, down: press.shift, delayMs: 0 }]
    shift = press.shift
    return [...change, ...tap(number)]
  })
  const release = shift ? [{ number: SHIFT, down: false, delayMs: 0 }] : []
  return end === null ? afterAiming([...strokes, ...release]) : [...strokes, ...release, ...tap(end)]
}

function afterAiming([first, ...rest]: readonly XKey[]): XKey[] {
  return first === undefined ? [] : [{ ...first, delayMs: AIM_MS }, ...rest]
}

function tap(number: number): XKey[] {
  return [
    { number, down: true, delayMs: DOWN_AFTER_MS },
    { number, down: false, delayMs: UP_AFTER_MS },
  ]
}

function row(first: number, codes: readonly string[]): [string, number][] {
  return codes.map((code, index) => [code, first + index])
}

function letters(text: string): string[] {
  return [...text].map((letter) => `Key${letter}`)
}
