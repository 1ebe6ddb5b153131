/** What shows that somebody is here: keys (a scanner's too) and touches. */
const SIGNS = ['keydown', 'pointerdown'] as const

/**
 * Calls `onIdle` once when nobody touched anything for `idleMs`. A PC that slept for longer counts as idle at once.
 * @param nowMs milliseconds that go on while the PC sleeps
 * @returns the function that stops watching
 */
export function watchIdle(
  target: EventTarget,
  idleMs: number,
  onIdle: () => void,
  nowMs: () => number = Date.now,
): () => void {
  let lastMs = nowMs()
  let timer = setTimeout(judge, idleMs)
  function judge(): void {
    const restMs = lastMs + idleMs - nowMs()
    if (restMs <= 0) return onIdle()
    timer = setTimeout(judge, Math.min(restMs, idleMs))
  }
  // Cheap, because every key of a scan comes by here.
  const note = (): void => {
    const now = nowMs()
    // The first key after a sleep must not pass for work that went on.
    if (now - lastMs >= idleMs) return
    lastMs = now
  }
  for (const sign of SIGNS) target.addEventListener(sign, note, { capture: true })
  return () => {
    clearTimeout(timer)
    for (const sign of SIGNS) target.removeEventListener(sign, note, { capture: true })
  }
}
