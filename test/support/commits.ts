import { watchCrashPoints } from '../../src/main/base/crash-points'

/** Counts the transactions that are committed from now on. */
export function countCommits(): () => number {
  let count = 0
  watchCrashPoints((point) => {
    if (point === 'committed') count += 1
  })
  return () => count
}
