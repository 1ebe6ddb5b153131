const BEFORE_MARK = / (?=[:;!?»%…])/g
const AFTER_MARK = /(?<=«|n°) /g

/** French parts its marks from the word by a blank that no line may break at; the words are written with plain ones. */
export function bindMarks<T extends object>(words: T): T {
  const bound = Object.entries(words).map(([key, value]: [string, unknown]) => [
    key,
    typeof value === 'string'
      ? value.replace(BEFORE_MARK, '\u00a0').replace(AFTER_MARK, '\u00a0')
      : bindMarks(value as object),
  ])
  return Object.fromEntries(bound) as T
}
