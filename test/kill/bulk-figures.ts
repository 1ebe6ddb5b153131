import { appliedItems, appliedShipments, isItem, type Seen } from './bulk-journey'
import type { BulkRun, BulkSize } from './bulk-life'

/** Prints what a run of bulk jobs took; nothing is judged by these figures. */
export function printBulk(run: BulkRun): void {
  const { size, marketplace } = run
  const journal = marketplace.journal()
  const refused = journal.filter((entry) => isItem(entry) && entry.sent === 429).length
  const packs = appliedShipments(journal).map(
    ({ body, appliedAt }) => ms(appliedAt) - ms((body as { packed_at?: string }).packed_at),
  )
  console.log(
    [
      `Many items at once: ${size.items} items, ${size.perSecond} writes a second, ${size.speed} times real time`,
      `  created: ${phase(run.seen.create, appliedItems(journal, 'POST').length, size)}`,
      `  prices changed: ${phase(run.seen.price, appliedItems(journal, 'PUT').length, size)}`,
      `  killed: ${run.kills} times; refused as too many: ${refused} of ${2 * size.items + refused} writes`,
      `  packs on the marketplace after: p50 ${part(packs, 0.5)}, p95 ${part(packs, 0.95)}, longest ${part(packs, 1)} ms`,
    ].join('\n'),
  )
}

function phase(seen: Seen, taken: number, size: BulkSize): string {
  const seconds = ((seen.endedMs - seen.beganMs) * size.speed) / 1_000
  const share = taken / (seconds * size.perSecond)
  return [
    `${taken} in ${seconds.toFixed(0)} s, ${percent(share)} of the rate`,
    `progress off by at most ${percent(offBy(seen) / size.items)}`,
    `the end foretold in the second half off by at most ${percent(endOffBy(seen, size))}`,
  ].join('; ')
}

function offBy({ said }: Seen): number {
  return Math.max(
    ...said.map(({ confirmed, taken }) => Math.max(confirmed - taken.after, taken.before - confirmed)),
  )
}

/** As a part of the whole time; from the middle of the job on, or, if it was killed later, from then on. */
function endOffBy({ said, beganMs, endedMs, killedMs }: Seen, { speed }: BulkSize): number {
  const wholeMs = endedMs - beganMs
  const fromMs = Math.max(killedMs, beganMs + wholeMs / 2)
  const off = said.flatMap(({ atMs, secondsLeft }) =>
    atMs < fromMs || secondsLeft === null
      ? []
      : Math.abs(atMs + (secondsLeft * 1_000) / speed - endedMs) / wholeMs,
  )
  return Math.max(0, ...off)
}

function ms(at: string | null | undefined): number {
  return Date.parse(at ?? '')
}

function part(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return String(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))])
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
