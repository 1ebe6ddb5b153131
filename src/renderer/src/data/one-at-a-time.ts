/**
 * Lets at most one run of `work` be under way and one wait: a storm of changes cannot pile up requests, and the last
 * change is never missed.
 * @returns resolves when a run that began after the call is over
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const run = (): Promise<void> => {
    running = work().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (running === null) return run()
    next ??= running.then(() => {
      next = null
      return run()
    })
    return next
  }
}
