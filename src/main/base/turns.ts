/** Waits for all of them, whatever becomes of one, and throws what the first that failed has thrown. */
export async function allEnded(ends: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(ends)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Takes one step after the other, whatever becomes of one, and throws what the first that failed has thrown. */
export async function endInOrder(steps: readonly (() => unknown)[]): Promise<void> {
  const taken: Promise<unknown>[] = []
  for (const step of steps) {
    const one = Promise.resolve().then(step)
    taken.push(one)
    await Promise.allSettled([one])
  }
  await allEnded(taken)
}

/** Work that is done one piece after the other, in the order in which it was asked for. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve()
  private isOver = false

  /** @returns what `work` does, once all that was asked for before is over; rejected once the turns have ended */
  take<T>(work: () => Promise<T>): Promise<T> {
    if (this.isOver) return Promise.reject(new Error('it is being closed'))
    const turn = this.last.then(work)
    this.last = turn.catch(() => null)
    return turn
  }

  /** Nobody waits for it: an error is logged. Nothing is done once the turns have ended. */
  later(work: () => Promise<void>): void {
    if (!this.isOver) this.take(work).catch((error: unknown) => console.error(error))
  }

  /** Takes no more, and resolves when what was asked for is over. */
  async end(): Promise<void> {
    this.isOver = true
    await this.last
  }
}
