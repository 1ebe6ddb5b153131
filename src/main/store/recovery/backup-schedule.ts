import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BackupView } from '../../../shared/contract/views'
import type { Clock } from '../../base/clock'
import { StationError } from '../../base/station-error'
import { makeBackup } from './backup'
import { backupTime, listBackups } from './backup-files'
import type { Db } from '../db/database'
import { removeOldReplaced } from './file-swap'

/** Backups of one account: on a schedule, and on request. */
export type Backups = {
  start(): void
  stop(): Promise<void>
  /** Newest first. */
  list(): BackupView[]
  /** Joins a backup in progress. @throws StationError `disk_full`, `backup_unusable` */
  make(): Promise<BackupView>
  /** Path of a backup. @throws StationError `backup_not_found` */
  fileOf(name: string): string
}

export type BackupsDeps = {
  db: Db
  /** A folder inside the account's own. */
  dir: string
  clock: Clock
  /** Called when a backup could not be made; the station tries again later. */
  onFault: (error: unknown) => void
  /** Time between two backups. Default: an hour. */
  intervalMs?: number
  /** Delay of a due backup after the start, and after a failure. Default: a minute and ten. */
  settleMs?: number
  retryMs?: number
}

export function createBackups(deps: BackupsDeps): Backups {
  const { db, dir, clock, onFault } = deps
  const { intervalMs = 3_600_000, settleMs = 60_000, retryMs = 600_000 } = deps
  let running = false
  let cancelTimer: (() => void) | null = null
  let making: Promise<BackupView> | null = null
  let abort = new AbortController()

  const make = (): Promise<BackupView> => {
    if (making !== null) return making
    abort = new AbortController()
    making = makeBackup(db, dir, clock.wallMs(), abort.signal).finally(() => {
      making = null
    })
    return making
  }
  const schedule = (delayMs: number): void => {
    cancelTimer?.()
    cancelTimer = running ? clock.after(delayMs, () => void onTime()) : null
  }
  const onTime = async (): Promise<void> => {
    try {
      await make()
      removeOldReplaced(dirname(dir), clock.wallMs())
      schedule(intervalMs)
    } catch (error) {
      if (running) onFault(error)
      schedule(retryMs)
    }
  }
  /** Until the newest backup is an hour old; a clock that was set back must not delay it further. */
  const firstDelay = (): number => {
    const [newest] = listBackups(dir)
    if (newest === undefined) return settleMs
    const dueMs = Date.parse(newest.madeAt) + intervalMs - clock.wallMs()
    return Math.min(intervalMs, Math.max(settleMs, dueMs))
  }

  return {
    start() {
      running = true
      try {
        schedule(firstDelay())
      } catch (error) {
        // A folder that cannot be read must not keep the station from starting.
        onFault(error)
        schedule(retryMs)
      }
    },
    async stop() {
      running = false
      cancelTimer?.()
      cancelTimer = null
      abort.abort()
      await making?.catch(() => null)
    },
    list: () => listBackups(dir),
    make,
    fileOf(name) {
      const file = join(dir, name)
      // SECURITY: only names that a backup can have; no other file is opened.
      if (backupTime(name) === null || !existsSync(file))
        throw new StationError('backup_not_found', `no backup ${name}`)
      return file
    },
  }
}
