// @ts-check
/** Requirements of the end-to-end tests: a Chromium, an Electron runtime, a display, tools that read printed pages. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const LINUX_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]
/** Chromium without a desktop: a page costs it two thirds of what it costs a whole browser. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const MAC_APPS = ['Chromium', 'Google Chrome', 'Microsoft Edge']
const WINDOWS_APPS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]
const ELECTRON_NAMES = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }

/**
 * The usual places of a Chromium, Chrome or Edge, best first. Absolute paths.
 * @param {string} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function chromiumPlaces(platform, env) {
  if (platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']]
    return WINDOWS_APPS.flatMap((app) => roots.flatMap((root) => (root ? [path.win32.join(root, app)] : [])))
  }
  if (platform === 'darwin') return MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
  return LINUX_NAMES.flatMap((name) => onPath(name, env))
}

/**
 * Where a program of this name would lie; relative folders are left alone.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 */
function onPath(name, env) {
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'))
  return folders.map((folder) => path.posix.join(folder, name))
}

/** @param {string} [platform] @param {NodeJS.ProcessEnv} [env] @returns {string | null} */
export function findChromium(platform = process.platform, env = process.env) {
  return chromiumPlaces(platform, env).find((place) => existsSync(place)) ?? null
}

/**
 * What the window tests run in: the headless shell of Chromium where there is one.
 * @param {string} [platform] @param {NodeJS.ProcessEnv} [env] @returns {string | null}
 */
export function findWindowBrowser(platform = process.platform, env = process.env) {
  const shell =
    platform === 'linux' ? onPath(HEADLESS_SHELL, env).find((place) => existsSync(place)) : undefined
  return shell ?? findChromium(platform, env)
}

/**
 * As `needChromium`, for the window tests.
 * @returns {string}
 * @throws Error with one line for the person at the terminal
 */
export function needWindowBrowser() {
  if (process.env['PACKBENCH_CHROMIUM']) return needChromium()
  const chromium = needChromium()
  // Not every Debian has it.
  if (findWindowBrowser() === chromium) tryToInstall([HEADLESS_SHELL])
  return findWindowBrowser() ?? chromium
}

/**
 * The Chromium to test with, installed from Debian's packages where that is possible.
 * @returns {string}
 * @throws Error with one line for the terminal
 */
export function needChromium() {
  const asked = process.env['PACKBENCH_CHROMIUM']
  if (asked) {
    if (existsSync(asked)) return asked
    throw new Error(`PACKBENCH_CHROMIUM points to ${asked}, which is not there`)
  }
  const there = findChromium()
  if (there) return there
  if (!isRootOnDebian())
    throw new Error('No Chromium, Chrome or Edge found: install one, or set PACKBENCH_CHROMIUM to its path')
  installPackages(['chromium', 'fonts-liberation'])
  const installed = findChromium()
  if (!installed) throw new Error('Chromium was installed but is not on the PATH')
  return installed
}

/**
 * The Electron that somebody has put here, or null: `ELECTRON_OVERRIDE_DIST_PATH`, or the one that is installed.
 * Callers run in the project's folder.
 * @returns {string | null} its executable
 */
export function findElectron() {
  const name = ELECTRON_NAMES[/** @type {'win32' | 'darwin'} */ (process.platform)] ?? 'electron'
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const executable = path.resolve(override || 'node_modules/electron/dist', name)
  if (existsSync(executable)) return executable
  if (override) throw new Error(`ELECTRON_OVERRIDE_DIST_PATH names no Electron: there is no ${executable}`)
  return null
}

/** Programs that window tests in real Electron need on Linux, and their Debian packages. */
const ELECTRON_TOOLS = {
  unzip: 'unzip',
  gcc: 'g++',
  'g++': 'g++',
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
  wmctrl: 'wmctrl',
  strace: 'strace',
  xev: 'x11-utils',
  cupsd: 'cups',
  lpadmin: 'cups-client',
  cupsfilter: 'cups-filters',
  pdfinfo: 'poppler-utils',
}
/** Electron's own libraries, by one file of each package. */
const ELECTRON_LIBRARIES = {
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnss3.so': 'libnss3',
  'libgbm.so.1': 'libgbm1',
  'libasound.so.2': 'libasound2',
}

/** Installs what `npm run test:electron` needs, where that is possible. */
export function installElectronTools() {
  if (process.platform !== 'linux') return
  const { stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' })
  const libraries = Object.entries(ELECTRON_LIBRARIES).filter(([file]) => !stdout?.includes(`\t${file} `))
  const tools = Object.entries(ELECTRON_TOOLS).filter(([tool]) => !isOnPath(tool))
  tryToInstall([...new Set([...tools, ...libraries].map(([, name]) => name))])
}

/**
 * A display without a screen, with a window manager, which moves and focuses windows as on a packer's PC.
 * @returns {Promise<{ name: string, pid: number, ended(): string | null, stop(): void }>} `ended` says why it is gone, if it is
 * @throws Error with one line for the terminal
 */
export async function openScreen() {
  const missing = ['Xvfb', 'openbox'].find((tool) => !isOnPath(tool))
  if (missing !== undefined) throw new Error(`no display, and no ${missing} to make one: install it`)
  const options = ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp', '-noreset']
  const server = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] })
  let said = ''
  server.stderr?.on('data', (chunk) => (said += chunk))
  const name = await new Promise((resolve, reject) => {
    ;/** @type {import('node:stream').Readable} */ (server.stdio[3]).once('data', (chunk) =>
      resolve(`:${String(chunk).trim()}`),
    )
    server.once('close', () => reject(new Error(`the display could not be opened: ${said.trim()}`)))
  })
  const manager = spawn('openbox', [], { stdio: 'ignore', env: { ...process.env, DISPLAY: name } })
  return {
    name,
    pid: server.pid ?? 0,
    ended: () =>
      (server.exitCode ?? server.signalCode) === null ? null : `the display ended: ${said.trim()}`,
    stop() {
      manager.kill()
      server.kill()
    },
  }
}

/** Tools that tests run on Linux, and their Debian packages. */
const TOOLS = {
  strace: 'strace',
  Xvfb: 'xvfb',
  setxkbmap: 'x11-xkb-utils',
  pdftoppm: 'poppler-utils',
  zbarimg: 'zbar-tools',
  makensis: 'nsis',
  'nats-server': 'nats-server',
  ip: 'iproute2',
}

/**
 * Installs tools for some tests if possible; without a tool those tests skip themselves, loudly.
 */
export function installTools() {
  tryToInstall(Object.entries(TOOLS).flatMap(([tool, name]) => (isOnPath(tool) ? [] : [name])))
}

/** @param {readonly string[]} names */
function tryToInstall(names) {
  if (names.length === 0 || !isRootOnDebian()) return
  try {
    installPackages(names)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}

/** @param {string} command */
function isOnPath(command) {
  return onPath(command, process.env).some((place) => existsSync(place))
}

function isRootOnLinux() {
  return process.platform === 'linux' && process.getuid?.() === 0
}

function isRootOnDebian() {
  if (!isRootOnLinux() || !existsSync('/etc/os-release')) return false
  return /^ID(_LIKE)?=.*\bdebian\b/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** @param {readonly string[]} names */
function installPackages(names) {
  console.log(`Installing ${names.join(', ')} from the system's packages ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...names]
  for (const args of [['update', '-qq'], install]) {
    const run = spawnSync('apt-get', args, { env, encoding: 'utf8', timeout: 600_000 })
    if (run.status !== 0)
      throw new Error(`apt-get ${args.join(' ')} failed: ${(run.stderr || String(run.error)).trim()}`)
  }
}
