/** Requests of one part of the hub, one after the other: each knows what the one before it changed, and none piles up. */
export type RequestQueue<Open> = {
  /**
   * Asks when all earlier requests have been answered; not at all while nothing is open.
   * @returns whether it did not fail; a failure is reported
   */
  take(ask: (open: Open) => Promise<unknown>): Promise<boolean>
  /** What has been asked so far, and what followed from it, is done. */
  settled(): Promise<void>
}

export function createRequestQueue<Open>(deps: {
  /** `null` while the hub is away. */
  open: () => Open | null
  onFault: (error: unknown) => void
}): RequestQueue<Open> {
  let last: Promise<unknown> = Promise.resolve()
  return {
    take(ask) {
      const turn = last.then(async () => {
        try {
          const open = deps.open()
          if (open !== null) await ask(open)
          return true
        } catch (error) {
          deps.onFault(error)
          return false
        }
      })
      last = turn
      return turn
    },
    async settled() {
      let waited: unknown
      while (waited !== last) {
        waited = last
        await last
      }
    },
  }
}
