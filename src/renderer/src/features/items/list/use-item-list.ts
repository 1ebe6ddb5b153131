import { ANY_ITEM, type ItemFilter, type ItemSort } from '../../../../../shared/domain/items/item-filter'
import { useAct, useKept } from '../../../parts/use-read'

const NEWEST_FIRST: ItemSort = { by: 'updated', descending: true }

/** The name by which the page keeps what the item is called that was listed just now. */
export const CREATED_AS = 'items created as'

/** Which items are listed, and in which order. */
export function useItemList() {
  const [choice, keep] = useKept('items', { filter: ANY_ITEM, sort: NEWEST_FIRST })
  const [createdAs, setCreatedAs] = useKept<string | null>(CREATED_AS, null)
  const { clear: forgetFile } = useAct('items:save')
  const change = (part: Partial<typeof choice>) => {
    forgetFile()
    keep({ ...choice, ...part })
  }
  return {
    ...choice,
    createdAs,
    find(filter: ItemFilter) {
      setCreatedAs(null)
      change({ filter })
    },
    sortBy: (sort: ItemSort) => change({ sort }),
  }
}
