import { existsSync } from 'node:fs'
import { systemClock } from '../../base/clock'
import { StartError, StationError } from '../../base/station-error'
import { takeDataDir } from '../../hosts/data-dir'
import { HostError } from '../../hosts/host'
import type { Command } from '../command'
import type { StationOptions } from '../options'
import { anonymize } from './anonymize'
import { backUp, listCopies, nothingHere } from './back-up'
import type { CommandDeps } from './deps'
import { exportOpen } from './export'
import { restore } from './restore'

/** 0: done, 1: failed, 3: a station is running there. 2 is for wrong flags. */
export type CommandExit = 0 | 1 | 3

/** Runs a command without a window. Never throws; says in one line why it failed. */
export async function runCommand(
  command: Command,
  options: StationOptions,
  secrets: CommandDeps['secrets'],
): Promise<CommandExit> {
  const say = (line: string): void => console.log(line)
  const warn = (line: string): void => console.error(`packbench: ${line}`)
  const deps = { options, clock: systemClock, secrets, say, warn }
  // SECURITY: nobody else on this PC may read what is written here.
  if (process.platform !== 'win32') process.umask(0o077)
  try {
    if (!existsSync(options.dataDir)) throw nothingHere(options.dataDir)
    await run(command, deps)
    return 0
  } catch (error) {
    const isExpected =
      error instanceof StationError || error instanceof StartError || error instanceof HostError
    warn(isExpected ? error.message : String(error))
    // The data folder has no other refusal of this kind.
    return error instanceof HostError ? 3 : 1
  }
}

async function run(command: Command, deps: CommandDeps): Promise<void> {
  switch (command.name) {
    case 'backup':
      return backUp(command.folder, deps)
    case 'backups':
      return listCopies(deps)
    case 'restore':
      return alone(deps, () => restore(command.file, deps))
    case 'export':
      return alone(deps, () => exportOpen(command, deps))
    case 'anonymize':
      return alone(deps, () => anonymize(command.orderId, deps))
  }
}

/** @throws HostError while a station is running with the data folder */
async function alone({ options: { dataDir } }: CommandDeps, work: () => void | Promise<void>): Promise<void> {
  const release = takeDataDir(dataDir)
  try {
    await work()
  } finally {
    release()
  }
}
