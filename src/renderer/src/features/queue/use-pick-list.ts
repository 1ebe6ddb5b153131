import type { ValueOf } from '../../../../shared/contract/bridge'
import type { RequestOf } from '../../../../shared/contract/requests'
import type { PickSize } from '../../../../shared/domain/orders/pick-list'
import type { Reads } from '../../data/reads'
import { useKept, useRead } from '../../parts/use-read'
import { useStores } from '../../stores/stores'

type Asked = RequestOf<'packing:picks'>
/** `list`: `null` until it is made. `filter`: the queue's when it was. */
type Made = Asked & { list: ValueOf['packing:picks'] | null }
const NAME = 'picks'
const FIRST: Made = { orders: 10, filter: 'any', list: null }
const NONE: ReadonlySet<string> = new Set()

/** Makes the list, and keeps it: what is only read is forgotten in time. */
export async function makePickList(reads: Reads, asked: Asked): Promise<void> {
  const made = () => reads.kept(NAME, FIRST)
  const isMade = () => made().orders === asked.orders && made().filter === asked.filter
  reads.keep(NAME, { ...asked, list: isMade() ? made().list : null } satisfies Made)
  await reads.reload('packing:picks', asked)
  const { value } = reads.read('packing:picks', asked)
  if (isMade() && value !== null) reads.keep(NAME, { ...asked, list: value } satisfies Made)
}

/** What to fetch for the next orders. It stays as it is, with its ticks, until a person asks for another one. */
export function usePickList() {
  const { reads, queue } = useStores()
  const [open, setOpen] = useKept('picks open', false)
  const [{ list, ...asked }] = useKept(NAME, FIRST)
  /** Keys of the rows that were fetched. */
  const [fetched, setFetched] = useKept('picks fetched', NONE)
  const { error } = useRead('packing:picks', asked, { asks: 'never' })
  const filterNow = () => queue.getState().filter
  /** Makes the list again; what was fetched and is on it again stays ticked. */
  const make = (orders: PickSize) => void makePickList(reads, { orders, filter: filterNow() })
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
