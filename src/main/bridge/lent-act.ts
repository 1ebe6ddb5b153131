import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose approval the act under way has, wherever in the program its name is written. */

type LentAct = { lender: string | null }

const underWay = new AsyncLocalStorage<LentAct>()

/** Runs one act; timers and rounds that it leaves behind are nobody's approval any more. */
export async function asOneAct<T>(run: () => Promise<T>): Promise<T> {
  const act: LentAct = { lender: null }
  return underWay.run(act, async () => {
    try {
      return await run()
    } finally {
      act.lender = null
    }
  })
}

/** The act under way was lent by this supervisor. */
export function noteLender(supervisor: string): void {
  const act = underWay.getStore()
  if (act === undefined) throw new Error('nothing is under way that could be lent')
  act.lender = supervisor
}

/** The supervisor who lent the act under way, or `null`. */
export function lender(): string | null {
  return underWay.getStore()?.lender ?? null
}
