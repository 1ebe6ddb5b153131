import type { BulkJobView } from '../../../../shared/contract/bulk'
import { missingColumns } from '../../../../shared/domain/items/csv-columns'

/** Rows that are changed when the draft is confirmed. */
export function chosenRows({ rows, leftOut }: Pick<BulkJobView, 'rows' | 'leftOut'>): number {
  return rows - leftOut
}

/** Whether nobody has said yet how the values change: neither by a rule nor by a column of the file. */
export function needsRule({ kind, spec }: Pick<BulkJobView, 'kind' | 'spec'>): boolean {
  if (kind !== 'price' && kind !== 'discount') return false
  return spec[kind] === null && !spec.columns.includes(kind)
}

/** Whether the file has a column for everything that each row needs. */
export function needsColumns({ kind, spec, source }: Pick<BulkJobView, 'kind' | 'spec' | 'source'>): boolean {
  return source.from !== 'filter' && missingColumns(kind, spec.columns).length > 0
}

/** Whether it is known how the rows are judged; before that, each of them has the same problem. */
export function isJudged(job: Pick<BulkJobView, 'kind' | 'spec' | 'source'>): boolean {
  return !needsRule(job) && !needsColumns(job)
}

/** What has to be done before a draft can be confirmed. */
export type Obstacle = 'waiting' | 'unsaved' | 'columns' | 'rule' | 'wrong' | 'empty'

/** The first of them; `null` when it can be. @param isTyping something was typed that the preview does not show */
export function obstacleOf(job: BulkJobView, isTyping: boolean): Obstacle | null {
  if (job.state !== 'draft') return 'waiting'
  if (isTyping) return 'unsaved'
  if (needsColumns(job)) return 'columns'
  if (needsRule(job)) return 'rule'
  if (job.wrong > 0) return 'wrong'
  return chosenRows(job) === 0 ? 'empty' : null
}
