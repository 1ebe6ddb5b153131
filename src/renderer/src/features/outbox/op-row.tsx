import { Button } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutboxRow } from '../../../../shared/contract/op-views'
import { errorWords, nameWords, noteWords, reasonWords } from '../../parts/sentences'
import { recentWords } from '../../parts/time/ages'
import { showMinute, showTime } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { useOpenOrder } from '../../parts/use-open-order'
import { OpStateBadge } from '../../parts/op-state'
import classes from './outbox.module.css'

type Props = {
  index: number
  /** Pixels from the top of the list. */
  top: number
  measure: (element: HTMLElement | null) => void
  /** `undefined` while it is being fetched. */
  row: OutboxRow | undefined
  onOpen: (seq: number) => Promise<void>
}

export function OpRow({ index, top, measure, row, onOpen }: Props) {
  const { t } = useTranslation()
  return (
    <div
      ref={measure}
      data-index={index}
      role="row"
      // The head of the table is the first row.
      aria-rowindex={index + 2}
      className={`${classes['row']} ${row?.state === 'held' ? classes['held'] : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {row === undefined ? (
        <div role="cell">{t('queue.loadingRow')}</div>
      ) : (
        <Cells row={row} onOpen={onOpen} />
      )}
    </div>
  )
}

/** The list renders several times while it finds out how high its rows are; what they say stays the same. */
const Cells = memo(function Cells({ row, onOpen }: { row: OutboxRow; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation()
  const openOrder = useOpenOrder()
  const { orderId, itemKey } = row
  return (
    <>
      <div role="cell" className={classes['kind']}>
        {t(`outbox.kinds.${row.kind}`)}
      </div>
      <div role="cell">
        {orderId !== null && (
          <Button variant="subtle" px={0} onClick={() => openOrder(orderId)}>
            {t('outbox.order', { orderId })}
          </Button>
        )}
        {itemKey !== null && <div className={classes['identifier']}>{t('outbox.item', { itemKey })}</div>}
      </div>
      <div role="cell" className={classes['state']}>
        <OpStateBadge state={row.state} />
      </div>
      <Story row={row} />
      <div role="cell">
        <Button
          fullWidth
          variant={row.state === 'held' ? 'light' : 'default'}
          onClick={() => void onOpen(row.seq)}
        >
          {t('outbox.details')}
        </Button>
      </div>
    </>
  )
})

/** The operation's history in short. */
function Story({ row }: { row: OutboxRow }) {
  const { t } = useTranslation()
  const zone = useZone()
  const nowMs = useNow()
  const { heldReason, lastError, discardReason, sentAt, settledAt, attempts } = row
  const capturedBy = nameWords(t, row.capturedBy, row.fromFile)
  const recent = (iso: string) => recentWords(t, iso, nowMs, (old) => showMinute(old, zone))
  const at = recent(row.capturedAt)
  return (
    <div role="cell">
      {/* An error from the look before the send says nothing about why it is held. */}
      {row.state === 'held' && heldReason !== null && (
        <div className={classes['reason']}>{reasonWords(t, row.kind, heldReason)}</div>
      )}
      {lastError !== null && !(row.state === 'held' && attempts === 0) && (
        <div>{t('outbox.lastError', { words: errorWords(t, lastError) })}</div>
      )}
      {discardReason !== null && (
        <div>
          {t('outbox.discardReason', {
            reason: noteWords(t, discardReason, (iso) => showTime(iso, zone)),
          })}
        </div>
      )}
      <div className={classes['times']}>
        <span title={showTime(row.capturedAt, zone)}>
          {capturedBy === ''
            ? t('outbox.capturedByNobody', { at })
            : t('outbox.captured', { at, by: capturedBy })}
        </span>
        {sentAt !== null && (
          <span title={showTime(sentAt, zone)}>{t('outbox.sent', { at: recent(sentAt) })}</span>
        )}
        {settledAt !== null && (
          <span title={showTime(settledAt, zone)}>{t('outbox.settled', { at: recent(settledAt) })}</span>
        )}
        <span>{t('outbox.attempts', { count: attempts })}</span>
      </div>
    </div>
  )
}
