import type { Clock } from '../../base/clock'

/** Work in the background, step by step: one at a time, with a pause between two, until it is stopped. */
export type Steps = {
  /** Between `start` and `stop`. */
  running: () => boolean
  /** @param delayMs until the first step */
  start: (delayMs: number) => void
  /** Resolves when no step is being taken any more. */
  stop: () => Promise<void>
  /** Resolves when no step is being taken. */
  settled: () => Promise<void>
  /** The next step comes at once, or after the one that is being taken. */
  now: () => void
}

/** After a step that failed, in ms. */
const FAULT_PAUSE_MS = 60_000

/**
 * @param take one step. @returns how long to wait before the next one, ms
 * @param onFault gets what a step throws, which does not end the work
 */
export function createSteps(
  clock: Clock,
  take: () => Promise<number>,
  onFault: (error: unknown) => void,
): Steps {
  let running = false
  let cancelTimer: (() => void) | null = null
  let step: Promise<number> | null = null

  const tick = (): void => {
    cancelTimer = null
    step ??= take().catch((error: unknown) => {
      onFault(error)
      return FAULT_PAUSE_MS
    })
    void step.then((pauseMs) => {
      step = null
      wait(pauseMs)
    })
  }
  const wait = (pauseMs: number): void => {
    cancelTimer?.()
    cancelTimer = running ? clock.after(pauseMs, tick) : null
  }

  return {
    running: () => running,
    start(delayMs) {
      running = true
      wait(delayMs)
    },
    async stop() {
      running = false
      cancelTimer?.()
      cancelTimer = null
      await step
    },
    async settled() {
      await step
    },
    now() {
      if (step === null && running) wait(0)
    },
  }
}
