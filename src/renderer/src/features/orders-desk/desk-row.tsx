import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DeskRow } from '../../../../shared/contract/orders'
import { isLate } from '../../../../shared/domain/orders/late'
import { nextWork, type WorkState } from '../../../../shared/domain/orders/order-desk'
import { orderStateWords } from '../../parts/state-words'
import { StateChip, type ChipTone } from '../../parts/state-chip'
import { recentWords, spanWords } from '../../parts/time/ages'
import { showMinute, showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useMoney } from '../../parts/use-money'
import classes from './orders-desk.module.css'

type Props = {
  index: number
  /** Pixels from the top of the list. */
  top: number
  /** `undefined` while it is being fetched. */
  row: DeskRow | undefined
  active: boolean
  nowMs: number
  onOpen: (orderId: number) => void
}

export function DeskRowView({ index, top, row, active, nowMs, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    <div
      id={`desk-row-${index}`}
      role="row"
      // The head of the table is the first row.
      aria-rowindex={index + 2}
      aria-selected={active}
      className={`${classes['row']} ${active ? classes['active'] : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={row === undefined ? undefined : () => onOpen(row.orderId)}
    >
      {row === undefined ? (
        <div role="gridcell">{t('queue.loadingRow')}</div>
      ) : (
        <Cells row={row} nowMs={nowMs} />
      )}
    </div>
  )
}

const TONES: Readonly<Record<WorkState, ChipTone>> = {
  to_pack: 'accent',
  to_ship: 'accent',
  to_deliver: 'plain',
  on_hold: 'warn',
  done: 'ok',
  canceled: 'stop',
}

function Cells({ row, nowMs }: { row: DeskRow; nowMs: number }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { orderId, state, lines, preview, carriers, refundedCents, held } = row
  const work = nextWork(row)
  const titles = preview.join(', ')
  return (
    <>
      <div role="gridcell" className={classes['number']}>
        {orderId}
      </div>
      <Time at={row.purchasedAt} nowMs={nowMs} />
      <div role="gridcell" className={classes['items']} title={titles}>
        <span className={classes['amount']}>{lines}</span> {titles}
      </div>
      <div role="gridcell" className={classes['states']}>
        {/* Nothing is green while something needs a person. */}
        <StateChip tone={held > 0 && work === 'done' ? 'plain' : TONES[work]}>
          {t(`desk.work.${work}`)}
        </StateChip>
        {held > 0 && (
          <StateChip tone="stop" icon={IconAlertTriangle}>
            {t('queue.held', { count: held })}
          </StateChip>
        )}
        <span className={classes['server']}>{orderStateWords(t, state)}</span>
      </div>
      <div role="gridcell">{carriers.join(', ')}</div>
      <Due row={row} nowMs={nowMs} />
      <Time at={row.updatedAt} nowMs={nowMs} />
      <div role="gridcell" className={classes['money']}>
        {money(row.amountCents) ?? '–'}
        {refundedCents > 0 && (
          <span className={classes['server']}>{t('desk.refunded', { amount: money(refundedCents) })}</span>
        )}
      </div>
      <div role="gridcell" className={classes['money']}>
        {money(row.payoutCents) ?? '–'}
      </div>
    </>
  )
}

function Time({ at, nowMs }: { at: string | null; nowMs: number }) {
  const { t } = useTranslation()
  const zone = useZone()
  return (
    <div role="gridcell" className={classes['quiet']}>
      {at !== null && (
        <time dateTime={at} title={showTime(at, zone)}>
          {recentWords(t, at, nowMs, (old) => showMinute(old, zone))}
        </time>
      )}
    </div>
  )
}

/** Amber once it is late; what is done or canceled is not due any more. */
function Due({ row, nowMs }: { row: DeskRow; nowMs: number }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { dueAt, unpacked, packedShipments, canceled } = row
  const late = isLate(row, nowMs)
  const left = !canceled && (unpacked > 0 || packedShipments > 0)
  return (
    <div
      role="gridcell"
      className={classes['quiet']}
      title={dueAt === null ? undefined : showTime(dueAt, zone)}
    >
      {dueAt !== null && late && (
        <StateChip tone="warn" icon={IconClock}>
          {t('desk.late', { span: spanWords(t, Date.parse(dueAt), nowMs) })}
        </StateChip>
      )}
      {dueAt !== null && !late && left && showMinute(dueAt, zone)}
    </div>
  )
}
