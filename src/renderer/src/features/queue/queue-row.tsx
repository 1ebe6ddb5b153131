import { Badge, Progress } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconClock,
  IconHandStop,
  IconPackage,
  IconTruck,
  IconUsers,
} from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueRow } from '../../../../shared/contract/views'
import { nameOfStation } from '../../stores/scan-feedback'
import { useLocale } from '../../words/i18n'
import { isSameDay, showAge, showClock, showMinute, showSpan, type StationZone } from '../time/station-time'
import { useNow } from '../time/use-now'
import { useZone } from '../time/use-zone'
import classes from './queue.module.css'

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
        <Cells row={row} />
      )}
    </div>
  )
})

function Cells({ row }: { row: QueueRow }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const zone = useZone()
  const nowMs = useNow()
  const done = row.lines - row.unpacked
  const at = row.purchasedAt
  return (
    <>
      <span className={classes['number']}>{row.orderId}</span>
      <span className={classes['age']}>
        {at !== null && (
          <>
            <div>{showAge(at, nowMs, locale)}</div>
            <Due row={row} nowMs={nowMs} zone={zone} />
          </>
        )}
      </span>
      <span className={classes['progress']}>
        <span>{t('queue.progress', { done, total: row.lines })}</span>
        <Progress value={row.lines === 0 ? 0 : (100 * done) / row.lines} aria-hidden />
      </span>
      <span className={classes['preview']}>{row.preview.join(' · ')}</span>
      <Markers row={row} />
    </>
  )
}

/** By when it must leave, while that presses; else when it was bought. */
function Due({ row, nowMs, zone }: { row: QueueRow; nowMs: number; zone: StationZone }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const dueMs = row.dueAt === null || row.unpacked === 0 || row.canceled ? null : Date.parse(row.dueAt)
  if (dueMs !== null && dueMs < nowMs) {
    return (
      <div className={classes['late']}>
        <IconAlertTriangle size={18} aria-hidden />{' '}
        {t('urgency.late', { age: showSpan(dueMs, nowMs, locale) })}
      </div>
    )
  }
  if (dueMs !== null && isSameDay(dueMs, nowMs, zone)) {
    return <div className={classes['today']}>{t('urgency.today', { at: showClock(dueMs, zone) })}</div>
  }
  return (
    <div className={classes['quiet']}>{row.purchasedAt !== null && showMinute(row.purchasedAt, zone)}</div>
  )
}

function Markers({ row }: { row: QueueRow }) {
  const { t } = useTranslation()
  return (
    <span className={classes['markers']}>
      {row.canceled && (
        <Badge color="red.9" variant="filled" leftSection={<IconBan size={18} aria-hidden />}>
          {t('queue.canceled')}
        </Badge>
      )}
      {row.bench !== null && (
        <Badge
          color="orange.9"
          variant="filled"
          maw="14rem"
          h="auto"
          title={nameOfStation(row.bench)}
          styles={{ label: { whiteSpace: 'normal' } }}
          leftSection={<IconUsers size={18} aria-hidden />}
        >
          {t('bench.marker', { station: row.bench.station })}
        </Badge>
      )}
      {row.hold !== null && (
        <Badge color="orange.9" variant="filled" leftSection={<IconHandStop size={18} aria-hidden />}>
          {t('hold.marker')}
        </Badge>
      )}
      {row.packedShipments > 0 && (
        <Badge variant="default" leftSection={<IconPackage size={18} aria-hidden />}>
          {t('queue.packed', { count: row.packedShipments })}
        </Badge>
      )}
      {row.shippedShipments > 0 && (
        <Badge variant="default" leftSection={<IconTruck size={18} aria-hidden />}>
          {t('queue.shipped', { count: row.shippedShipments })}
        </Badge>
      )}
      {row.waiting > 0 && (
        <Badge color="yellow" variant="filled" leftSection={<IconClock size={18} aria-hidden />}>
          {t('queue.waiting', { count: row.waiting })}
        </Badge>
      )}
      {row.held > 0 && (
        <Badge color="red.9" variant="filled" leftSection={<IconAlertTriangle size={18} aria-hidden />}>
          {t('queue.held', { count: row.held })}
        </Badge>
      )}
    </span>
  )
}
