/** Measures on shared, noisy machines: the subject and its baseline take turns, and the median of the ratios counts. */

export type Contest = { name: string; baseline: string; unit: string; rounds: number }

/** How many units were done; `ms` if not all of the time counts. */
export type Done = number | { units: number; ms: number }
export type Side = (round: number) => Done | Promise<Done>

/** Units per second of both, and the median of the rounds' ratios. */
export type Outcome = { ours: number; baseline: number; ratio: number }

/** Runs both sides in turns and prints one row with both rates and their ratio. */
export async function measure(contest: Contest, ours: Side, baseline: Side): Promise<void> {
  print(contest, await compete(contest.rounds, ours, baseline))
}

/** Runs both sides in turns. */
export async function compete(rounds: number, ours: Side, baseline: Side): Promise<Outcome> {
  const ourRates: number[] = []
  const baselineRates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    baselineRates.push(await rateOf(baseline, round))
    ourRates.push(await rateOf(ours, round))
  }
  return {
    ours: median(ourRates),
    baseline: median(baselineRates),
    ratio: median(ourRates.map((rate, round) => rate / (baselineRates[round] ?? Number.NaN))),
  }
}

/** One row with both rates and their ratio. */
export function print(contest: Contest, { ours, baseline, ratio }: Outcome): void {
  console.log(
    `${contest.name}: ${shown(ours)} ${contest.unit}/s · ${contest.baseline}: ` +
      `${shown(baseline)} ${contest.unit}/s · ratio ${ratio.toFixed(2)} (median of ${contest.rounds})`,
  )
}

async function rateOf(side: Side, round: number): Promise<number> {
  const startMs = performance.now()
  const done = await side(round)
  const { units, ms } = typeof done === 'number' ? { units: done, ms: performance.now() - startMs } : done
  return units / (ms / 1_000)
}

/** Of at least one. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

function shown(rate: number): string {
  return rate.toLocaleString('en', { maximumSignificantDigits: 4 })
}

/** The 50th, 95th and 99th percentile of measured times. */
export function percentiles(times: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = [...times].sort((left, right) => left - right)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** This thread's CPU time so far: other processes do not count. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
