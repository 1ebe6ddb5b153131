/**
 * Values that an account already uses, most used first, by field. The document does not list what quality,
 * authentication type, views of photos and attributes may be, so forms propose what went through before.
 */
export type UsedValues = Readonly<Record<string, readonly string[]>>

/** Most values proposed for a field. */
const MOST_VALUES = 50

/** Fields of an item whose values are proposed, as paths; a list counts each of its values. */
const PATHS = ['quality', 'authentication_type', 'brand_id', 'photos.subtype', 'size.type'] as const

/**
 * Counts the values of items, in the shape of the Partner API: as read, or as they were sent to be listed.
 * Those used equally often keep the order in which they were found.
 */
export function createValueCount(): { add(item: unknown): void; values(): UsedValues } {
  const counts = new Map<string, Map<string, number>>()
  const count = (path: string, value: unknown): void => {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string' || text.trim() === '') return
    const ofPath = counts.get(path) ?? new Map<string, number>()
    counts.set(path, ofPath.set(text, (ofPath.get(text) ?? 0) + 1))
  }
  return {
    add(item) {
      for (const path of PATHS) for (const value of valuesAt(item, path.split('.'))) count(path, value)
      for (const [name, value] of Object.entries(partOf(item, 'attributes') ?? {}))
        // A material is a value and its share; the other lists are plain values.
        for (const one of listOf(value))
          count(`attributes.${name}${isRecord(one) ? '.value' : ''}`, partOf(one, 'value') ?? one)
    },
    values: () =>
      Object.fromEntries(
        [...counts].map(([path, ofPath]) => [
          path,
          [...ofPath]
            .sort(([, left], [, right]) => right - left)
            .slice(0, MOST_VALUES)
            .map(([value]) => value),
        ]),
      ),
  }
}

function valuesAt(whole: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [whole]
  return listOf(whole).flatMap((part) => valuesAt(partOf(part, name), rest))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function partOf(whole: unknown, name: string): unknown {
  return isRecord(whole) && Object.hasOwn(whole, name) ? whole[name] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
