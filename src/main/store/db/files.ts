/** The time as part of a file name, in UTC; no system minds its characters. */
export function fileTime(wallMs: number): string {
  return new Date(wallMs).toISOString().replace(/[:.]/g, '-')
}
