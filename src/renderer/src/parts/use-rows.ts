import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ValueOf } from '../../../shared/contract/bridge'
import { createRows, type ListCall, type ListRequest, type RowOf, type RowsHeld } from '../data/rows'
import { useStores } from '../stores/stores'
import type { ReadOptions } from './use-read'

/** A long list as a table shows it. */
export type Rows<Row> = RowsHeld<Row> & {
  /** Stands for what is listed: when it changes, the list begins at its top. */
  list: string
  /** Reads these rows, which are in sight from now on. */
  show: (first: number, last: number) => void
  again: () => Promise<void>
}

/** The rows that a call answers with, and again whenever the page is opened; only those in sight are read. */
export function useRows<C extends ListCall>(
  channel: C,
  request: ListRequest<C>,
  { staleOn = [] }: Pick<ReadOptions, 'staleOn'> = {},
): Rows<RowOf<C>> & { firstPage: ValueOf[C] | null } {
  const { reads } = useStores()
  // It stands for the request, which is another object each time.
  const list = JSON.stringify(request)
  const reader = useMemo(
    () => createRows(reads, channel, JSON.parse(list) as ListRequest<C>),
    [reads, channel, list],
  )
  const held = useSyncExternalStore(reader.subscribe, reader.held)
  useEffect(() => void reader.open(), [reader])
  const kinds = staleOn.join()
  useEffect(
    () =>
      reads.onEvent(({ kind }) => {
        if (kind === 'station_replaced' || kinds.split(',').includes(kind)) void reader.reload()
      }),
    [reads, reader, kinds],
  )
  return { ...held, list, show: reader.show, again: reader.reload }
}
