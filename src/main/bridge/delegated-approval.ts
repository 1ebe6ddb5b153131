import { AsyncLocalStorage } from 'node:async_hooks'

/** The supervisor who approved the act in progress, available wherever the program writes their name. */

type LentAct = { lender: string | null }

const underWay = new AsyncLocalStorage<LentAct>()

/** Runs one act; timers and rounds that outlive it no longer carry the approval. */
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

/** The act in progress was lent by this supervisor. */
export function noteLender(supervisor: string): void {
  const act = underWay.getStore()
  if (act === undefined) throw new Error('nothing is under way that could be lent')
  act.lender = supervisor
}

/** The supervisor who lent the act in progress, or `null`. */
export function lender(): string | null {
  return underWay.getStore()?.lender ?? null
}
