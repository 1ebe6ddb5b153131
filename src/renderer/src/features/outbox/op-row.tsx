import { Badge, Button, Group } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconHelpCircle,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutboxRow } from '../../../../shared/contract/views'
import type { HeldAnswer, OpState } from '../../../../shared/domain/operation'
import { en } from '../../words/en'
import { useOpenOrder } from '../order/use-open-order'
import { showTime } from '../time/station-time'
import { useZone } from '../time/use-zone'
import classes from './outbox.module.css'

const LOOKS: Readonly<Record<OpState, { color: string; icon: ReactNode }>> = {
  ready: { color: 'yellow', icon: <IconClock size={18} aria-hidden /> },
  sending: { color: 'indigo', icon: <IconSend size={18} aria-hidden /> },
  unknown: { color: 'orange.9', icon: <IconHelpCircle size={18} aria-hidden /> },
  confirmed: { color: 'green.9', icon: <IconCircleCheck size={18} aria-hidden /> },
  held: { color: 'red.9', icon: <IconAlertTriangle size={18} aria-hidden /> },
  discarded: { color: 'gray.7', icon: <IconTrash size={18} aria-hidden /> },
}

type Props = {
  index: number
  /** Pixels from the top of the list. */
  top: number
  measure: (element: HTMLElement | null) => void
  /** `undefined` while it is being fetched. */
  row: OutboxRow | undefined
  onAnswer: (row: OutboxRow, answer: HeldAnswer) => void
}

export function OpRow({ index, top, measure, row, onAnswer }: Props) {
  const { t } = useTranslation()
  return (
    <div
      ref={measure}
      data-index={index}
      role="listitem"
      className={`${classes['row']} ${row?.state === 'held' ? classes['held'] : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {row === undefined ? t('queue.loadingRow') : <Cells row={row} onAnswer={onAnswer} />}
    </div>
  )
}

function Cells({ row, onAnswer }: { row: OutboxRow; onAnswer: Props['onAnswer'] }) {
  const { t } = useTranslation()
  const openOrder = useOpenOrder()
  const look = LOOKS[row.state]
  return (
    <>
      <div>
        <div className={classes['kind']}>{t(`outbox.kinds.${row.kind}`)}</div>
        <Button variant="subtle" px={0} onClick={() => openOrder(row.orderId)}>
          {t('outbox.order', { orderId: row.orderId })}
        </Button>
      </div>
      <div>
        <Badge color={look.color} variant="filled" leftSection={look.icon}>
          {t(`outbox.states.${row.state}`)}
        </Badge>
      </div>
      <Story row={row} />
      <Group gap="xs" justify="flex-end">
        {row.answers.map((answer) => (
          <Button key={answer} variant="default" onClick={() => onAnswer(row, answer)}>
            {t(`outbox.answers.${answer}`)}
          </Button>
        ))}
      </Group>
    </>
  )
}

/** What happened to the operation so far. */
function Story({ row }: { row: OutboxRow }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { heldReason, lastError, discardReason, sentAt, settledAt, attempts } = row
  return (
    <div>
      {row.state === 'held' && heldReason !== null && (
        <div className={classes['reason']}>{t(`outbox.heldReasons.${heldReason}`)}</div>
      )}
      {lastError !== null && (
        <div>
          {t('outbox.lastError', { words: errorWords(t, lastError.code) })}{' '}
          {lastError.status !== null && t('outbox.status', { status: lastError.status })}
        </div>
      )}
      {discardReason !== null && <div>{t('outbox.discardReason', { reason: discardReason })}</div>}
      <div className={classes['times']}>
        <span>{t('outbox.captured', { at: showTime(row.capturedAt, zone) })}</span>
        {sentAt !== null && <span>{t('outbox.sent', { at: showTime(sentAt, zone) })}</span>}
        {settledAt !== null && <span>{t('outbox.settled', { at: showTime(settledAt, zone) })}</span>}
        <span>{t('outbox.attempts', { count: attempts })}</span>
      </div>
    </div>
  )
}

type KnownErrorCode = keyof typeof en.outbox.errorCodes

/** A code without words of its own is shown as it is: better than hidden. */
function errorWords(t: TFunction, code: string): string {
  return Object.hasOwn(en.outbox.errorCodes, code)
    ? t(`outbox.errorCodes.${code as KnownErrorCode}`, { code })
    : t('outbox.errorCodes.other', { code })
}
