import type { TFunction } from 'i18next'
import type { ItemLook } from '../../../shared/contract/views'
import { codeKey } from '../../../shared/domain/text/codes'
import { wordsOfCode } from '../locales/i18n'

/** How an item is named so that nobody takes another one of the same title for it. */

/** An item's condition in words; the document lists none, so one without words is shown as it came. */
export function gradeWords(t: TFunction, quality: string): string {
  return wordsOfCode(t, `grades.${codeKey(quality)}`, quality)
}

/** The size as people say it, the condition, and what is said about it. */
function traitsOf(t: TFunction, { size, quality, condition }: ItemLook): string[] {
  return [sizeOf(t, size), quality === null ? '' : gradeWords(t, quality), condition ?? '']
}

function sizeOf(t: TFunction, size: string | null): string {
  return size === null ? '' : t('scan.size', { size })
}

/** In one line. */
export function nameOfLook(t: TFunction, item: ItemLook): string {
  return [item.title ?? '', sizeOf(t, item.size)].filter(Boolean).join(', ')
}

/**
 * @param others what it is compared with
 * @returns `large`: the title; among others of that title what tells it from them, with the rest as `small`, else empty
 */
export function wordsOfLook(
  t: TFunction,
  item: ItemLook,
  others: readonly ItemLook[],
): { large: string; small: string } {
  const title = item.title ?? ''
  const namesakes = others.filter((other) => other.title === item.title).map((other) => traitsOf(t, other))
  if (namesakes.length === 0) return { large: title, small: '' }
  const traits = traitsOf(t, item)
  const apart = traits.filter((trait, index) => namesakes.some((other) => other[index] !== trait))
  // The words about the condition are long, and are read only where nothing shorter tells.
  const [large = title] = [apart.filter((trait) => trait !== item.condition), apart]
    .map((words) => words.filter(Boolean).join(', '))
    .filter(Boolean)
  const rest = traits.filter((trait) => trait !== '' && !large.includes(trait))
  return { large, small: (large === title ? rest : [title, ...rest]).join(' · ') }
}
