import { useBulk } from '../../parts/use-bulk'
import { BulkList } from './bulk-list'
import { JobPage } from './job/job-page'

/** Changes to many items: the list of them, or one in full. */
export function BulkPage() {
  const { jobId } = useBulk()
  return jobId === null ? <BulkList /> : <JobPage key={jobId} jobId={jobId} />
}
