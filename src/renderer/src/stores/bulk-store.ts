import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { BulkJobView, BulkRowView } from '../../../shared/contract/bulk-views'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { SavedTable } from '../../../shared/contract/tables'
import type { BulkKind } from '../../../shared/domain/items/bulk-job'
import { createHeld } from '../data/held'
import { oneAtATime } from '../data/one-at-a-time'
import { createWindowedList, emptyRows, type WindowedRows } from './windowed-list'

/** Changes to many items: the list of them, and the one that is open. */

/** Which rows of the open one are listed. */
export type RowsShown = RequestOf<'bulk:rows'>['shown']

export type BulkState = {
  /** Newest first; `null` before the first answer. */
  jobs: readonly BulkJobView[] | null
  /** The one that is open; `null` while the list is. */
  jobId: number | null
  /** `null` while it is being read. */
  job: BulkJobView | null
  shown: RowsShown
  rows: WindowedRows<BulkRowView>
  /** Why something that was read or asked for was refused. */
  error: BridgeError | null
  /** While something that was asked for is under way. */
  busy: boolean
  /** The form that starts one with a file, for this kind; `null` while it is closed. */
  fileFor: BulkKind | null
  saved: SavedTable | null
  /** Called by the page while it is on the screen; nothing is read while it is not. */
  watch(): () => void
  /** Reads again what is on the screen. */
  reload(): Promise<void>
  /** Makes sure that these rows are read. */
  show(first: number, last: number): void
  setShown(shown: RowsShown): void
  open(jobId: number): void
  showList(): void
  chooseFile(kind: BulkKind | null): void
  /** Draws up a change of the items that match now, and opens it. */
  fromFilter(change: RequestOf<'bulk:from-filter'>): Promise<void>
  fromFile(file: RequestOf<'bulk:from-file'>): Promise<void>
  changeBack(): Promise<void>
  setUp(change: Omit<RequestOf<'bulk:set-up'>, 'jobId'>): Promise<BridgeError | null>
  /** Corrects cells of one row. */
  edit(row: number, cells: readonly { column: number; text: string }[]): Promise<BridgeError | null>
  leaveOut(rows: number[] | 'wrong', leftOut: boolean): Promise<void>
  /** Takes in all rows that were left out. */
  takeAllIn(): Promise<void>
  confirm(rows: number, belowFloor: boolean): Promise<BridgeError | null>
  pause(paused: boolean): Promise<void>
  undo(): Promise<void>
  remove(): Promise<void>
  saveResult(): Promise<void>
}
export type BulkStore = StoreApi<BulkState>

/** As many as one answer may hold. */
const ROWS_AT_ONCE = 200

const CLOSED = {
  jobId: null,
  job: null,
  shown: 'all',
  rows: emptyRows<BulkRowView>(),
  error: null,
  busy: false,
  fileFor: null,
  saved: null,
} as const

