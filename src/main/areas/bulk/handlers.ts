import type { bulkCalls, BulkJobView } from '../../../shared/contract/bulk'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { confirmJob, pauseJob, undoJob } from './answer-job'
import { deleteBulkJob, editCell, leaveRowsOut, setUpDraft } from './change-draft'
import { tableStyle } from '../statistics/save-table'
import { saveResult } from './save-result'
import { draftFromFile, draftFromFilter, draftToChangeBack } from './start-draft'
import { floorOf } from './price-floor'
import { readJob, viewJobs, viewRows } from './view-job'

export function bulkHandlers({ account, preferences }: Parts): HandlersOf<typeof bulkCalls> {
  const floor = () => floorOf(preferences.read().prices)
  /** Tells everybody about a change of a job. */
  const changed = (jobId: number): BulkJobView => {
    const station = account()
    station.bulk.wake()
    station.events.bulkChanged()
    return readJob(station, jobId)
  }
  const begun = async (draft: Promise<{ jobId: number }>): Promise<{ jobId: number }> => {
    const { jobId } = await draft
    changed(jobId)
    return { jobId }
  }
  return {
    'bulk:list': () => viewJobs(account()),
    'bulk:read': ({ jobId }) => readJob(account(), jobId),
    'bulk:rows': (request) => viewRows(account(), request),
    'bulk:from-filter': (request) => begun(draftFromFilter(account(), request)),
    'bulk:from-file': (request) => begun(draftFromFile(account(), request)),
    'bulk:change-back': ({ jobId }) => begun(draftToChangeBack(account(), jobId)),
    'bulk:set-up': (request) => {
      setUpDraft(account().db, request)
      return changed(request.jobId)
    },
    'bulk:edit': (request) => {
      editCell(account().db, request, floor())
      return changed(request.jobId)
    },
    'bulk:leave-out': (request) => {
      leaveRowsOut(account().db, request, floor())
      return changed(request.jobId)
    },
    'bulk:delete': async ({ jobId }) => {
      const station = account()
      await deleteBulkJob(station.db, jobId)
      station.events.bulkChanged()
      return null
    },
    'bulk:confirm': (request) => {
      confirmJob(account(), request)
      return changed(request.jobId)
    },
    'bulk:pause': (request) => {
      pauseJob(account(), request)
      return changed(request.jobId)
    },
    'bulk:undo': ({ jobId }) => {
      undoJob(account(), jobId)
      return changed(jobId)
    },
    'bulk:save-result': ({ jobId }) => saveResult(account(), jobId, tableStyle(preferences.read())),
  }
}
