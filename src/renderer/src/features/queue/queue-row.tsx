import {
  IconAlertTriangle,
  IconBan,
  IconClock,
  IconHandStop,
  IconPackage,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react'
import { memo, type ComponentType, type ReactNode } from 'react'
import type { QueueRow } from '../../../../shared/contract/views'
import { isLate } from '../../../../shared/domain/orders/late'
import { useTranslation } from '../../locales/i18n'
import { ageWords, spanWords } from '../../parts/time/ages'
import { isSameDay, showClock, showMinute, type StationZone } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { nameOfStation } from '../../scan/scan-feedback'
import classes from './queue.module.css'

/** Makes the browser record when the first order was painted: the start time is measured by it. */
const PAINT_TIMED = { elementtiming: 'first-order' }

type Props = {
  id: string
  /** Pixels from the top of the list. */
  top: number
  /** `undefined` while it is being fetched. */
  row: QueueRow | undefined
  active: boolean
  onOpen: (orderId: number) => void
}

export const QueueRowView = memo(function QueueRowView({ id, top, row, active, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={`${classes['row']} ${active ? classes['active'] : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => row !== undefined && onOpen(row.orderId)}
    >
      {row === undefined ? (
        <span className={classes['quiet']}>{t('queue.loadingRow')}</span>
      ) : (
        <Cells row={row} isFirst={top === 0} />
      )}
    </div>
  )
})

function Cells({ row, isFirst }: { row: QueueRow; isFirst: boolean }) {
  const { t } = useTranslation()
  const zone = useZone()
  const nowMs = useNow()
  const done = row.lines - row.unpacked
  const items = t('queue.items', { count: row.lines })
  // Titles are read a moment after the order.
  const goods = row.preview.length === 0 ? items : row.preview.join(', ')
  const more = row.unpacked - row.preview.length
  return (
    <>
      <span className={classes['number']} {...(isFirst ? PAINT_TIMED : {})}>
        {row.orderId}
      </span>
      <span className={classes['goods']}>
        <span className={classes['preview']} title={goods}>
          {goods}
        </span>
        {goods !== items && (
          <span className={classes['quiet']}>{more > 0 ? t('queue.more', { count: more }) : items}</span>
        )}
      </span>
      <span className={classes['due']}>
        <Due row={row} nowMs={nowMs} zone={zone} />
      </span>
      <Markers row={row} done={done} />
    </>
  )
}

/** When it must ship, if that is soon; else when it was bought. */
function Due({ row, nowMs, zone }: { row: QueueRow; nowMs: number; zone: StationZone }) {
  const { t } = useTranslation()
  const dueMs = row.lateFrom === null ? null : Date.parse(row.lateFrom)
  if (dueMs !== null && isLate(row, nowMs)) {
    return <span className={classes['late']}>{t('urgency.late', { age: spanWords(t, dueMs, nowMs) })}</span>
  }
  if (dueMs !== null && isSameDay(dueMs, nowMs, zone)) {
    return <strong>{t('urgency.today', { at: showClock(dueMs, zone) })}</strong>
  }
  if (row.purchasedAt === null) return null
  return (
    <span className={classes['quiet']} title={showMinute(row.purchasedAt, zone)}>
      {t('queue.bought', { age: ageWords(t, row.purchasedAt, nowMs) })}
    </span>
  )
}

function Markers({ row, done }: { row: QueueRow; done: number }) {
  const { t } = useTranslation()
  return (
    <span className={classes['markers']}>
      {row.canceled && (
        <Marker tone="alarm" icon={IconBan}>
          {t('queue.canceled')}
        </Marker>
      )}
      {row.held > 0 && (
        <Marker tone="alarm" icon={IconAlertTriangle}>
          {t('nav.needYou', { count: row.held })}
        </Marker>
      )}
      {row.bench !== null && (
        <Marker tone="warning" icon={IconUsers} title={nameOfStation(row.bench)}>
          {t('bench.marker', { station: row.bench.station })}
        </Marker>
      )}
      {row.hold !== null && (
        <Marker tone="warning" icon={IconHandStop}>
          {t('hold.marker')}
        </Marker>
      )}
      {done > 0 && row.unpacked > 0 && (
        <Marker tone="begun" icon={IconPackage}>
          {t('queue.progress', { done, total: row.lines })}
        </Marker>
      )}
      {row.packedShipments > 0 && row.unpacked === 0 && (
        <Marker tone="plain" icon={IconPackage}>
          {t('queue.packed', { count: row.packedShipments })}
        </Marker>
      )}
      {row.shippedShipments > 0 && (
        <Marker tone="plain" icon={IconTruck}>
          {t('queue.shipped', { count: row.shippedShipments })}
        </Marker>
      )}
      {row.waiting > 0 && (
        <Marker tone="waiting" icon={IconClock}>
          {t('queue.waiting', { count: row.waiting })}
        </Marker>
      )}
    </span>
  )
}

type MarkerProps = {
  tone: 'alarm' | 'warning' | 'waiting' | 'begun' | 'plain'
  icon: ComponentType<{ size: number; 'aria-hidden': true }>
  children: ReactNode
  title?: string
}

/** A short fact about an order. Plain elements: a screen full of them is most of what a start has to draw. */
function Marker({ tone, icon: Icon, children, title }: MarkerProps) {
  return (
    <span className={`${classes['marker']} ${classes[tone]}`} title={title}>
      <Icon size={16} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
