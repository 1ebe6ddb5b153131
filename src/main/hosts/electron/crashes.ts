import path from 'node:path'
import type Electron from 'electron'
import { dropOldDumps, DUMP_FOLDER } from '../../base/crash-dumps'

/** Crashes of Electron's processes: what is kept of them, and how the window comes back. */

/** A page that crashes again within this time is reloaded only after it, so that it does not flicker. */
const CRASH_LOOP_MS = 10_000
/**
 * Chromium calls a page hung if it has left a key or click unanswered for 15 seconds; then it has this long to recover,
 * in case it was main that was busy.
 */
const HUNG_MS = 5_000
const DAY_MS = 24 * 60 * 60 * 1000

/** The parts of Electron that are used here. */
export type CrashParts = {
  app: Pick<Electron.App, 'setPath'> & {
    on(
      event: 'child-process-gone',
      listener: (event: unknown, details: Pick<Electron.Details, 'type' | 'reason' | 'exitCode'>) => void,
    ): unknown
  }
  crashReporter: Pick<Electron.CrashReporter, 'start'>
}

/**
 * Keeps a minidump of each native crash in the data folder, and logs the end of helper processes, such as the GPU's,
 * which Chromium starts again by itself. Call it before Electron is ready.
 */
export function keepCrashes({ app, crashReporter }: CrashParts, dataDir: string): void {
  app.setPath('crashDumps', path.join(dataDir, DUMP_FOLDER))
  // SECURITY: a dump may hold buyers' data and the access token; it never leaves the PC by itself.
  crashReporter.start({ uploadToServer: false })
  const drop = (): void => dropOldDumps(dataDir, Date.now())
  drop()
  setInterval(drop, DAY_MS).unref()
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    console.error(`a helper process ended: ${type}, ${reason} (${exitCode})`)
    drop()
  })
}

/** Reloads a page whose process has ended, and ends that of a page that hangs. */
export function recoverPage(contents: Electron.WebContents, dataDir: string): void {
  let lastCrashMs = -Infinity
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    console.error(`the window's page ended: ${reason} (${exitCode})`)
    dropOldDumps(dataDir, Date.now())
    const nowMs = performance.now()
    if (nowMs - lastCrashMs > CRASH_LOOP_MS) contents.reload()
    else setTimeout(() => !contents.isDestroyed() && contents.reload(), CRASH_LOOP_MS).unref()
    lastCrashMs = nowMs
  })
  let hung: NodeJS.Timeout | undefined
  contents.on('unresponsive', () => {
    console.error("the window's page does not respond")
    hung ??= setTimeout(() => {
      hung = undefined
      if (!contents.isDestroyed()) contents.forcefullyCrashRenderer()
    }, HUNG_MS)
  })
  contents.on('responsive', () => {
    clearTimeout(hung)
    hung = undefined
  })
}
