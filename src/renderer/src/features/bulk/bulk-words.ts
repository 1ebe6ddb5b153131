import type { TFunction } from 'i18next'
import type { Words } from '../../../../locales/words'
import type { BulkJobView, BulkRowView } from '../../../../shared/contract/bulk'
import type { RowProblem } from '../../../../shared/domain/items/bulk-job'
import { viewOfColumn } from '../../../../shared/domain/items/csv-columns'
import { hasText, useTranslation } from '../../locales/i18n'
import { filterParts, useItemFilterWords } from '../../parts/item-filter-words'

/** Bulk changes in words. */

/** A state as people see it: one that is paused says so. */
export function stateWords(t: TFunction, { state, paused }: BulkJobView): string {
  return t(`bulk.states.${paused && (state === 'queueing' || state === 'running') ? 'paused' : state}`)
}

const IN_FORM = {
  'size.scale': 'items.form.sizeScale',
  'size.name': 'items.fields.size',
  'size.type': 'items.form.sizeType',
  'size.sizing_id': 'items.fields.sizing_id',
  photos: 'items.form.photos',
} as const

/** A field of a file's column; one without words is named as it is. */
export function fieldWords(t: TFunction, field: string): string {
  const view = viewOfColumn(field)
  if (view !== null) return t('bulk.mapping.photoOf', { view })
  if (field === 'category_id') return t('categories.id')
  if (Object.hasOwn(IN_FORM, field)) return t(IN_FORM[field as keyof typeof IN_FORM])
  const name = field.replace(/^attributes\./, '')
  return hasText(`items.fields.${name}`) ? t(`items.fields.${name as keyof Words['items']['fields']}`) : field
}

type KnownProblem = keyof Words['bulk']['problems']

/** What is wrong with a row: with its cell, if a column has it. */
export function problemWords(
  t: TFunction,
  { field, code, detail }: RowProblem,
  { cells }: Pick<BulkRowView, 'cells'>,
  columns: readonly (string | null)[],
): string {
  const words = problemOnly(t, { code, detail })
  if (field === '' || (cells === null && code !== 'no_msrp')) return words
  const cell = cells?.[columns.indexOf(field)] ?? ''
  const named = { field: fieldWords(t, field), words }
  return cell === '' ? t('bulk.problem', named) : t('bulk.problemAt', { ...named, cell: shorten(cell) })
}

/** The same where the cell is in sight. A code without words of its own is shown as it is. */
export function problemOnly(t: TFunction, { code, detail }: Omit<RowProblem, 'field'>): string {
  return hasText(`bulk.problems.${code}`)
    ? t(`bulk.problems.${code as KnownProblem}`, { code, detail: characterWords(detail ?? '') })
    : t('bulk.problems.other', { code })
}

/** A character is shown beside its number, if there is anything to see: `– (U+2013)`. */
function characterWords(detail: string): string {
  const [, hex] = /^U\+([0-9A-F]{4,6})$/.exec(detail) ?? []
  const char = hex === undefined ? '' : String.fromCodePoint(Number.parseInt(hex, 16))
  return /^[\p{L}\p{P}\p{S}]$/u.test(char) ? `${char} (${detail})` : detail
}

const LONGEST_SHOWN = 60

function shorten(cell: string): string {
  return cell.length > LONGEST_SHOWN ? `${cell.slice(0, LONGEST_SHOWN)} …` : cell
}

/** The item of a row, as far as it is known. */
export function itemWords(t: TFunction, { title, itemKey, cells }: BulkRowView): string {
  return title ?? itemKey ?? cells?.find((cell) => cell !== '') ?? t('bulk.unknownItem')
}

/** Where the items of a bulk change are from: a file, or a filter by its parts. */
export function useSourceWords(): (job: Pick<BulkJobView, 'source' | 'kind'>) => string {
  const { t } = useTranslation()
  const wordsOf = useItemFilterWords()
  return ({ source, kind }) => {
    if (source.from === 'file') return t('bulk.sources.file', { name: source.name })
    if (source.from === 'job') return t('bulk.sources.job')
    const parts = filterParts(source.filter)
    if (parts.length === 0) return t(kind === 'delist' ? 'bulk.sources.allListed' : 'bulk.sources.all')
    return parts
      .map(({ field, value }) =>
        t('items.filters.chip', { label: t(`items.filter.${field}`), value: wordsOf(field, value) }),
      )
      .join(' · ')
  }
}
