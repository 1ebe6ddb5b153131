import type { RequestOf } from '../../../shared/contract/requests'
import { SIZE_PROBLEMS, sizeProblem, type LeafCategory } from '../../../shared/domain/items/category'
import type { ItemProblem } from '../../../shared/domain/items/item-problem'
import { parseCents } from '../../../shared/domain/orders/money'
import { readAttributes, type AttributesDraft } from './attributes-draft'
import { readPercent, readWhole } from './typed-number'

/** A new item as it is typed, and as it may be queued. */

export type PhotoDraft = { url: string; subtype: string }

/** Fields that are one line of text each. */
export const TEXT_FIELDS = [
  'title',
  'description',
  'externalId',
  'mpn',
  'price',
  'msrp',
  'discount',
  'brandId',
  'warehouseId',
  'quality',
  'condition',
  'authenticationType',
  'sizeScale',
  'sizeName',
  'sizeType',
  'sizingId',
] as const
export type TextField = (typeof TEXT_FIELDS)[number]

export type ItemDraft = Readonly<Record<TextField, string>> & {
  /** `null` until one is picked. */
  categoryId: number | null
  withTag: 'unsaid' | 'yes' | 'no'
  photos: readonly PhotoDraft[]
  attributes: AttributesDraft
}

/** By field; photos and materials by their place, as in `photos.0.url`. */
export type ItemProblems = Readonly<Record<string, ItemProblem>>

type Body = RequestOf<'item:create'>['body']
type Found = Record<string, ItemProblem>

/** An empty form. @param warehouseId what the settings propose */
export function emptyDraft(warehouseId: number | null): ItemDraft {
  const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, ''])) as Record<TextField, string>
  return {
    ...texts,
    warehouseId: warehouseId === null ? '' : String(warehouseId),
    categoryId: null,
    withTag: 'unsaid',
    photos: [{ url: '', subtype: '' }],
    attributes: { texts: {}, materials: [] },
  }
}

/** The draft with a category, whose default size is proposed; the size of the one before is forgotten. */
export function withCategory(draft: ItemDraft, leaf: LeafCategory | null): ItemDraft {
  const scales = Object.keys(leaf?.allowedSizes ?? {})
  return {
    ...draft,
    categoryId: leaf?.id ?? null,
    sizeScale: leaf?.defaultSize?.scale ?? (scales.length === 1 ? (scales[0] ?? '') : ''),
    sizeName: leaf?.defaultSize?.name ?? '',
    sizeType: leaf?.sizingType ?? '',
    sizingId: '',
  }
}

/**
 * The request of a draft, or what is wrong with it per field. The size is judged by the leaf where it is known, as main
 * judges it again.
 * @see partner-api "POST /api/v1.0/items"
 */
export function readItemDraft(
  draft: ItemDraft,
  leaf: LeafCategory | null,
): { body: Body } | { problems: ItemProblems } {
  const problems: Found = {}
  const body = {
    ...optionalTexts(draft),
    title: demanded(problems, 'title', draft.title),
    price: cents(problems, 'price', draft.price),
    msrp: cents(problems, 'msrp', draft.msrp),
    ...discountOf(problems, draft),
    brand_id: whole(problems, 'brandId', draft.brandId),
    category_id: draft.categoryId ?? missing(problems, 'categoryId'),
    warehouse_id: whole(problems, 'warehouseId', draft.warehouseId),
    quality: demanded(problems, 'quality', draft.quality),
    ...(draft.withTag === 'unsaid' ? {} : { with_tag: draft.withTag === 'yes' }),
    photos: photosOf(problems, draft.photos),
    ...sizeOf(problems, draft, leaf),
    ...readAttributes(problems, draft.attributes),
  }
  return Object.keys(problems).length > 0 ? { problems } : { body }
}

const OPTIONAL = {
  description: 'description',
  external_id: 'externalId',
  mpn: 'mpn',
  condition_description: 'condition',
  authentication_type: 'authenticationType',
} as const satisfies Record<string, TextField>

