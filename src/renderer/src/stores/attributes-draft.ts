import type { RequestOf } from '../../../shared/contract/requests'
import type { ItemProblem } from '../../../shared/domain/items/item-problem'
import { readPercent } from './typed-number'

/** The attributes of a new item as they are typed. Which apply to which category is not shown, so all are offered. */

/** Several values each, parted by commas. */
export const LIST_ATTRIBUTES = ['color', 'pattern'] as const
/** In the order of the document. @see partner-api "Resources / Attributes" */
export const TEXT_ATTRIBUTES = [
  'necklace_style',
  'bracelet_style',
  'ring_style',
  'ring_size',
  'general_style',
  'skirt_length',
  'neckline',
  'top_style',
  'sleeve_length',
  'jacket_style',
  'pant_cut',
  'waist',
  'pant_style',
  'shoes_style',
  'serial_number',
  'country_of_origin',
] as const

export type AttributeName = (typeof LIST_ATTRIBUTES)[number] | (typeof TEXT_ATTRIBUTES)[number]
export type MaterialDraft = { value: string; percentage: string }
export type AttributesDraft = {
  texts: Readonly<Partial<Record<AttributeName, string>>>
  materials: readonly MaterialDraft[]
}

type Attributes = NonNullable<RequestOf<'item:create'>['body']['attributes']>

/** The attributes that were filled in; nothing when none was. */
export function readAttributes(
  problems: Record<string, ItemProblem>,
  { texts, materials }: AttributesDraft,
): { attributes?: Attributes } {
  const attributes: Attributes = {}
  for (const name of LIST_ATTRIBUTES) {
    const values = (texts[name] ?? '').split(',').map((value) => value.trim())
    const given = values.filter((value) => value !== '')
    if (given.length > 0) attributes[name] = given
  }
  const material = readMaterials(problems, materials)
  if (material.length > 0) attributes.material = material
  for (const name of TEXT_ATTRIBUTES) {
    const text = (texts[name] ?? '').trim()
    if (text !== '') attributes[name] = text
  }
  return Object.keys(attributes).length === 0 ? {} : { attributes }
}

/** Lines that are empty altogether are left out. */
function readMaterials(
  problems: Record<string, ItemProblem>,
  materials: readonly MaterialDraft[],
): NonNullable<Attributes['material']> {
  const read: NonNullable<Attributes['material']> = []
  materials.forEach(({ value, percentage }, index) => {
    const name = value.trim()
    if (name === '' && percentage.trim() === '') return
    const percent = readPercent(percentage)
    if (name === '') problems[`material.${index}.value`] = 'material_missing'
    if (percent === null) problems[`material.${index}.percentage`] = 'not_percent'
    read.push({ value: name, percentage: percent ?? 0 })
  })
  return read
}
