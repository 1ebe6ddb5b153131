import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../base/station-error'
import { lockDataDir } from '../store/db/instance-lock'
import { HostError } from './host'

/**
 * Creates the data folder if need be and takes it for this process.
 * @returns The function that gives it back.
 * @throws HostError when Packbench already runs on it; StartError `data_dir_unusable` when it cannot be written.
 */
export function takeDataDir(dataDir: string): () => void {
  const lock = createAndLock(dataDir)
  if (lock === null) throw new HostError(alreadyRunning(dataDir))
  if (process.platform !== 'win32') keepPrivate(dataDir)
  return () => lock.release()
}

/**
 * Creates a folder and those above it. Node's own recursive mkdir never returns where the system answers "no such
 * folder" to creating one, as /proc does.
 */
export function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  const above = dirname(folder)
  // A drive that is not there is its own parent.
  if (above !== folder) makeFolders(above)
  // SECURITY: buyers' data lies here; other users of the PC have no business in it.
  mkdirSync(folder, { mode: 0o700 })
}

/** What lies in the data folder by name: it may be a folder that holds other things too. */
const OURS =
  /^(training|live|accounts\.json.*|station\.lock.*|station-id|connection\.json.*|preferences\.json.*|private\.sealed.*|secret\.key.*|sign-in.*)$/

/**
 * SECURITY: whatever rights the folder had, or an earlier version or a copy left on a file, from now on all of it is this
 * user's alone; so is what is created later. Windows keeps other users out by the profile folder's own rights.
 */
function keepPrivate(dataDir: string): void {
  process.umask(0o077)
  restrict(dataDir, (name) => OURS.test(name))
}

function restrict(path: string, wanted: (name: string) => boolean): void {
  try {
    const entry = lstatSync(path)
    // What a link leads to is not in here.
    if (entry.isSymbolicLink()) return
    const mode = entry.isDirectory() ? 0o700 : 0o600
    if ((entry.mode & 0o777) !== mode) chmodSync(path, mode)
    if (!entry.isDirectory()) return
    for (const name of readdirSync(path)) if (wanted(name)) restrict(join(path, name), () => true)
  } catch (error) {
    // A folder of another user, or one that knows no rights, must not keep anybody from packing.
    console.error(`The rights of ${path} could not be restricted to this user: ${String(error)}`)
  }
}

/** What a second start on the same folder is told. */
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
