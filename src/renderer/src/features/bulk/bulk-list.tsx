import { Button, Loader } from '@mantine/core'
import { IconArrowLeft, IconFileTypeCsv, IconListCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from '../../locales/i18n'
import { useMayManageNow } from '../../parts/needs-supervisor'
import type { BulkJobView } from '../../../../shared/contract/bulk'
import { EmptyState } from '../../parts/empty-state'
import { ErrorAlert } from '../../parts/error-alert'
import { recentWords } from '../../parts/time/ages'
import { showMinute, showTime } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { useBulk } from '../../parts/use-bulk'
import { useRead } from '../../parts/use-read'
import { useEscape } from '../../scan/use-escape'
import { useStoreOf } from '../../stores/stores'
import desk from '../../ui/desk.module.css'
import { useSourceWords } from './bulk-words'
import classes from './bulk.module.css'
import { FileForm } from './file-form'
import { JobProgress, JobState } from './job-state'

/** All bulk changes, newest first: drafts, those under way, and those that ended. */
export function BulkList() {
  const { t } = useTranslation()
  const go = useStoreOf('screen', (state) => state.go)
  const { fileFor, chooseFile, error } = useBulk()
  const list = useRead('bulk:list', {}, { staleOn: ['bulk_changed'] })
  const mayManage = useMayManageNow()
  const toItems = () => go('items')
  useEscape(toItems)
  return (
    <div className={desk['page']}>
      <div className={classes['head']}>
        <Button variant="default" leftSection={<IconArrowLeft aria-hidden />} onClick={toItems}>
          {t('items.back')}
        </Button>
        <h1 className={desk['title']}>{t('bulk.title')}</h1>
        {mayManage && fileFor === null && (
          <Button
            className={classes['end'] ?? ''}
            leftSection={<IconFileTypeCsv size={20} aria-hidden />}
            onClick={() => chooseFile('create')}
          >
            {t('bulk.byFile')}
          </Button>
        )}
      </div>
      <p className={classes['hint']}>{t('bulk.about')}</p>
      {mayManage && fileFor !== null ? (
        <FileForm kind={fileFor} />
      ) : (
        <ErrorAlert error={error ?? list.error} />
      )}
      <Jobs jobs={list.value} />
    </div>
  )
}

function Jobs({ jobs }: { jobs: readonly BulkJobView[] | null }) {
  const { t } = useTranslation()
  const { busy, fileFor } = useBulk()
  // A change is being drawn up; the form of a file says so itself.
  if (jobs === null || (busy && fileFor === null))
    return (
      <div className={classes['loading']}>
        <Loader aria-label={t('app.loading')} />
      </div>
    )
  return (
    <div className={`${desk['frame']} ${classes['list']}`}>
      {jobs.length === 0 ? (
        <EmptyState icon={IconListCheck}>{t('bulk.none')}</EmptyState>
      ) : (
        <div role="table" aria-label={t('bulk.title')}>
          <div role="rowgroup" className={desk['heads']}>
            <div
              role="row"
              className={`${desk['columnHeads']} ${classes['columnHeads']} ${classes['jobColumns']}`}
            >
              {(['what', 'state', 'progress', 'when'] as const).map((name) => (
                <div key={name} role="columnheader">
                  {t(`bulk.columns.${name}`)}
                </div>
              ))}
            </div>
          </div>
          <div role="rowgroup" aria-label={t('bulk.list')}>
            {jobs.map((job) => (
              <JobRow key={job.jobId} job={job} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function JobRow({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const nowMs = useNow()
  const sourceWords = useSourceWords()
  const { open, busy } = useBulk()
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
          // A file is on its way, and its form is what tells how that went.
          disabled={busy}
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
