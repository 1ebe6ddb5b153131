import type { Clock } from './clock'

/** One wait at a time: the next one takes the place of the one before. */
export class Timer {
  private cancelWait: (() => void) | null = null

  constructor(private readonly clock: Pick<Clock, 'after'>) {}

  isSet(): boolean {
    return this.cancelWait !== null
  }

  set(delayMs: number, act: () => void): void {
    this.cancel()
    this.cancelWait = this.clock.after(delayMs, () => {
      this.cancelWait = null
      act()
    })
  }

  cancel(): void {
    this.cancelWait?.()
    this.cancelWait = null
  }
}

/** Acts at once when it is due, but not again within `ms`: what is due by then is done together. */
export function atMostEvery(clock: Pick<Clock, 'after'>, ms: number, act: () => void) {
  const pause = new Timer(clock)
  let isDue = false
  const actIfDue = (): void => {
    if (!isDue || pause.isSet()) return
    isDue = false
    act()
    pause.set(ms, actIfDue)
  }
  return {
    due(): void {
      isDue = true
      actIfDue()
    },
    /** Acts now if it is still due after an end. */
    begin: actIfDue,
    end: () => pause.cancel(),
  }
}

/** Acts after each `ms`, for the first time after one of them. Returns the function that ends it. */
export function tickEvery(clock: Pick<Clock, 'after'>, ms: number, act: () => void): () => void {
  const timer = new Timer(clock)
  let ended = false
  const wait = (): void =>
    timer.set(ms, () => {
      act()
      if (!ended) wait()
    })
  wait()
  return () => {
    ended = true
    timer.cancel()
  }
}
