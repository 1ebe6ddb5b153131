import type { CreateItemBody } from '../../../../../shared/partner-api/item'

type Attributes = NonNullable<CreateItemBody['attributes']>
type Parts = 'category_id' | 'with_tag' | 'photos' | 'size' | 'attributes'

/** A new item as it is typed, in the shape and the words of the request. */
export type ItemDraft = Record<Exclude<keyof CreateItemBody, Parts>, string> & {
  /** `null` until one is picked. */
  category_id: number | null
  with_tag: 'unsaid' | 'yes' | 'no'
  photos: { url: string; subtype: string }[]
  size: Record<keyof NonNullable<CreateItemBody['size']>, string>
  /** Several values of a list are parted by commas. */
  attributes: Record<Exclude<keyof Attributes, 'material'>, string> & {
    material: { value: string; percentage: string }[]
  }
}

/**
 * What was typed before, as far as it fits today's form: another version may have kept it. Fields that it lacks are
 * empty, unknown ones are left out.
 * @param kept as JSON; `null` for nothing
 */
export function readDraft(kept: string | null, empty: ItemDraft): ItemDraft {
  return fit(kept === null ? null : readJson(kept), empty) as ItemDraft
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
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
