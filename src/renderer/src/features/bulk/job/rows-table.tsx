import { Button, Chip, Group, Loader } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useRef, useState, useEffect, type RefObject } from 'react'
import { useMayManageNow } from '../../../parts/needs-supervisor'
import type { BulkJobView, BulkRowView } from '../../../../../shared/contract/bulk'
import { isDraft, type BulkKind } from '../../../../../shared/domain/items/bulk-job'
import { grouped, useLocale, useTranslation } from '../../../locales/i18n'
import { EmptyState } from '../../../parts/empty-state'
import { ErrorAlert } from '../../../parts/error-alert'
import { useBulk, type RowsShown } from '../../../parts/use-bulk'
import { useRows, type Rows } from '../../../parts/use-rows'
import { useVirtualRows } from '../../../parts/virtual-rows'
import desk from '../../../ui/desk.module.css'
import { BulkRow } from './bulk-row'
import classes from '../bulk.module.css'
import { isJudged } from '../draft-state'
import { RowDialog } from './row-dialog'

/** About the height of a row; each is measured once it is drawn. */
const ROW_PX = 68
/** About the height of what is above the rows. */
const ABOVE_PX = 300

/** The columns of each kind's rows; the last one, with the buttons, has no name. */
const COLUMNS = {
  price: ['item', 'before', 'after', 'payout', 'remarks'],
  discount: ['item', 'before', 'after', 'remarks'],
  delist: ['item', 'remarks'],
  create: ['item', 'price', 'remarks'],
} as const satisfies Record<BulkKind, readonly string[]>

/** The rows of a bulk change: before it is confirmed its preview, and then what became of each. */
export function RowsTable({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { rows: shown, takeAllIn, busy } = useBulk()
  const rows = useRows('bulk:rows', { jobId: job.jobId, shown }, { staleOn: ['bulk_changed'] })
  const mayManage = useMayManageNow()
  const [corrected, setCorrected] = useState<BulkRowView | null>(null)
  const title = t(isDraft(job.state) ? 'bulk.rule.preview' : 'bulk.rows')
  return (
    <>
      <div className={classes['shown']}>
        <Shown job={job} />
        {mayManage && shown === 'left_out' && job.state === 'draft' && job.leftOut > 0 && (
          <Button variant="default" disabled={busy} onClick={() => void takeAllIn()}>
            {t('bulk.takeAllIn')}
          </Button>
        )}
      </div>
      <ErrorAlert error={rows.error} />
      <div
        className={`${desk['frame']} ${classes['list']}`}
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label={title}
      >
        {rows.total === 0 ? (
          <EmptyState icon={IconListSearch}>{t('bulk.nothingShown')}</EmptyState>
        ) : (
          <div role="table" aria-label={title} aria-rowcount={rows.total ?? -1} data-kind={job.kind}>
            <div role="rowgroup" className={desk['heads']}>
              <div
                role="row"
                className={`${desk['columnHeads']} ${classes['columnHeads']} ${classes['rowColumns']}`}
              >
                {COLUMNS[job.kind].map((name) => (
                  <div key={name} role="columnheader" data-column={name}>
                    {t(`bulk.rowColumns.${name}`)}
                  </div>
                ))}
              </div>
            </div>
            <DrawnRows {...{ job, rows, scroller }} onCorrect={setCorrected} />
          </div>
        )}
        {rows.total === null && rows.error === null && (
          <div className={classes['loading']}>
            <Loader aria-label={t('app.loading')} />
          </div>
        )}
      </div>
      {mayManage && corrected !== null && (
        <RowDialog job={job} row={corrected} onClose={() => setCorrected(null)} />
      )}
    </>
  )
}

type RowsProps = {
  job: BulkJobView
  rows: Rows<BulkRowView>
  scroller: RefObject<HTMLDivElement | null>
  onCorrect: (row: BulkRowView) => void
}

/** Rows of different heights: only those in sight exist, and only their pages are fetched. */
function DrawnRows({ job, rows, scroller, onCorrect }: RowsProps) {
  const { t } = useTranslation()
  const { list, show } = rows
  const virtual = useVirtualRows({ count: rows.total ?? 0, scroller, rowPx: ROW_PX, abovePx: ABOVE_PX })
  const drawn = virtual.getVirtualItems()
  const first = drawn[0]?.index ?? 0
  const last = drawn.at(-1)?.index ?? 0
  useEffect(() => show(first, last), [show, first, last, list])
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [scroller, list])
  return (
    <div role="rowgroup" aria-label={t('bulk.rows')}>
      <div role="presentation" className={desk['sizer']} style={{ height: virtual.getTotalSize() }}>
        {drawn.map(({ index, start, key }) => {
          const row = rows.at(index)
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              role="presentation"
              className={desk['placed']}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row === undefined ? (
                <div role="row" aria-busy className={classes['row']} />
              ) : (
                <BulkRow {...{ job, row, onCorrect }} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Which rows are listed, with how many there are of each. */
function Shown({ job }: { job: BulkJobView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { rows: shown, setRows } = useBulk()
  const counts: Readonly<Record<RowsShown, number>> = {
    all: job.rows,
    // Nothing has been judged before it is known how.
    wrong: isJudged(job) ? job.wrong : 0,
    low: job.low,
    left_out: job.leftOut,
    refused: job.refused,
    held: job.ops.held,
  }
  const draft = isDraft(job.state)
  const offered = (Object.keys(counts) as RowsShown[]).filter(
    (name) =>
      name === 'all' ||
      name === shown ||
      (counts[name] > 0 && (draft || (name !== 'wrong' && name !== 'low'))),
  )
  return (
    <Chip.Group value={shown} onChange={(value) => setRows(value)}>
      <Group gap="xs" role="radiogroup" aria-label={t('bulk.shown.label')}>
        {offered.map((name) => (
          <Chip key={name} value={name}>
            {t('bulk.shownCount', { name: t(`bulk.shown.${name}`), rows: grouped(counts[name], locale) })}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}
