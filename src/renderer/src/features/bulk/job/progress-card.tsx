import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPlayerPause, IconPlayerPlay, IconRotate2, IconTrash } from '@tabler/icons-react'
import { useMayManageNow } from '../../../parts/needs-supervisor'
import type { BulkJobView } from '../../../../../shared/contract/bulk'
import { isUnderWay } from '../../../../../shared/domain/items/bulk-job'
import { grouped, useLocale, useTranslation } from '../../../locales/i18n'
import { showTime } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { useBulk } from '../../../parts/use-bulk'
import { AskButton } from './ask-button'
import classes from '../bulk.module.css'
import { finished, JobProgress } from '../job-state'

/** How far a confirmed change is, and what can still be done about it. */
export function ProgressCard({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { progress, paused, state, confirmedAt, confirmedBy } = job
  return (
    <section className={classes['card']} aria-label={t('bulk.columns.progress')}>
      <JobProgress job={job} />
      <Figures job={job} />
      <p className={classes['hint']} role="status">
        {confirmedAt !== null &&
          t('bulk.confirmedBy', { name: confirmedBy ?? '', at: showTime(confirmedAt, zone) })}
        {paused && isUnderWay(state) && ` · ${t('bulk.pausedHint')}`}
        {isUnderWay(state) &&
          progress.allowedPerMinute !== null &&
          ` · ${t('bulk.allowed', { count: Math.round(progress.allowedPerMinute) })}`}
      </p>
      <Steps job={job} />
    </section>
  )
}

function Figures({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { ops, refused, leftOut } = job
  const total = job.rows - leftOut
  const figures = {
    confirmed: ops.confirmed,
    waiting: Math.max(0, total - finished(job) - ops.held),
    held: ops.held,
    refused,
    discarded: ops.discarded,
    leftOut,
  } as const
  const shown = (Object.keys(figures) as (keyof typeof figures)[]).filter(
    (name) => name === 'confirmed' || figures[name] > 0,
  )
  return (
    <dl className={classes['figures']} aria-label={t('bulk.figures.title')}>
      {shown.map((name) => (
        <div key={name} className={name === 'held' || name === 'refused' ? classes['bad'] : undefined}>
          <dt>{t(`bulk.figures.${name}`)}</dt>
          <dd>{grouped(figures[name], locale)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Steps({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const { busy, pause, remove, changeBack } = useBulk()
  const mayManage = useMayManageNow()
  const { jobId, state, paused, kind, ops } = job
  const goesOn = state === 'queueing' || state === 'running'
  const isValue = kind === 'price' || kind === 'discount'
  return (
    <div className={classes['buttons']}>
      {goesOn && (
        <Button
          variant="default"
          leftSection={
            paused ? <IconPlayerPlay size={18} aria-hidden /> : <IconPlayerPause size={18} aria-hidden />
          }
          disabled={busy}
          onClick={() => void pause(!paused)}
        >
          {t(paused ? 'bulk.resume' : 'bulk.pause')}
        </Button>
      )}
      {goesOn && <Undo job={job} />}
      {mayManage && !isUnderWay(state) && isValue && ops.confirmed > 0 && (
        <Button
          variant="default"
          leftSection={<IconRotate2 size={18} aria-hidden />}
          disabled={busy}
          onClick={() => void changeBack(jobId)}
        >
          {t('bulk.changeBack')}
        </Button>
      )}
      {mayManage && !isUnderWay(state) && (
        <Button
          variant="default"
          leftSection={<IconTrash size={18} aria-hidden />}
          disabled={busy}
          onClick={() => void remove(jobId)}
        >
          {t('bulk.remove')}
        </Button>
      )}
    </div>
  )
}

function Undo({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const { undo } = useBulk()
  const { kind, ops, rows, leftOut, refused, state } = job
  // Rows that are not in the outbox yet were never sent either.
  const toCome = rows - leftOut - refused - Object.values(ops).reduce((sum, count) => sum + count, 0)
  const count = ops.ready + (state === 'queueing' ? Math.max(0, toCome) : 0)
  const later = kind === 'price' || kind === 'discount' ? ` ${t('bulk.undo.laterText')}` : ''
  return (
    <AskButton
      icon={IconArrowBackUp}
      label={t('bulk.undo.button')}
      title={t('bulk.undo.title')}
      text={`${t('bulk.undo.text', { count })}${later}`}
      yes={t('bulk.undo.yes')}
      no={t('bulk.undo.no')}
      onYes={undo}
    />
  )
}
