import type { RequestOf } from '../../../../shared/contract/requests'
import type { PickSize } from '../../../../shared/domain/orders/pick-list'
import { useKept, useRead } from '../../parts/use-read'
import { useStores } from '../../stores/stores'

const FIRST: RequestOf<'packing:picks'> = { orders: 10, filter: 'any' }
const NONE: ReadonlySet<string> = new Set()

/** What to fetch for the next orders. It stays as it is, with its ticks, until a person asks for another one. */
export function usePickList() {
  const { reads, queue } = useStores()
  const [open, setOpen] = useKept('picks open', false)
  /** `filter`: the queue's when the list was made. */
  const [asked, setAsked] = useKept('picks asked', FIRST)
  /** Keys of the rows that were fetched. */
  const [fetched, setFetched] = useKept('picks fetched', NONE)
  const { value: list, error } = useRead('packing:picks', asked, { asks: 'never' })
  const filterNow = () => queue.getState().filter
  /** Makes the list again; what was fetched and is on it again stays ticked. */
  const make = (orders: PickSize) => {
    const request = { orders, filter: filterNow() }
    setAsked(request)
    void reads.reload('packing:picks', request)
  }
  return {
    ...asked,
    ...{ open, list, error, fetched, make },
    show() {
      setOpen(true)
      if (list === null || asked.filter !== filterNow()) make(asked.orders)
    },
    hide: () => setOpen(false),
    toggle(key: string) {
      const without = [...fetched].filter((other) => other !== key)
      setFetched(new Set(fetched.has(key) ? without : [...fetched, key]))
    },
  }
}
