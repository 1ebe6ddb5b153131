import { ANY_ITEM, type ItemFilter, type ItemSort } from '../../../../shared/domain/items/item-filter'
import { useAct, useKept } from '../../parts/use-read'
import { useStores } from '../../stores/stores'

const NEWEST_FIRST: ItemSort = { by: 'updated', descending: true }

/** Which items are listed, and in which order. */
export function useItemList() {
  const { items } = useStores()
  const [choice, keep] = useKept('items', { filter: ANY_ITEM, sort: NEWEST_FIRST })
  const { clear: forgetFile } = useAct('items:save')
  const change = (part: Partial<typeof choice>) => {
    forgetFile()
    keep({ ...choice, ...part })
  }
  return {
    ...choice,
    find(filter: ItemFilter) {
      items.setState({ createdAs: null })
      change({ filter })
    },
    sortBy: (sort: ItemSort) => change({ sort }),
  }
}
