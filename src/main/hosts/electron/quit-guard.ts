/** Asks before the app ends while operations are open. Nothing is lost by ending: they go out at the next start. */

export type QuitAnswer = 'stay' | 'export' | 'quit'

export type QuitGuard = {
  /** True when the app may end now. Otherwise the person is asked, and the app ends by itself if that is the answer. */
  mayEnd(): boolean
  /** From now on nobody is asked: the person has answered already, or the system ends the app. */
  agree(): void
}

export type QuitGuardDeps = {
  /** Operations that are not done. */
  openOps: () => number
  ask: (openOps: number) => Promise<QuitAnswer>
  /** Writes them to a file and quits; says so itself when that fails. */
  exportAndQuit: () => Promise<void>
  quit: () => void
  onFault: (error: unknown) => void
}

/** A guard that has asked nobody yet. */
export function createQuitGuard({ openOps, ask, exportAndQuit, quit, onFault }: QuitGuardDeps): QuitGuard {
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
      if (agreed || openOps() === 0) return true
      if (!asking) void askAndFollow()
      return false
    },
    agree() {
      agreed = true
    },
  }
}

/** Only what is used of Electron's `Dialog`. */
export type DialogPart = Pick<Electron.Dialog, 'showMessageBox' | 'showErrorBox'>

const ANSWERS: readonly QuitAnswer[] = ['stay', 'export', 'quit']

/** Asks in a dialog of the system, so that it also works when the page does not. */
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

/** Only what is used of Electron's `PowerMonitor`, its window and Node's process. */
export type EndSources = {
  powerMonitor: Pick<Electron.PowerMonitor, 'on'>
  window: Pick<Electron.BrowserWindow, 'on'>
  process: Pick<NodeJS.Process, 'on'>
}

/** Lets the system end the app without a question: a shutdown, a logout or a signal is never held up. */
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
  // Listened to after the start: Electron's own handling would look like a person who quits.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
}
