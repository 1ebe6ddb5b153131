import { closeSync, fsyncSync, openSync } from 'node:fs'

/** The time as part of a file name, in UTC; no system minds its characters. */
export function fileTime(wallMs: number): string {
  return new Date(wallMs).toISOString().replace(/[:.]/g, '-')
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
