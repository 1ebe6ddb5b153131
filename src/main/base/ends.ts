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
