import type { CreateItemBody } from '../../../shared/partner-api/item'

/** A new item as it is typed, in the shape and the words of the request. */

type Attributes = NonNullable<CreateItemBody['attributes']>
type Parts = 'category_id' | 'with_tag' | 'photos' | 'size' | 'attributes'

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
