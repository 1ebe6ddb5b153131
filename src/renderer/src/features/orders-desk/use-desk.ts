import {
  ANY_ORDER,
  NEWEST_FIRST,
  type DeskFilter,
  type DeskSort,
  type SavedFilter,
} from '../../../../shared/domain/orders/order-desk'
import { useAct, useKept, useRead } from '../../parts/use-read'

/** What the order desk lists, and the filters that everybody at the station can choose. */

type Choice = {
  filter: DeskFilter
  sort: DeskSort
  /** The saved filter that was chosen last; it may have been changed since. */
  chosen: string | null
}

export function useDesk() {
  const { value: saved, take } = useRead('orders:filters', {})
  const [chosen, setChoice] = useKept<Choice | null>('order desk', null)
  const { clear: forgetFile } = useAct('orders:save')
  const usual = saved?.filters.find(({ filterId }) => filterId === saved.usual)
  // What the desk begins with, unless somebody has chosen already.
  const choice = chosen ?? (usual === undefined ? ALL : choiceOf(usual))
  const choose = (part: Partial<Choice>) => {
    forgetFile()
    setChoice({ ...choice, ...part })
  }
  return {
    ...choice,
    saved,
    takeSaved: take,
    choose,
    chooseSaved: (filter: SavedFilter) => choose(choiceOf(filter)),
    setFilter: (part: Partial<DeskFilter>) => choose({ filter: { ...choice.filter, ...part } }),
    /** Shows all orders. */
    clear: () => choose({ filter: ANY_ORDER, chosen: null }),
  }
}

const ALL: Choice = { filter: ANY_ORDER, sort: NEWEST_FIRST, chosen: null }

function choiceOf({ filterId, filter, sort }: SavedFilter): Choice {
  return { filter, sort, chosen: filterId }
}