export function createBulkStore({ requests, onEvent }: StationBridge): BulkStore {
  let watchers = 0
  /** Another account is at work since; what was asked of the one before is of no use. */
  let account = 0
  const held = createHeld()

  const store = createStore<BulkState>()((set, get) => {
    const list = createWindowedList<BulkRowView>(
      async (offset, limit) => {
        const { jobId, shown } = get()
        // Only an open one has rows.
        if (jobId === null) return { ok: true, value: { total: 0, rows: [] }, revision: 0 }
        return requests['bulk:rows']({ jobId, shown, offset, limit })
      },
      () => get().rows,
      (rows) => set({ rows }),
    )
    const readJobs = async (): Promise<void> => {
      const answer = await requests['bulk:list']({})
      set(answer.ok ? { jobs: answer.value } : { error: answer.error })
    }
    const readJob = async (jobId: number): Promise<void> => {
      const answer = await requests['bulk:read']({ jobId })
      if (get().jobId !== jobId) return
      if (answer.ok) {
        if (held.takes(answer.revision)) set({ job: answer.value })
        return
      }
      // Somebody else has deleted it.
      if (answer.error.code === 'job_not_found') set({ ...CLOSED, error: answer.error })
      else set({ error: answer.error })
    }
    const reload = oneAtATime(async () => {
      const { jobId } = get()
      if (jobId !== null) {
        await readJob(jobId)
        if (get().jobId === jobId) return list.reload()
      }
      await readJobs()
    })
    const open = (jobId: number): void => {
      set({ ...CLOSED, jobId })
      list.restart()
      void reload()
    }
    const begin = async (ask: () => Promise<Result<{ jobId: number }>>): Promise<void> => {
      set({ ...CLOSED, fileFor: get().fileFor, busy: true })
      const asked = account
      const answer = await ask()
      if (asked !== account) return
      set({ busy: false })
      if (answer.ok) open(answer.value.jobId)
      else set({ error: answer.error })
    }
    /** Does something with the open one, which main answers with it as it is then. */
    const act = async (ask: (jobId: number) => Promise<Result<BulkJobView>>): Promise<BridgeError | null> => {
      const { jobId } = get()
      if (jobId === null) return null
      set({ busy: true, error: null })
      const answer = await ask(jobId)
      set({ busy: false })
      if (get().jobId !== jobId) return null
      if (answer.ok && held.takes(answer.revision)) set({ job: answer.value })
      list.reload()
      return answer.ok ? null : answer.error
    }
    const actAloud = async (ask: (jobId: number) => Promise<Result<BulkJobView>>): Promise<void> => {
      const error = await act(ask)
      if (error !== null) set({ error })
    }
    return {
      ...CLOSED,
      jobs: null,
      reload,
      watch() {
        watchers += 1
        void reload()
        return () => {
          watchers -= 1
        }
      },
      show: (first, last) => list.show(first, last),
      setShown(shown) {
        set({ shown })
        list.restart()
      },
      open,
      showList() {
        set(CLOSED)
        void reload()
      },
      chooseFile: (fileFor) => set({ ...CLOSED, fileFor }),
      fromFilter: (change) => begin(() => requests['bulk:from-filter'](change)),
      fromFile: (file) => begin(() => requests['bulk:from-file'](file)),
      changeBack: () => {
        const { jobId } = get()
        return jobId === null ? Promise.resolve() : begin(() => requests['bulk:change-back']({ jobId }))
      },
      setUp: (change) => act((jobId) => requests['bulk:set-up']({ jobId, ...change })),
      edit: (row, cells) =>
        act(async (jobId) => {
          for (const cell of cells) {
            const answer = await requests['bulk:edit']({ jobId, row, ...cell })
            if (!answer.ok || cell === cells.at(-1)) return answer
          }
          return requests['bulk:read']({ jobId })
        }),
      leaveOut: (rows, leftOut) => actAloud((jobId) => requests['bulk:leave-out']({ jobId, rows, leftOut })),
      takeAllIn: () =>
        actAloud(async (jobId) => {
          for (;;) {
            const found = await requests['bulk:rows']({
              jobId,
              shown: 'left_out',
              offset: 0,
              limit: ROWS_AT_ONCE,
            })
            if (!found.ok) return found
            const rows = found.value.rows.map(({ row }) => row)
            if (rows.length === 0) return requests['bulk:read']({ jobId })
            const answer = await requests['bulk:leave-out']({ jobId, rows, leftOut: false })
            if (!answer.ok) return answer
          }
        }),
      async confirm(rows, belowFloor) {
        const error = await act((jobId) => requests['bulk:confirm']({ jobId, rows, belowFloor }))
        if (error === null) get().setShown('all')
        return error
      },
      pause: (paused) => actAloud((jobId) => requests['bulk:pause']({ jobId, paused })),
      undo: () => actAloud((jobId) => requests['bulk:undo']({ jobId })),
      async remove() {
        const { jobId, busy } = get()
        if (jobId === null || busy) return
        set({ busy: true, error: null })
        const answer = await requests['bulk:delete']({ jobId })
        set({ busy: false })
        if (answer.ok) get().showList()
        else set({ error: answer.error })
      },
      async saveResult() {
        const { jobId, busy } = get()
        if (jobId === null || busy) return
        set({ busy: true, error: null, saved: null })
        const answer = await requests['bulk:save-result']({ jobId })
        set({ busy: false, ...(answer.ok ? { saved: answer.value } : { error: answer.error }) })
      },
    }
  })
  onEvent((event) => {
    if (event.kind === 'bulk_changed' && watchers > 0) void store.getState().reload()
    if (event.kind !== 'station_replaced') return
    account += 1
    store.setState({ ...CLOSED, jobs: null })
  })
  return store
}
