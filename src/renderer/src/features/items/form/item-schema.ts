import { z } from 'zod'
import { SIZE_PROBLEM_AT, sizeProblem, type LeafCategory } from '../../../../../shared/domain/items/category'
import { createItemBody, writeAttributes } from '../../../../../shared/partner-api/item'
import { blankOr, lines, optional, text, typedCents, typedPercent, typedWhole } from '../../../forms/typed'
import type { ItemDraft } from './item-draft'

const { color, pattern, material, ...texts } = writeAttributes.shape
/** Attributes with several values, separated by commas. */
export const LIST_ATTRIBUTES = ['color', 'pattern'] as const
/** In the order of the document. @see partner-api "Resources / Attributes" */
export const TEXT_ATTRIBUTES = Object.keys(texts) as (keyof typeof texts)[]

const body = createItemBody.shape
const { scale, name, type, sizing_id } = body.size.unwrap().shape
const { max_discount } = body.discount.unwrap().shape
const { value, percentage } = material.unwrap().element.shape
const { url, subtype } = body.photos.element.shape

/** Builds an object with the same value for each name. */
const forEach = <K extends string, T>(names: readonly K[], of: (name: K) => T) =>
  Object.fromEntries(names.map((one) => [one, of(one)])) as Record<K, T>

const several = text.transform((typed) =>
  typed
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
)

const attributes = z
  .object({
    color: optional(several.pipe(color.unwrap())),
    pattern: optional(several.pipe(pattern.unwrap())),
    material: lines(z.object({ value: text.pipe(value), percentage: typedPercent.pipe(percentage) })),
    ...forEach(TEXT_ATTRIBUTES, (one) => optional(texts[one].unwrap())),
  })
  .transform((given) => (Object.values(given).some((one) => one !== undefined) ? given : undefined))

const size = blankOr(
  z.object({
    scale: text.pipe(scale),
    name: text.pipe(name),
    type: optional(type.unwrap()),
    sizing_id: optional(typedWhole.pipe(sizing_id.unwrap())),
  }),
  ['scale', 'name'],
)

/**
 * A new item as typed. The size is checked against the leaf category, if known; main checks it again.
 * @see partner-api "POST /api/v1.0/items"
 */
export const itemSchema = (leaf: LeafCategory | null) =>
  z.object({
    title: text.pipe(body.title),
    description: optional(body.description.unwrap()),
    external_id: optional(body.external_id.unwrap()),
    mpn: optional(body.mpn.unwrap()),
    price: typedCents.pipe(body.price),
    msrp: typedCents.pipe(body.msrp),
    discount: optional(typedPercent.pipe(max_discount.shape.percentage)).transform((percent) =>
      percent === undefined ? undefined : { max_discount: { percentage: percent } },
    ),
    brand_id: typedWhole.pipe(body.brand_id),
    category_id: body.category_id.nullable().pipe(body.category_id),
    warehouse_id: typedWhole.pipe(body.warehouse_id),
    quality: text.pipe(body.quality),
    condition_description: optional(body.condition_description.unwrap()),
    with_tag: z
      .enum(['unsaid', 'yes', 'no'])
      .transform((answer) => (answer === 'unsaid' ? undefined : answer === 'yes')),
    authentication_type: optional(body.authentication_type.unwrap()),
    photos: lines(z.object({ url: text.pipe(url), subtype: text.pipe(subtype) })).transform(
      (photos) => photos ?? [],
    ),
    size: size.superRefine((given, context) => {
      const problem = leaf === null ? null : sizeProblem(leaf, given)
      if (problem === null) return
      const { path, code } = SIZE_PROBLEM_AT[problem]
      context.addIssue({ code: 'custom', message: code, path: path.slice(1) })
    }),
    attributes,
  })

const TEXT_FIELDS = [
  'title',
  'description',
  'external_id',
  'mpn',
  'price',
  'msrp',
  'discount',
  'brand_id',
  'quality',
  'condition_description',
  'authentication_type',
] as const

/** An empty form. @param warehouseId the settings' default */
export const emptyItem = (warehouseId: number | null): ItemDraft => ({
  ...forEach(TEXT_FIELDS, () => ''),
  warehouse_id: String(warehouseId ?? ''),
  with_tag: 'unsaid',
  photos: [{ url: '', subtype: '' }],
  ...ofCategory(null),
  attributes: { ...forEach([...LIST_ATTRIBUTES, ...TEXT_ATTRIBUTES], () => ''), material: [] },
})

/** A category's default; the size chosen for the previous category is dropped. */
export function ofCategory(leaf: LeafCategory | null): Pick<ItemDraft, 'category_id' | 'size'> {
  const scales = Object.keys(leaf?.allowedSizes ?? {})
  return {
    category_id: leaf?.id ?? null,
    size: {
      scale: leaf?.defaultSize?.scale ?? (scales.length === 1 ? (scales[0] ?? '') : ''),
      name: leaf?.defaultSize?.name ?? '',
      type: leaf?.sizingType ?? '',
      sizing_id: '',
    },
  }
}
