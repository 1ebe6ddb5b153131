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
