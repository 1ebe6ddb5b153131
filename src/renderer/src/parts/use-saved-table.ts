import { readRows } from '../data/read-rows'
import type { ListCall, ListRequest, RowOf } from '../data/rows'
import type { Requests } from '../../../shared/contract/bridge'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { Cell } from '../../../shared/domain/statistics/csv'
import { useStores } from '../stores/stores'
import { useAct, useKept } from './use-read'

type Saves = 'outbox:save' | 'evidence:save' | 'items:save'
type Saving<C extends ListCall> = {
  request: ListRequest<C>
  /** Tells rows apart. */
  keyOf: (row: RowOf<C>) => number | string
  columns: string[]
  rowOf: (row: RowOf<C>) => Cell[]
}
type Reading = { isReading: boolean; total: number; error: BridgeError | null }
const NOT_READ: Reading = { isReading: false, total: 0, error: null }

/** Saves a whole list as CSV, at most `MOST_TABLE_ROWS`: it is read for it from its beginning. */
export function useSavedTable<C extends ListCall>(list: C, channel: Saves) {
  const { bridge, reads } = useStores()
  const { asked, done, error, perform, clear } = useAct(channel)
  const [reading, setReading] = useKept(`reading for ${channel}`, NOT_READ)
  const ask = bridge.requests[list] as Requests[ListCall] as unknown as (
    request: object,
  ) => Promise<Result<{ total: number; rows: readonly RowOf<C>[] }>>
  return {
    isSaving: reading.isReading || asked !== null,
    /** With how many rows the list had. */
    saved: done === null ? null : { ...done, total: reading.total },
    error: reading.error ?? error,
    /** Another list is shown since. */
    forget() {
      setReading({ ...reading, error: null })
      clear()
    },
    async save({ request, keyOf, columns, rowOf }: Saving<C>) {
      clear()
      const account = reads.account()
      setReading({ isReading: true, total: 0, error: null })
      const read = await readRows((offset, limit) => ask({ ...request, offset, limit }), keyOf)
      if (reads.account() !== account) return
      if (!read.ok) return setReading({ isReading: false, total: 0, error: read.error })
      const { total, rows } = read.value
      setReading({ isReading: false, total, error: null })
      await perform({ table: { columns, rows: rows.map(rowOf) } } satisfies RequestOf<'outbox:save'>)
    },
  }
}
