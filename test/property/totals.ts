/** Counts of everything that happened in all schedules, by name. */
export type Totals = Record<string, number>

/** Prints the figures of a run: what was requested, what was done to it, and the outcomes. */
export function printTotals(totals: Totals): void {
  const group = (prefix: string): [string, number][] =>
    Object.entries(totals)
      .filter(([what]) => what.startsWith(`${prefix} `))
      .map(([what, number]): [string, number] => [what.slice(prefix.length + 1), number])
      .sort(([left], [right]) => left.localeCompare(right))
  const line = (title: string, prefix: string): string => {
    const entries = group(prefix)
    const sum = entries.reduce((total, [, number]) => total + number, 0)
    return `  ${title}: ${sum} (${entries.map(([what, number]) => `${what} ${number}`).join(', ')})`
  }
  const single = (what: string): string => `  ${what}: ${totals[what] ?? 0}`
  console.log(
    [
      'Schedules against the faulty marketplace',
      single('schedules'),
      line('ops', 'op'),
      line('ended', 'end'),
      line('held', 'held'),
      line('faults that hit a request', 'fault'),
      line('what else happened', 'did'),
      line('many items at once', 'many'),
      line('rows without an op', 'row'),
      line('answers of persons', 'answer'),
      line('other hands', 'other'),
      line('refused at once', 'refused'),
      line('pulled back', 'went'),
      line('creates followed through the model', 'trace'),
      line('needless holds', 'needless'),
      `  share of needless holds: ${share(group('needless'), group('op'))}`,
      line('excused', 'excused'),
      single('ops carried'),
      single('pretended'),
      single('twins'),
      single('notices'),
      single('told of a change'),
      single('duplicates'),
      // Applied or shown later than the settle window: reported to a person each time.
      single('duplicates by the marketplace'),
      single('losses'),
    ].join('\n'),
  )
}

/**
 * The share of operations for which a person was asked who knows no more than the station. Without refunds: one that
 * looks like another is never taken for it, so that more of them are asked about.
 */
export function needlessShare(totals: Totals): number {
  const sum = (prefix: string): number =>
    Object.entries(totals)
      .filter(([what]) => what.startsWith(prefix) && !what.includes('create_refund'))
      .reduce((total, [, number]) => total + number, 0)
  return sum('needless ') / Math.max(1, sum('op '))
}

function share(part: [string, number][], whole: [string, number][]): string {
  const sum = (entries: [string, number][]): number =>
    entries.reduce((total, [, number]) => total + number, 0)
  return `${((100 * sum(part)) / Math.max(1, sum(whole))).toFixed(3)} %`
}
