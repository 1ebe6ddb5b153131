import type { Clock } from '../../base/clock'
import type { SecretStore } from '../../hosts/host'
import type { StationOptions } from '../options'

/** What a command works with. */
export type CommandDeps = {
  options: StationOptions
  clock: Clock
  /** Called when something must be opened. */
  secrets: () => Promise<SecretStore>
  /** Prints a line on stdout. */
  say: (line: string) => void
  /** Prints a line on stderr. */
  warn: (line: string) => void
}
