import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces `file` as a whole: a crash or a power cut at any moment leaves the old content or the new, and when this returns
 * the new is on the disk. Throws what the disk refuses; the old content is there then.
 * SECURITY: readable by this user only (on Windows the profile folder's own rights say so), unless `mode` says otherwise.
 * @param options `mode`: the rights of the file instead of 0o600; `check`: called right before the file is replaced, and
 *   what it throws leaves the old content
 */
export function writeDurably(
  file: string,
  content: string | Buffer,
  { mode, check }: { mode?: number | undefined; check?: () => void } = {},
): void {
  const draft = `${file}.new`
  // What a crash left there may have other rights.
  rmSync(draft, { force: true })
  const before = existsSync(file) ? readFileSync(file) : null
  try {
    writeFileSync(draft, content, { mode: 0o600, flush: true })
    // The rights that a file is created with are cut by the user's mask.
    if (mode !== undefined) chmodSync(draft, mode)
    check?.()
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  try {
    syncDir(dirname(file))
  } catch (error) {
    putBack(file, draft, before, mode)
    throw error
  }
}

/** After "nothing was saved", the new content must not turn up. */
function putBack(file: string, draft: string, before: Buffer | null, mode: number | undefined): void {
  if (before === null) return rmSync(file, { force: true })
  writeFileSync(draft, before, { mode: 0o600 })
  if (mode !== undefined) chmodSync(draft, mode)
  renameSync(draft, file)
}

/** Makes what was renamed in a folder last; Windows has no such thing and needs none. */
export function syncDir(dir: string): void {
  if (process.platform !== 'win32') syncPath(dir)
}

/** Makes what was written to a file, or to the names in a folder, last. */
export function syncPath(path: string): void {
  // Windows flushes only what may be written to, others refuse that for a folder.
  const fd = openSync(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
