/** The time as part of a file name, in UTC; its characters are valid on every system. */
export function fileTime(wallMs: number): string {
  return new Date(wallMs).toISOString().replace(/[:.]/g, '-')
}
