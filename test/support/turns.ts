/** How long the main thread is away from the packer. */

const TURNS_GOAL = 'goal: p99 under 10 ms, longest under 50 ms'

const TENTHS = 10
const LONGEST_TENTHS = 1_000_000

/**
 * How many turns of the main thread took so many tenths of a millisecond, elapsed and of its CPU time, in which other
 * processes do not count; and how long all of it took.
 */
export type Turns = { counts: Uint32Array; cpuCounts: Uint32Array; seconds: number }

/** This thread's CPU time so far: other processes do not count. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

export async function turnsWhile(work: () => Promise<unknown>): Promise<Turns> {
  const counts = new Uint32Array(LONGEST_TENTHS)
  const cpuCounts = new Uint32Array(LONGEST_TENTHS)
  const startMs = performance.now()
  let lastMs = startMs
  let lastCpuMs = threadCpuMs()
  let goesOn = true
  const turn = (): void => {
    const nowMs = performance.now()
    const nowCpuMs = threadCpuMs()
    note(counts, nowMs - lastMs)
    note(cpuCounts, nowCpuMs - lastCpuMs)
    lastMs = nowMs
    lastCpuMs = nowCpuMs
    if (goesOn) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  goesOn = false
  return { counts, cpuCounts, seconds: (performance.now() - startMs) / 1_000 }
}

function note(counts: Uint32Array, ms: number): void {
  const tenths = Math.min(LONGEST_TENTHS - 1, Math.ceil(ms * TENTHS))
  counts[tenths] = (counts[tenths] ?? 0) + 1
}

/** By time, as a scan meets them: most turns of an idle thread are empty, and would hide every other. */
function p99AndLongest(counts: Uint32Array): string {
  const total = counts.reduce((sum, count, tenths) => sum + count * tenths, 0)
  let seen = 0
  const p99 = counts.findIndex((count, tenths) => (seen += count * tenths) >= total * 0.99)
  const longest = counts.findLastIndex((count) => count > 0)
  return `p99 ${(p99 / TENTHS).toFixed(1)} ms, longest ${(longest / TENTHS).toFixed(1)} ms`
}

export function printTurns(what: string, { counts, cpuCounts, seconds }: Turns): void {
  console.log(
    `${what}: ${seconds.toFixed(1)} s; turns ${p99AndLongest(counts)}; of CPU ${p99AndLongest(cpuCounts)} (${TURNS_GOAL})`,
  )
}
