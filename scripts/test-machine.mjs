// @ts-check
/** Requirements of the end-to-end tests: a Chromium, an Electron runtime, a display, tools that read printed pages. */
import { spawnSync } from 'node:child_process'
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
 * How to run tests in real Electron here: the runtime and the command's prefix, or why not.
 * @returns {{ executable: string, prefix: string[] } | { missing: string }}
 */
export function findElectron() {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const name = ELECTRON_NAMES[/** @type {'win32' | 'darwin'} */ (process.platform)] ?? 'electron'
  // Playwright's loader, which reads this file too, has no import.meta: callers run in the project's folder.
  const executable = path.resolve(override || 'node_modules/electron/dist', name)
  if (!existsSync(executable)) return { missing: `no Electron runtime (${executable} is not there)` }
  if (isRootOnLinux()) return { missing: 'Electron does not run as root with its sandbox on' }
  if (process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
    return { executable, prefix: [] }
  if (!isOnPath('xvfb-run')) return { missing: 'no display, and no xvfb-run to make one' }
  return { executable, prefix: ['xvfb-run', '--auto-servernum'] }
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
