/** Waits for all of them, whatever becomes of one, and throws what the first that failed has thrown. */
export async function allEnded(ends: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(ends)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
