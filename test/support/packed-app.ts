import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { extractAll } from '@electron/asar'
import { findElectron } from '../../scripts/test-machine.mjs'
import { makeStandInElectron } from './stand-in-electron.mjs'

const ROOT = path.join(__dirname, '..', '..')

export type PackedApp = {
  /** The folder that electron-builder wrote. */
  dist: string
  /** The folder with the executable. */
  unpacked: string
  remove(): void
}

/**
 * Packs the app as `npm run package:dir` does, into a folder of its own; with the stand-in where no Electron is
 * installed.
 * @param flags electron-builder's flags
 * @param electron the folder of another runtime
 */
export async function packApp(
  flags: readonly string[] = ['--dir'],
  env = {},
  electron: string | null = null,
): Promise<PackedApp> {
  const artifacts = path.join(ROOT, 'test', 'artifacts')
  mkdirSync(artifacts, { recursive: true })
  const dist = mkdtempSync(path.join(artifacts, 'packed-'))
  const built = process.env['PACKBENCH_BUILT'] === undefined ? [] : ['--built']
  const args = ['scripts/package.mjs', `--out=${dist}`, ...built, ...flags]
  await promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, ELECTRON_OVERRIDE_DIST_PATH: electron ?? quickElectron(dist) },
    maxBuffer: 2 ** 26,
  }).catch((error: unknown) => {
    // The runner shows only the message, which has the command alone.
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`${String(error)}\n${said}`, { cause: error })
  })
  return {
    dist,
    unpacked: path.join(dist, 'linux-unpacked'),
    remove: () => rmSync(dist, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function quickElectron(dist: string): string {
  const installed = findElectron()
  if (installed !== null) return path.dirname(installed)
  const standIn = path.join(dist, 'runtime')
  makeStandInElectron(standIn)
  return standIn
}

/** Extracts the packed program into `to`, as Electron sees it. */
export function extractProgram(app: PackedApp, to: string): void {
  extractAll(path.join(app.unpacked, 'resources', 'app.asar'), to)
}

/** The files under a folder with their sizes in bytes, by path with slashes. */
export function filesIn(folder: string): ReadonlyMap<string, number> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return new Map(
    files.map((file) => [path.relative(folder, file).split(path.sep).join('/'), statSync(file).size]),
  )
}
