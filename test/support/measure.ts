/** Measuring on shared, noisy machines: what is measured and its baseline take turns, and the median ratio counts. */

export type Contest = { name: string; baseline: string; unit: string; rounds: number }

/** How many units were done; `ms` where not all of the time counts. */
export type Done = number | { units: number; ms: number }
export type Side = (round: number) => Done | Promise<Done>

/** Runs both sides in turns, prints one row with both rates and their ratio, and returns the median ratio. */
export async function measure(contest: Contest, ours: Side, baseline: Side): Promise<number> {
  const ourRates: number[] = []
  const baselineRates: number[] = []
  for (let round = 0; round < contest.rounds; round += 1) {
    baselineRates.push(await rateOf(baseline, round))
    ourRates.push(await rateOf(ours, round))
  }
  const ratio = median(ourRates.map((rate, round) => rate / (baselineRates[round] ?? Number.NaN)))
  console.log(
    `${contest.name}: ${shown(median(ourRates))} ${contest.unit}/s · ${contest.baseline}: ` +
      `${shown(median(baselineRates))} ${contest.unit}/s · ratio ${ratio.toFixed(2)} (median of ${contest.rounds})`,
  )
  return ratio
}

async function rateOf(side: Side, round: number): Promise<number> {
  const startMs = performance.now()
  const done = await side(round)
  const { units, ms } = typeof done === 'number' ? { units: done, ms: performance.now() - startMs } : done
  return units / (ms / 1_000)
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

function shown(rate: number): string {
  return Math.round(rate).toLocaleString('en')
}

/** The 50th, 95th and 99th percentile of measured times. */
export function percentiles(times: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = [...times].sort((left, right) => left - right)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
