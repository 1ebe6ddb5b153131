import type { ItemDraft } from '../../stores/item-draft'

/** What every part of the form is given. */
export type FormPart = {
  draft: ItemDraft
  edit: (part: Partial<ItemDraft>) => void
  /** The words of what is wrong with a field. */
  problem: (field: string) => string | null
}
