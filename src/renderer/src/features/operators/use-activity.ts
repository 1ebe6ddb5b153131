import { useEffect } from 'react'
import { useStoreOf } from '../../stores/stores'

/** Reports activity to main, if idle time locks the station. */
export function useActivity(): void {
  const locks = useStoreOf('station', (state) => (state.bootstrap?.preferences.lock.idleMinutes ?? 0) > 0)
  const people = useStoreOf('operator', (state) => state.signIn?.operators.length ?? 0)
  const locked = useStoreOf('operator', (state) => state.locked)
  const noteActive = useStoreOf('operator', (state) => state.noteActive)
  const watched = locks && people > 0 && !locked
  useEffect(() => (watched ? reportActivity(document, noteActive) : undefined), [watched, noteActive])
}

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
