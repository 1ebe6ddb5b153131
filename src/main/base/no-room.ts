const NO_ROOM: ReadonlySet<string> = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
  'ENOSPC',
  'EDQUOT',
  'disk_full',
])

/** Whether this error means that the disk is full. */
export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  // SHMSIZE: the index of the log, which SQLite creates when it opens a file.
  return NO_ROOM.has(String(error.code))
}
