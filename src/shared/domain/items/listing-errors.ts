/**
 * What the marketplace says against the listing of an item, one line for each error. The document does not show how an
 * element looks, so a text is shown as it is, and of anything else each value with the names that lead to it.
 * @see partner-api "Resources / Item", "Element shape of listing_error_messages: not shown"
 */
export function listingErrors(messages: unknown): string[] {
  const elements = Array.isArray(messages) ? (messages as unknown[]).flat(DEEPEST) : [messages]
  return elements.map((element) => lineOf(element, 0)).filter((line) => line !== '')
}

const DEEPEST = 64
/** Names under which a text is the message itself. */
const MESSAGE_NAMES: ReadonlySet<string> = new Set(['message', 'error', 'detail', 'description'])

function lineOf(value: unknown, depth: number): string {
  if (value === null || value === undefined || depth > DEEPEST) return ''
  if (Array.isArray(value)) return joined((value as unknown[]).map((part) => lineOf(part, depth + 1)))
  if (typeof value === 'string') return value.trim()
  if (typeof value !== 'object') return JSON.stringify(value)
  return joined(
    Object.entries(value).map(([name, part]) => {
      const line = lineOf(part, depth + 1)
      return line === '' || MESSAGE_NAMES.has(name) ? line : `${name}: ${line}`
    }),
  )
}

function joined(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join(', ')
}
