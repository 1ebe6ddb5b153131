import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../station-error'
import { lockDataDir } from '../store/instance-lock'
import { HostError } from './host'

/**
 * Creates the data folder if need be and takes it for this process.
 * @returns The function that gives it back.
 * @throws HostError when Packbench already runs on it; StartError `data_dir_unusable` when it cannot be written.
 */
export function takeDataDir(dataDir: string): () => void {
  const lock = createAndLock(dataDir)
  if (lock === null) throw new HostError(alreadyRunning(dataDir))
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
