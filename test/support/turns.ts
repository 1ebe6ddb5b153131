/** How long the main thread is away from the packer. */

const TURNS_GOAL = 'goal: p99 under 10 ms, longest under 50 ms'

const TENTHS = 10
const LONGEST_TENTHS = 1_000_000

/** How many turns of the main thread took so many tenths of a millisecond; and how long all of it took. */
export type Turns = { counts: Uint32Array; seconds: number }

export async function turnsWhile(work: () => Promise<unknown>): Promise<Turns> {
  const counts = new Uint32Array(LONGEST_TENTHS)
  const startMs = performance.now()
  let lastMs = startMs
  let goesOn = true
  const turn = (): void => {
    const nowMs = performance.now()
    const tenths = Math.min(LONGEST_TENTHS - 1, Math.ceil((nowMs - lastMs) * TENTHS))
    counts[tenths] = (counts[tenths] ?? 0) + 1
    lastMs = nowMs
    if (goesOn) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  goesOn = false
  return { counts, seconds: (performance.now() - startMs) / 1_000 }
}

export function printTurns(what: string, { counts, seconds }: Turns): void {
  // By time, as a scan meets them: most turns of an idle thread are empty, and would hide every other.
  const total = counts.reduce((sum, count, tenths) => sum + count * tenths, 0)
  let seen = 0
  const p99 = counts.findIndex((count, tenths) => (seen += count * tenths) >= total * 0.99)
  const longest = counts.findLastIndex((count) => count > 0)
  const ms = (tenths: number): string => (tenths / TENTHS).toFixed(1)
  console.log(
    `${what}: ${seconds.toFixed(1)} s; turns p99 ${ms(p99)} ms, longest ${ms(longest)} ms (${TURNS_GOAL})`,
  )
}
