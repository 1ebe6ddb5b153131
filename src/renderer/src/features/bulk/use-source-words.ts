import { useTranslation } from 'react-i18next'
import type { BulkJobView } from '../../../../shared/contract/bulk-views'
import { filterParts, useItemFilterWords } from '../../parts/item-filter-words'

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