function optionalTexts(draft: ItemDraft): Partial<Record<keyof typeof OPTIONAL, string>> {
  const given = Object.entries(OPTIONAL).map(([name, field]) => [name, draft[field].trim()] as const)
  return Object.fromEntries(given.filter(([, text]) => text !== ''))
}

function demanded(problems: Found, field: string, text: string): string {
  if (text.trim() === '') problems[field] = 'missing'
  return text.trim()
}

function missing(problems: Found, field: string): number {
  problems[field] = 'missing'
  return 0
}

function cents(problems: Found, field: string, text: string): number {
  const parsed = parseCents(text)
  if (parsed.ok) return parsed.cents
  problems[field] = parsed.problem
  return 0
}

function whole(problems: Found, field: string, text: string): number {
  if (text.trim() === '') return missing(problems, field)
  const number = readWhole(text)
  if (number === null) problems[field] = 'not_whole'
  return number ?? 0
}

function discountOf(problems: Found, { discount }: ItemDraft): Pick<Body, 'discount'> {
  if (discount.trim() === '') return {}
  const percentage = readPercent(discount)
  if (percentage === null) problems['discount'] = 'not_percent'
  return { discount: { max_discount: { percentage: percentage ?? 0 } } }
}

/** Lines that are empty altogether are left out. */
function photosOf(problems: Found, photos: readonly PhotoDraft[]): PhotoDraft[] {
  const given = photos.map(({ url, subtype }) => ({ url: url.trim(), subtype: subtype.trim() }))
  given.forEach(({ url, subtype }, index) => {
    if (url === '' && subtype === '') return
    if (!URL.canParse(url)) problems[`photos.${index}.url`] = 'not_url'
    if (subtype === '') problems[`photos.${index}.subtype`] = 'subtype_missing'
  })
  return given.filter(({ url, subtype }) => url !== '' || subtype !== '')
}

function sizeOf(problems: Found, draft: ItemDraft, leaf: LeafCategory | null): Pick<Body, 'size'> {
  const [scale, name, type] = [draft.sizeScale.trim(), draft.sizeName.trim(), draft.sizeType.trim()]
  const none = scale === '' && name === ''
  const size = none ? undefined : { scale, name, ...(type === '' ? {} : { type }) }
  if (size !== undefined && (scale === '' || name === ''))
    problems[scale === '' ? 'sizeScale' : 'sizeName'] = 'missing'
  else if (leaf !== null) judgeSize(problems, leaf, size)
  if (size === undefined) return {}
  if (draft.sizingId.trim() === '') return { size }
  return { size: { ...size, sizing_id: whole(problems, 'sizingId', draft.sizingId) } }
}

function judgeSize(problems: Found, leaf: LeafCategory, size: Body['size']): void {
  switch (sizeProblem(leaf, size)) {
    case SIZE_PROBLEMS.empty:
      problems['sizeName'] = 'missing'
      break
    case SIZE_PROBLEMS.notAllowed:
      problems['sizeName'] = 'not_allowed'
      break
    case SIZE_PROBLEMS.typeEmpty:
      problems['sizeType'] = 'missing'
      break
    case null:
  }
}

const FIELD_OF_REFUSAL: Readonly<Record<string, string>> = {
  category_id: 'categoryId',
  size: 'sizeName',
  'size.type': 'sizeType',
  external_id: 'externalId',
}
const REFUSALS: readonly ItemProblem[] = ['not_leaf', 'not_allowed', 'missing', 'taken']

/** The problems in a refusal of main's; fields and codes that the form does not know are left out. */
export function problemsInRefusal(fields: Readonly<Record<string, string>> | undefined): ItemProblems {
  const problems: Found = {}
  for (const [name, code] of Object.entries(fields ?? {})) {
    const field = FIELD_OF_REFUSAL[name]
    const problem = REFUSALS.find((known) => known === code)
    if (field !== undefined && problem !== undefined) problems[field] = problem
  }
  return problems
}
