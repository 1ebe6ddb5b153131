import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconMinus, IconPlus } from '@tabler/icons-react'
import { useMayManageNow } from '../../../parts/needs-supervisor'
import type { BulkJobView, BulkRowView } from '../../../../../shared/contract/bulk'
import { isDraft } from '../../../../../shared/domain/items/bulk-job'
import { useLocale, useTranslation } from '../../../locales/i18n'
import { OpStateBadge, StateChip } from '../../../parts/state-chip'
import { reasonWords } from '../../../parts/sentences'
import { useBulk } from '../../../parts/use-bulk'
import { useMoney } from '../../../parts/use-money'
import { useOpenOp } from '../../../parts/use-open'
import desk from '../../../ui/desk.module.css'
import { itemWords, problemWords } from '../bulk-words'
import classes from '../bulk.module.css'
import { isJudged } from '../draft-state'

type Props = { job: BulkJobView; row: BulkRowView; onCorrect: (row: BulkRowView) => void }

export function BulkRow({ job, row, onCorrect }: Props) {
  const { t } = useTranslation()
  const tint = row.leftOut ? classes['leftOutRow'] : isBad(job, row) ? classes['badRow'] : ''
  return (
    <div role="row" className={`${classes['row']} ${classes['rowColumns']} ${tint}`}>
      <div role="cell" className={desk['name']}>
        <span className={`${desk['rowTitle']} ${classes['rowTitle']}`}>{itemWords(t, row)}</span>
        <span className={desk['facts']}>
          {row.cells !== null && <span>{t('bulk.row', { row: row.row })}</span>}
          {row.itemKey !== null && <span className={classes['identifier']}>{row.itemKey}</span>}
        </span>
      </div>
      <Values job={job} row={row} />
      <div role="cell" className={classes['remarks']}>
        <Remarks job={job} row={row} />
      </div>
      <div role="cell" className={classes['rowButtons']}>
        <RowButtons job={job} row={row} onCorrect={onCorrect} />
      </div>
    </div>
  )
}

type RowProps = Pick<Props, 'job' | 'row'>

function isBad(job: BulkJobView, { problems, op, outcome }: BulkRowView): boolean {
  return (problems.length > 0 && isJudged(job)) || op?.state === 'held' || outcome !== null
}

function Values({ job: { kind }, row }: RowProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const percent = (value: number | null) => (value === null ? t('items.none') : `${value} %`)
  if (kind === 'delist') return null
  if (kind === 'discount')
    return (
      <>
        <div role="cell" className={classes['number']}>
          {percent(row.beforePercent)}
        </div>
        <div role="cell" className={classes['after']}>
          {row.afterPercent === null ? '' : percent(row.afterPercent)}
        </div>
      </>
    )
  if (kind === 'create')
    return (
      <div role="cell" className={classes['after']}>
        {money(row.afterCents)}
      </div>
    )
  return (
    <>
      <div role="cell" className={classes['number']}>
        {money(row.beforeCents)}
      </div>
      <div role="cell" className={classes['number']}>
        <span className={classes['after']}>{money(row.afterCents)}</span>
        <Difference row={row} />
      </div>
      <div role="cell" className={classes['number']}>
        <Payout row={row} />
      </div>
    </>
  )
}

function Difference({ row: { beforeCents, afterCents } }: { row: BulkRowView }) {
  const locale = useLocale()
  if (beforeCents === null || afterCents === null || beforeCents === 0) return null
  const format = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const percent = format.format(((afterCents - beforeCents) / beforeCents) * 100)
  return <span className={classes['quiet']}>{`${percent}\u00a0%`}</span>
}

function Payout({ row: { payout, afterCents } }: { row: BulkRowView }) {
  const { t } = useTranslation()
  const money = useMoney()
  if (afterCents === null) return null
  if (payout === null)
    return (
      <span className={classes['quiet']} title={t('bulk.payoutUnknown')}>
        –
      </span>
    )
  return (
    <span title={t('bulk.payoutHint', { count: payout.sales })}>
      {t('bulk.payout', { amount: money(payout.cents) })}
    </span>
  )
}

function Remarks({ job, row }: RowProps) {
  const { t } = useTranslation()
  const { leftOut, problems, belowFloor, outcome, op } = row
  if (op !== null)
    return (
      <>
        <OpStateBadge state={op.state} />
        {op.heldReason !== null && (
          <span>{reasonWords(t, job.kind === 'create' ? 'create_item' : 'update_item', op.heldReason)}</span>
        )}
      </>
    )
  if (outcome !== null)
    return (
      <StateChip tone="stop" icon={IconAlertTriangle}>
        {t(`bulk.outcomes.${outcome}`)}
      </StateChip>
    )
  return (
    <>
      {leftOut && <StateChip tone="plain">{t('bulk.leftOut')}</StateChip>}
      {isJudged(job) &&
        problems.map((problem) => (
          <span
            key={`${problem.field} ${problem.code}`}
            className={leftOut ? classes['quiet'] : classes['problem']}
          >
            {problemWords(t, problem, row, job.spec.columns)}
          </span>
        ))}
      {belowFloor && problems.length === 0 && (
        <StateChip tone="warn" icon={IconAlertTriangle}>
          {t('bulk.shown.low')}
        </StateChip>
      )}
    </>
  )
}

function RowButtons({ job, row, onCorrect }: Props) {
  const { t } = useTranslation()
  const openOp = useOpenOp()
  const { leaveOut } = useBulk()
  const mayManage = useMayManageNow()
  const { op, leftOut, cells } = row
  if (op?.state === 'held')
    return (
      <Button variant="default" onClick={() => openOp(op.seq)}>
        {t('outbox.details')}
      </Button>
    )
  if (!isDraft(job.state) || !mayManage) return null
  const item = itemWords(t, row)
  const name = t(leftOut ? 'bulk.includeNamed' : 'bulk.leaveOutNamed', { item })
  return (
    <>
      {cells !== null && (
        <Button
          variant="default"
          px="sm"
          disabled={job.state !== 'draft'}
          aria-label={t('bulk.correctNamed', { row: row.row })}
          onClick={() => onCorrect(row)}
        >
          {t('bulk.correct')}
        </Button>
      )}
      <ActionIcon
        variant="default"
        size={44}
        disabled={job.state !== 'draft'}
        aria-label={name}
        title={t(leftOut ? 'bulk.include' : 'bulk.leaveOut')}
        onClick={() => void leaveOut([row.row], !leftOut)}
      >
        {leftOut ? <IconPlus size={18} aria-hidden /> : <IconMinus size={18} aria-hidden />}
      </ActionIcon>
    </>
  )
}
