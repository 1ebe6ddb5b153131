/** Events that show that somebody is here: keys (a scanner's too) and touches. */
const SIGNS = ['keydown', 'pointerdown'] as const
/** The station locks at most this much early. */
const SELDOM_MS = 5_000

/**
 * Calls `report` when somebody uses `target`, at once and then at most every five seconds. Main measures idle time.
 * @param nowMs a monotonic time in milliseconds
 * @returns the function that stops watching
 */
export function reportActivity(
  target: EventTarget,
  report: () => void,
  nowMs: () => number = () => performance.now(),
): () => void {
  let lastMs = -Infinity
  // Must be cheap: every key of a scan passes through here.
  const note = (): void => {
    const now = nowMs()
    if (now - lastMs < SELDOM_MS) return
    lastMs = now
    report()
  }
  for (const sign of SIGNS) target.addEventListener(sign, note, { capture: true })
  return () => {
    for (const sign of SIGNS) target.removeEventListener(sign, note, { capture: true })
  }
}
