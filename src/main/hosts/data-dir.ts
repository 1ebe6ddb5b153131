import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../base/station-error'
import { lockDataDir } from '../store/db/instance-lock'
import { HostError } from './host'

/**
 * Creates the data folder if needed and locks it for this process.
 * @returns The function that releases the lock.
 * @throws HostError when Packbench already runs on it; StartError `data_dir_unusable` when it cannot be written.
 */
export function takeDataDir(dataDir: string): () => void {
  const lock = createAndLock(dataDir)
  if (lock === null) throw new HostError(alreadyRunning(dataDir))
  if (process.platform !== 'win32') keepPrivate(dataDir)
  return () => lock.release()
}

/**
 * Creates a folder and its parents. Node's own recursive mkdir never returns if creating one fails with "no such
 * folder", as in /proc.
 */
export function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  const above = dirname(folder)
  // A missing drive is its own parent.
  if (above !== folder) makeFolders(above)
  // SECURITY: the folder holds buyers' data; other users of the PC must not read it.
  mkdirSync(folder, { mode: 0o700 })
}

/** The entries of a data folder by name: the folder may hold unrelated files too. */
const OURS =
  /^(training|live|logs|crashes|accounts\.json.*|station\.lock.*|station-id|connection\.json.*|preferences\.json.*|logo\.(?:png|jpg).*|private\.sealed.*|secret\.key.*|sign-in.*)$/

/**
 * SECURITY: restricts the data folder and all its files to this user, whatever permissions an earlier version or a
 * copy left; new files follow. On Windows the profile folder's permissions keep other users out.
 */
function keepPrivate(dataDir: string): void {
  process.umask(0o077)
  restrict(dataDir, (name) => OURS.test(name))
}

function restrict(path: string, wanted: (name: string) => boolean): void {
  try {
    const entry = lstatSync(path)
    // The target of a symbolic link is outside this folder.
    if (entry.isSymbolicLink()) return
    const mode = entry.isDirectory() ? 0o700 : 0o600
    if ((entry.mode & 0o777) !== mode) chmodSync(path, mode)
    if (!entry.isDirectory()) return
    for (const name of readdirSync(path)) if (wanted(name)) restrict(join(path, name), () => true)
  } catch (error) {
    // A folder of another user, or a file system without permissions, must not stop packing.
    console.error(`The permissions of ${path} could not be restricted to this user: ${String(error)}`)
  }
}

/** The message for a second start on the same folder. */
export function alreadyRunning(dataDir: string): string {
  return `Packbench is already running with the data folder ${dataDir}`
}

function createAndLock(dataDir: string): ReturnType<typeof lockDataDir> {
  try {
    makeFolders(dataDir)
    return lockDataDir(dataDir)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError('data_dir_unusable', `The data folder ${dataDir} cannot be used: ${reason}`, {
      cause: error,
    })
  }
}
