/** Asks before the app quits while operations are open. Quitting loses nothing: they go out at the next start. */

export type QuitAnswer = 'stay' | 'export' | 'quit'

export type QuitGuard = {
  /** True if the app may quit now. Otherwise the user is asked, and the app quits by itself if the answer is yes. */
  mayEnd(): boolean
  /** Stops asking: the user has answered, or the system is ending the app. */
  agree(): void
}

export type QuitGuardDeps = {
  /** Open operations. */
  openOps: () => number
  /** The window cannot be closed; a supervisor ends the app in Settings. */
  kiosk: boolean
  ask: (openOps: number) => Promise<QuitAnswer>
  /** Exports them to a file and quits; reports a failure itself. */
  exportAndQuit: () => Promise<void>
  quit: () => void
  onFault: (error: unknown) => void
}

/** A guard that has not asked yet. */
export function createQuitGuard({
  openOps,
  kiosk,
  ask,
  exportAndQuit,
  quit,
  onFault,
}: QuitGuardDeps): QuitGuard {
  let agreed = false
  let asking = false

  const askAndFollow = async (): Promise<void> => {
    asking = true
    try {
      const answer = await ask(openOps())
      if (answer === 'export') await exportAndQuit()
      if (answer === 'quit') {
        agreed = true
        quit()
      }
    } catch (error) {
      onFault(error)
    } finally {
      asking = false
    }
  }

  return {
    mayEnd() {
      if (agreed) return true
      if (kiosk) return false
      if (openOps() === 0) return true
      if (!asking) void askAndFollow()
      return false
    },
    agree() {
      agreed = true
    },
  }
}

/** The part of Electron's `Dialog` that is used here. */
export type DialogPart = Pick<Electron.Dialog, 'showMessageBox' | 'showErrorBox'>

const ANSWERS: readonly QuitAnswer[] = ['stay', 'export', 'quit']

/** Asks in a system dialog, so that it works even if the page does not. */
export async function askInDialog(
  dialog: DialogPart,
  window: Electron.BrowserWindow,
  { ops, exportsDir }: { ops: number; exportsDir: string },
): Promise<QuitAnswer> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: 'Packbench',
    message: ops === 1 ? '1 operation is not done yet' : `${ops} operations are not done yet`,
    detail: [
      'Nothing is lost: what you confirmed is kept on this PC and goes out when Packbench is started again.',
      `“Export and quit” moves them to a file in ${exportsDir} instead. They go out only where that file is imported.`,
    ].join('\n\n'),
    buttons: ['Stay', 'Export and quit', 'Quit: they go out at the next start'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return ANSWERS[response] ?? 'stay'
}

/** The parts of Electron's `PowerMonitor`, its window and Node's process that are used here. */
export type EndSources = {
  powerMonitor: Pick<Electron.PowerMonitor, 'on'>
  window: Pick<Electron.BrowserWindow, 'on'>
  process: Pick<NodeJS.Process, 'on'>
}

/** Lets the system end the app without a question: a shutdown, a logout or a signal is never delayed. */
export function neverHoldUp(
  guard: QuitGuard,
  { powerMonitor, window, process }: EndSources,
  quit: () => void,
): void {
  const end = (): void => {
    guard.agree()
    quit()
  }
  powerMonitor.on('shutdown', end)
  // Windows asks first and ends the app itself.
  window.on('query-session-end', () => guard.agree())
  window.on('session-end', () => guard.agree())
  // Registered after the start: Electron's own handling would look like a user who quits.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
}
