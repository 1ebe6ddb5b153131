import { useMemo } from 'react'
import type { Requests } from '../../../shared/contract/bridge'
import type { BulkJobView } from '../../../shared/contract/bulk'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { SavedTable } from '../../../shared/contract/tables'
import type { BulkKind } from '../../../shared/domain/items/bulk-job'
import type { Reads } from '../data/reads'
import { useStores } from '../stores/stores'
import { useKept } from './use-read'

/** Which rows of a bulk change are listed. */
export type RowsShown = RequestOf<'bulk:rows'>['shown']

/** What the page of bulk changes shows, and what is asked there. */
export type BulkShown = {
  /** The one that is open; `null` while the list is. */
  jobId: number | null
  rows: RowsShown
  /** The form that starts one with a file, for this kind; `null` while it is closed. */
  fileFor: BulkKind | null
  /** How many requests are under way. */
  asking: number
  /** Why the last one was refused. */
  error: BridgeError | null
  saved: SavedTable | null
  /** Another object each time that something else is shown: what was asked before is of no use then. */
  visit: object
}
const NAME = 'bulk shown'
const LIST: BulkShown = {
  ...{ jobId: null, rows: 'all', fileFor: null, asking: 0, error: null, saved: null },
  visit: {},
}
/** As many as one answer may hold. */
const ROWS_AT_ONCE = 200

type Answered<T> = Extract<Result<T>, { ok: true }>

/** What can be done on the page of bulk changes; a step resolves with why it was refused, unless the page says so itself. */
export function bulkSteps(requests: Requests, reads: Reads) {
  const state = () => reads.kept(NAME, LIST)
  const update = (part: Partial<BulkShown>) => reads.keep(NAME, { ...state(), ...part })
  const show = (part: Partial<BulkShown> = {}) => reads.keep(NAME, { ...LIST, ...part, visit: {} })

  const ask = async <T>(
    work: () => Promise<Result<T>>,
    done: (answer: Answered<T>) => void,
  ): Promise<BridgeError | null> => {
    const { visit } = state()
    update({ asking: state().asking + 1, error: null })
    const answer = await work()
    if (state().visit !== visit) return null
    if (answer.ok) done(answer)
    if (state().visit === visit) update({ asking: state().asking - 1 })
    return answer.ok ? null : answer.error
  }
  /** Says at the top of the page why it was refused. */
  const askAloud = async <T>(
    work: () => Promise<Result<T>>,
    done: (answer: Answered<T>) => void,
  ): Promise<void> => {
    const error = await ask(work, done)
    if (error !== null) update({ error })
  }
  const begin = (ask: () => Promise<Result<{ jobId: number }>>): Promise<void> =>
    askAloud(ask, ({ value: { jobId } }) => show({ jobId }))
  /** Does something with the open one, which main answers with it as it is then. */
  const act = async (
    work: (jobId: number) => Promise<Result<BulkJobView>>,
    done: () => void = () => undefined,
  ): Promise<BridgeError | null> => {
    const { jobId } = state()
    if (jobId === null) return null
    const account = reads.account()
    return ask(async () => {
      const answer = await work(jobId)
      // It is as it is now, also if the page was left meanwhile.
      if (answer.ok && reads.account() === account) reads.take('bulk:read', { jobId }, answer)
      return answer
    }, done)
  }
  const actAloud = async (work: (jobId: number) => Promise<Result<BulkJobView>>): Promise<void> => {
    const error = await act(work)
    if (error !== null) update({ error })
  }
  return {
    /** What is shown now. */
    shown: state,
    open: (jobId: number) => show({ jobId }),
    showList: () => show(),
    /** The open one could not be read: if somebody else has deleted it, the list says so. */
    leaveIfGone(error: BridgeError) {
      if (error.code === 'job_not_found' && state().asking === 0) show({ error })
    },
    chooseFile: (fileFor: BulkKind | null) => show({ fileFor }),
    setRows: (rows: RowsShown) => update({ rows }),
    /** Draws up a change of the items that match now, and opens it. */
    fromFilter(change: RequestOf<'bulk:from-filter'>) {
      show()
      return begin(() => requests['bulk:from-filter'](change))
    },
    fromFile: (file: RequestOf<'bulk:from-file'>) => begin(() => requests['bulk:from-file'](file)),
    changeBack: (jobId: number) => begin(() => requests['bulk:change-back']({ jobId })),
    setUp: (change: Omit<RequestOf<'bulk:set-up'>, 'jobId'>) =>
      act((jobId) => requests['bulk:set-up']({ jobId, ...change })),
    /** Corrects cells of one row. */
    edit: (row: number, cells: readonly { column: number; text: string }[]) =>
      act(async (jobId) => {
        for (const cell of cells) {
          const answer = await requests['bulk:edit']({ jobId, row, ...cell })
          if (!answer.ok || cell === cells.at(-1)) return answer
        }
        return requests['bulk:read']({ jobId })
      }),
    leaveOut: (rows: number[] | 'wrong', leftOut: boolean) =>
      actAloud((jobId) => requests['bulk:leave-out']({ jobId, rows, leftOut })),
    /** Takes in all rows that were left out. */
    takeAllIn: () =>
      actAloud(async (jobId) => {
        for (;;) {
          const page = { shown: 'left_out', offset: 0, limit: ROWS_AT_ONCE } as const
          const found = await requests['bulk:rows']({ jobId, ...page })
          if (!found.ok) return found
          const rows = found.value.rows.map(({ row }) => row)
          if (rows.length === 0) return requests['bulk:read']({ jobId })
          const answer = await requests['bulk:leave-out']({ jobId, rows, leftOut: false })
          if (!answer.ok) return answer
        }
      }),
    confirm: (rows: number, belowFloor: boolean) =>
      act(
        (jobId) => requests['bulk:confirm']({ jobId, rows, belowFloor }),
        () => update({ rows: 'all' }),
      ),
    pause: (paused: boolean) => actAloud((jobId) => requests['bulk:pause']({ jobId, paused })),
    undo: () => actAloud((jobId) => requests['bulk:undo']({ jobId })),
    remove: (jobId: number) =>
      askAloud(
        async () => {
          const answer = await requests['bulk:delete']({ jobId })
          // So that the list does not show it for a moment.
          if (answer.ok) await reads.reload('bulk:list', {})
          return answer
        },
        () => show(),
      ),
    saveResult(jobId: number) {
      update({ saved: null })
      return askAloud(
        () => requests['bulk:save-result']({ jobId }),
        ({ value }) => update({ saved: value }),
      )
    },
  }
}

/** The page of bulk changes, as all of its parts and those that open it see it. */
export function useBulk() {
  const { bridge, reads } = useStores()
  const [shown] = useKept(NAME, LIST)
  const steps = useMemo(() => bulkSteps(bridge.requests, reads), [bridge, reads])
  return { ...steps, ...shown, busy: shown.asking > 0 }
}
