import { spawn } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolders } from '../data-dir'

/** After a failed download, the next attempt waits this long. */
const REMEMBER_FAILURE_MS = 24 * 60 * 60 * 1000

/** True when a download failed within the last day. */
export function failedLately(dataDir: string, nowMs: number): boolean {
  const mark = statSync(markFile(dataDir), { throwIfNoEntry: false })
  return mark !== undefined && nowMs - mark.mtimeMs < REMEMBER_FAILURE_MS && mark.mtimeMs <= nowMs
}

/**
 * Fetches the Electron runtime with the package's own installer, which checks it against pinned checksums.
 * @param timeoutMs For the whole download.
 * @returns `null` when the runtime is now available, else the reason in a few words.
 */
export async function downloadElectron(
  packageDir: string,
  dataDir: string,
  timeoutMs: number,
): Promise<string | null> {
  const problem = await runInstaller(path.join(packageDir, 'install.js'), timeoutMs)
  if (problem !== null) {
    makeFolders(dataDir)
    writeFileSync(markFile(dataDir), `${problem}\n`)
  }
  return problem
}

function runInstaller(script: string, timeoutMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const installer = spawn(process.execPath, [script], { stdio: 'ignore', timeout: timeoutMs })
    installer.once('error', (error) => resolve(error.message))
    installer.once('close', (code, signal) => {
      if (signal !== null) resolve(`it took longer than ${timeoutMs / 1000} s`)
      else resolve(code === 0 ? null : 'the download failed')
    })
  })
}

function markFile(dataDir: string): string {
  return path.join(dataDir, 'electron-download-failed')
}
