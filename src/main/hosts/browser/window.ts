import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Screen } from '../display'

/** The system's Chromium-based browser as the app's window. */

const LINUX_NAMES = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
]
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS_APPS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
]

/** The path of a Chromium, Chrome or Edge, or `null`. */
export function findBrowser(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  exists: (file: string) => boolean = existsSync,
): string | null {
  return browserPlaces(platform, env).find(exists) ?? null
}

function browserPlaces(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']]
    return WINDOWS_APPS.flatMap((app) =>
      roots.filter((root) => root !== undefined).map((root) => path.win32.join(root, ...app)),
    )
  }
  if (platform === 'darwin') return MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => path.posix.isAbsolute(folder))
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => path.posix.join(folder, name)))
}

/**
 * The flags of an app window with its own profile, separate from the user's browsing.
 * SECURITY: other users of the PC can read a command line, so the address in it must hold no secret.
 */
export function windowFlags(address: string, profileDir: string, screen: Screen, kiosk = false): string[] {
  const flags = [
    `--app=${address}`,
    `--user-data-dir=${profileDir}`,
    '--no-first-run',
    '--no-default-browser-check',
    // Packing data must not be synced to a browser account.
    '--disable-sync',
    // Chromium 156 ignores its compiled script cache when it fetches a script in the background.
    '--disable-features=BackgroundResourceFetch',
  ]
  if (kiosk) flags.push('--kiosk')
  // Chromium refuses to start as root otherwise; the caller warns the user.
  if (screen.isRootOnLinux) flags.push('--no-sandbox')
  return flags
}

/** Opens the window. */
export function openWindow(browser: string, flags: readonly string[]): ChildProcess {
  return spawn(browser, flags, { stdio: 'ignore' })
}
