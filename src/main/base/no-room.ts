const NO_ROOM: ReadonlySet<string> = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
  'ENOSPC',
  'EDQUOT',
  'disk_full',
])

/** Whether this error says that the disk has no room. */
export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  // SHMSIZE: the index of the log, which SQLite makes when a file is opened.
  return NO_ROOM.has(String(error.code))
}
