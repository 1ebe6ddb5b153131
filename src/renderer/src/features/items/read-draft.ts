import type { ItemDraft } from '../../stores/item-draft'

/**
 * What was typed before, as far as it fits today's form: another version may have kept it. Fields that it lacks are
 * empty, unknown ones are left out.
 */
export function readDraft(kept: unknown, empty: ItemDraft): ItemDraft {
  return fit(kept, empty) as ItemDraft
}

/** An object has the fields of `like`; a list has parts like its first. */
function fit(kept: unknown, like: unknown): unknown {
  if (Array.isArray(like)) {
    if (!Array.isArray(kept)) return like
    const part: unknown = like[0]
    return part === undefined ? kept.filter(isMaterial) : kept.map((one) => fit(one, part))
  }
  if (isRecord(like)) {
    const fields = isRecord(kept) ? kept : {}
    return Object.fromEntries(Object.entries(like).map(([name, part]) => [name, fit(fields[name], part)]))
  }
  // The category is a number once it is picked.
  if (like === null) return typeof kept === 'number' ? kept : null
  return typeof kept === typeof like ? kept : like
}

/** The only list that is empty in an empty form. */
function isMaterial(one: unknown): boolean {
  return isRecord(one) && typeof one['value'] === 'string' && typeof one['percentage'] === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
