import { execFile, type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright'
import { expect } from 'playwright/test'
import { electronCommand, giveToElectron } from './electron-station'
import { cleanEnvironment, type StationStart } from './station'

/** The window of real Electron as its user and the window manager see it, without Playwright's hand on it. */

export type ElectronProcess = { child: ChildProcess; output(): string; ended: Promise<number | null> }

/** Starts Electron without a debugger: Chromium looks for hung pages only then. */
export function spawnElectron(dataDir: string, env: StationStart['env'] = {}): ElectronProcess {
  const { file, program, env: own } = electronCommand()
  const home = giveToElectron(dataDir)
  const args = ['--remote-debugging-port=0', '--disable-gpu', program, `--data-dir=${dataDir}`]
  const child = spawn(file, args, {
    env: { ...cleanEnvironment({ ...env, ...own }), HOME: home, XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) }
}

/**
 * The window's page as a new client sees it: an old one stays at a crash.
 * @returns also how to let go of it
 */
export async function connectToPage(dataDir: string): Promise<{ page: Page; leave(): Promise<void> }> {
  let found: { page: Page; leave(): Promise<void> } | null = null
  await expect(async () => {
    const [port] = readFileSync(path.join(dataDir, 'electron', 'DevToolsActivePort'), 'utf8').split('\n')
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const page = browser.contexts().flatMap((context) => context.pages())[0]
    if (page === undefined) await browser.close()
    expect(page).toBeDefined()
    if (page !== undefined) found = { page, leave: () => browser.close() }
  }).toPass({ timeout: 30_000 })
  if (found === null) throw new Error('no page')
  return found
}

/** What a person at this display does with the keyboard and the mouse. */
export async function xdotool(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('xdotool', [...args])
  return stdout.trim()
}

/** The title of the window that has the keys. */
export const activeTitle = () => xdotool('getactivewindow', 'getwindowname').catch(() => '')

/** Asks the window to close, as its cross does. */
export async function closeByCross(): Promise<void> {
  // Shown a moment after its page is there.
  await expect.poll(() => windowTitles()).toContain('Packbench')
  await promisify(execFile)('wmctrl', ['-F', '-c', 'Packbench'])
}

/** The titles of all windows on the display, the system's dialogs among them. */
export async function windowTitles(): Promise<string[]> {
  // It fails when a window closes while it lists them.
  const { stdout } = await promisify(execFile)('wmctrl', ['-l']).catch(() => ({ stdout: '' }))
  return stdout.split('\n').flatMap((line) => /^\S+\s+\S+\s+\S+ (.+)$/.exec(line)?.[1] ?? [])
}
