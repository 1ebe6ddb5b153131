/** What is shown of a record inside a field. */

export function isEmpty(value: unknown): value is null | undefined {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The parts that say something: only the record itself shows which of its fields are empty. */
export function filledParts(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)))
}

/** The percentage, if the record says nothing else; else `null`. */
export function percentIn(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null
  const { percentage, ...others } = filledParts(value as Record<string, unknown>)
  return typeof percentage === 'number' && Object.keys(others).length === 0 ? percentage : null
}
