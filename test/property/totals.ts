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
      `  share of needless holds: ${(100 * needless(totals).share).toFixed(3)} %`,
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

/** For which share of operations a person was asked who knows no more than the station. */
export function needless(totals: Totals): { ops: number; share: number } {
  const sum = (prefix: string): number =>
    Object.entries(totals)
      .filter(([what]) => what.startsWith(prefix))
      .reduce((total, [, number]) => total + number, 0)
  const ops = sum('op ')
  return { ops, share: sum('needless ') / Math.max(1, ops) }
}

/**
 * The only cases in which a check lets pass what it refuses otherwise: what no station can know, or another hand's doing.
 * Each use is counted and printed; one that no schedule needs for long should go.
 */
export type Excuse =
  | 'behind a replica, held for another reason'
  | 'moved by another hand'
  | 'canceled with its order by another hand'
  // The marketplace said that it was done, and did nothing.
  | 'a pretended pack was canceled since, and a person is asked'
  | 'a pretended pack, announced'
  | 'a parcel of a pretended pack, moved and announced'
  | 'a pretended move, overtaken by a later one'
  | 'a pretended move, announced'
  | 'a pretended cancellation'
  | 'a pretended item'
