import { useEffect } from 'react'
import { useStoreOf } from '../../stores/stores'
import { BulkList } from './bulk-list'
import { JobPage } from './job-page'

/** Changes to many items: the list of them, or one in full. */
export function BulkPage() {
  const jobId = useStoreOf('bulk', (state) => state.jobId)
  const watch = useStoreOf('bulk', (state) => state.watch)
  useEffect(() => watch(), [watch])
  return jobId === null ? <BulkList /> : <JobPage key={jobId} />
}
