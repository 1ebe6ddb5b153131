import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkJobView } from '../../../../shared/contract/bulk-views'
import { recentWords } from '../../parts/time/ages'
import { showMinute, showTime } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { useBulk } from '../../parts/use-bulk'
import desk from '../../ui/desk.module.css'
import classes from './bulk.module.css'
import { JobProgress } from './job-progress'
import { JobState } from './job-state'
import { useSourceWords } from './use-source-words'

export function JobRow({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const nowMs = useNow()
  const sourceWords = useSourceWords()
  const { open } = useBulk()
  const id = useId()
  const { kind, rows, createdAt, createdBy } = job
  return (
    <div role="row" className={`${classes['row']} ${classes['jobColumns']}`}>
      <div role="cell" className={desk['name']}>
        <button
          type="button"
          className={desk['open']}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-source`}
          onClick={() => open(job.jobId)}
        />
        <span className={desk['rowTitle']} id={`${id}-name`}>
          {t(`bulk.kinds.${kind}`)} · {t('bulk.items', { count: rows })}
        </span>
        <span className={desk['facts']} id={`${id}-source`}>
          {sourceWords(job)}
        </span>
      </div>
      <div role="cell">
        <JobState job={job} />
      </div>
      <div role="cell">
        <JobProgress job={job} />
      </div>
      <div role="cell" className={classes['quiet']}>
        <time dateTime={createdAt} title={showTime(createdAt, zone)}>
          {t('bulk.by', {
            name: createdBy,
            at: recentWords(t, createdAt, nowMs, (old) => showMinute(old, zone)),
          })}
        </time>
      </div>
    </div>
  )
}
