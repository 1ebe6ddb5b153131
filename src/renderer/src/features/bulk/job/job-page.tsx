import { Alert, Button, Loader } from '@mantine/core'
import { IconArrowLeft, IconDownload, IconTrash } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from '../../../locales/i18n'
import { useMayManageNow } from '../../../parts/needs-supervisor'
import type { BulkJobView } from '../../../../../shared/contract/bulk'
import { isDraft } from '../../../../../shared/domain/items/bulk-job'
import { ErrorAlert } from '../../../parts/error-alert'
import { useBulk } from '../../../parts/use-bulk'
import { useRead } from '../../../parts/use-read'
import { useEscape } from '../../../scan/use-escape'
import desk from '../../../ui/desk.module.css'
import { AskButton } from './ask-button'
import classes from '../bulk.module.css'
import { ColumnsForm } from './columns-form'
import { ConfirmBar } from './confirm-bar'
import { JobProgress, JobState } from '../job-state'
import { ProgressCard } from './progress-card'
import { RowsTable } from './rows-table'
import { RuleForm } from './rule-form'
import { useSourceWords } from '../bulk-words'

/** One bulk change: its draft with the preview, or what becomes of it. */
export function JobPage({ jobId }: { jobId: number }) {
  const { t } = useTranslation()
  // Its forms begin with what is read first.
  const { value: job, error: unread } = useRead(
    'bulk:read',
    { jobId },
    { staleOn: ['bulk_changed'], fresh: true },
  )
  const { error: refused, busy, showList, leaveIfGone } = useBulk()
  // One that is gone is said by the list, unless it was deleted here.
  const error = refused ?? (unread?.code === 'job_not_found' ? null : unread)
  useEscape(showList)
  useEffect(() => {
    if (unread !== null) leaveIfGone(unread)
  }, [busy, unread, leaveIfGone])
  return (
    <div className={desk['page']}>
      <div className={classes['head']}>
        <Button variant="default" leftSection={<IconArrowLeft aria-hidden />} onClick={showList}>
          {t('bulk.back')}
        </Button>
        {job === null ? <h1 className={desk['title']}>{t('bulk.title')}</h1> : <Named job={job} />}
      </div>
      <ErrorAlert error={error} />
      <Saved />
      {job === null && error === null && (
        <div className={classes['loading']}>
          <Loader aria-label={t('app.loading')} />
        </div>
      )}
      {job !== null && (isDraft(job.state) ? <Draft job={job} /> : <ProgressCard job={job} />)}
      {job !== null && <RowsTable job={job} />}
      {job !== null && isDraft(job.state) && <ConfirmBar job={job} />}
    </div>
  )
}

function Named({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const sourceWords = useSourceWords()
  const { busy, saveResult } = useBulk()
  const mayManage = useMayManageNow()
  return (
    <>
      <div className={classes['named']}>
        <h1 className={desk['title']}>
          {t(`bulk.kinds.${job.kind}`)} · {t('bulk.items', { count: job.rows })}
        </h1>
        <span className={classes['quiet']}>
          {sourceWords(job)}
          {isNarrowed(job) && ` · ${t('bulk.rule.offered')}`}
        </span>
      </div>
      <JobState job={job} />
      <div className={classes['end']}>
        {job.state !== 'reading' && job.state !== 'checking' && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={busy}
            onClick={() => void saveResult(job.jobId)}
          >
            {t(isDraft(job.state) ? 'bulk.previewFile' : 'bulk.result')}
          </Button>
        )}
        {mayManage && isDraft(job.state) && <DeleteDraft jobId={job.jobId} />}
      </div>
    </>
  )
}

/** Where a filter names something, but no state: main then leaves out what is not for sale. */
function isNarrowed({ source, kind }: BulkJobView): boolean {
  if (
    source.from !== 'filter' ||
    kind === 'delist' ||
    source.filter.states.length > 0 ||
    source.filter.only !== null
  )
    return false
  return Object.values(source.filter).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== '',
  )
}

function DeleteDraft({ jobId }: { jobId: number }) {
  const { t } = useTranslation()
  const { remove } = useBulk()
  return (
    <AskButton
      icon={IconTrash}
      label={t('bulk.deleteDraft')}
      title={t('bulk.delete.title')}
      text={t('bulk.delete.text')}
      yes={t('bulk.delete.yes')}
      no={t('bulk.delete.no')}
      onYes={() => remove(jobId)}
    />
  )
}

function Saved() {
  const { t } = useTranslation()
  const { saved } = useBulk()
  if (saved === null) return null
  return (
    <Alert role="status" color="green">
      {t('bulk.resultSaved', { count: saved.rows, path: saved.path })}
    </Alert>
  )
}

/** What a person decides about a draft, above its preview. */
function Draft({ job }: { job: BulkJobView }) {
  const { kind, source, spec } = job
  const mayManage = useMayManageNow()
  const hasRule = (kind === 'price' || kind === 'discount') && !spec.columns.includes(kind)
  return (
    <>
      {mayManage && source.from === 'file' && <ColumnsForm job={job} headings={source.headings} />}
      {mayManage && hasRule && <RuleForm job={job} />}
      {job.state !== 'draft' && <JobProgress job={job} />}
    </>
  )
}
