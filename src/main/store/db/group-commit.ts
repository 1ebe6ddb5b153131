import { apart, inTransaction, type Db, type Tx } from './database'

/**
 * Merges commits that lanes request in the same turn of the event loop: the acknowledgement of one op and the claim of
 * the next cost one disk flush instead of two.
 */
export type GroupCommit = {
  /**
   * Runs `work` in the next transaction and resolves when it is durable. An error in `work` rejects its own promise and
   * rolls back its own changes only.
   */
  run<T>(work: (tx: Tx) => T): Promise<T>
}

type Job = { work: (tx: Tx) => void; done: () => void; fail: (error: unknown) => void }

/** @param db one connection; other commits on it are not affected */
export function createGroupCommit(db: Db): GroupCommit {
  let jobs: Job[] = []

  const flush = (): void => {
    const due = jobs
    jobs = []
    const failures = new Map<Job, unknown>()
    try {
      inTransaction(db, (tx) => {
        for (const job of due) {
          try {
            if (due.length === 1) job.work(tx)
            else apart(tx, job.work)
          } catch (error) {
            // A full disk ends the whole transaction: the next work would run without one and be reported as failed.
            if (due.length === 1 || !tx.inTransaction) throw error
            failures.set(job, error)
          }
        }
      })
    } catch (error) {
      for (const job of due) job.fail(error)
      return
    }
    for (const job of due) {
      if (failures.has(job)) job.fail(failures.get(job))
      else job.done()
    }
  }

  return {
    run<T>(work: (tx: Tx) => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        let value: T
        jobs.push({
          work: (tx) => {
            value = work(tx)
          },
          done: () => resolve(value),
          fail: reject,
        })
        if (jobs.length === 1) setImmediate(flush)
      })
    },
  }
}
