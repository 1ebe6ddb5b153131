import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Screen } from '../display'

/** Whether the Electron runtime can show the window on this machine. */

/** Why Electron cannot be used on this machine, or `null`. */
export function electronObstacle(screen: Screen, builtSandbox: () => boolean): string | null {
  // SECURITY: Electron refuses to run as root unless its sandbox is off, and it is never switched off.
  if (screen.isRootOnLinux) return 'Electron does not run as root with its sandbox on'
  if (!screen.hasDisplay) return 'there is no display'
  if (screen.platform === 'linux' && !builtSandbox()) return 'this Linux does not allow its sandbox'
  return null
}

/** The executable of the installed runtime, or `null`. */
export function findElectron(
  packageDir: string,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  exists: (file: string) => boolean = existsSync,
): string | null {
  const override = env['ELECTRON_OVERRIDE_DIST_PATH']
  const distDir = override === undefined || override === '' ? path.join(packageDir, 'dist') : override
  const file = path.join(distDir, executableName(platform))
  return exists(file) ? file : null
}

function executableName(platform: NodeJS.Platform): string {
  if (platform === 'win32') return 'electron.exe'
  return platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
}

/**
 * Whether Linux lets Chromium build its sandbox: through user namespaces, or through the setuid helper next to the
 * executable.
 */
export function allowsSandbox(electron: string | null): boolean {
  const isOff = (setting: string, value: string) => readSetting(`/proc/sys/${setting}`) === value
  const noNamespaces =
    isOff('kernel/unprivileged_userns_clone', '0') ||
    isOff('user/max_user_namespaces', '0') ||
    isOff('kernel/apparmor_restrict_unprivileged_userns', '1')
  return !noNamespaces || (electron !== null && hasSetuidHelper(electron))
}

function readSetting(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    // Kernels without the setting do not restrict user namespaces.
    return null
  }
}

function hasSetuidHelper(electron: string): boolean {
  const helper = statSync(path.join(path.dirname(electron), 'chrome-sandbox'), { throwIfNoEntry: false })
  return helper !== undefined && helper.uid === 0 && (helper.mode & 0o4000) !== 0
}
