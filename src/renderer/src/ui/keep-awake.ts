/**
 * Keeps the screen on, as long as the page is shown. The browser ends it whenever the page is hidden, so it is asked for
 * again; where it is refused, the PC's own settings decide.
 */
export function keepAwake(): void {
  const ask = (): void => {
    if (document.visibilityState === 'visible') navigator.wakeLock.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  ask()
}
