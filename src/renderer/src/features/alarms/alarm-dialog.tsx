import { Button, Modal } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { NoticeView } from '../../../../shared/contract/views'
import { useTranslation } from '../../locales/i18n'
import { nameOfCodes, OrderChanges, MOST_SHOWN, ParcelItems } from '../../parts/order-changes'
import type { AlarmSeen } from '../../scan/scan-feedback'
import { useFormGuard } from '../../scan/use-form-guard'
import { interrupting } from '../../stores/notice-store'
import { useStoreOf, useStores } from '../../stores/stores'
import type { ChangedOnBench } from '../../stores/order-state'
import classes from './alarms.module.css'
import { LARGE, NoticeActions } from './notice-actions'
import { noticeTitle, NoticeText } from './notice-text'

/** Interrupts any page, one alarm after the other. */
export function AlarmDialog() {
  const notice = useStoreOf('notices', interrupting)
  const listOpen = useStoreOf('notices', (state) => state.listOpen)
  const bench = useStoreOf('order', (state) => state.canceledOnBench)
  const changed = useStoreOf('order', (state) => state.changed)
  if (bench) return <BenchAlarm />
  if (changed !== null) return <ChangedAlarm changed={changed} />
  // In the list every alarm is already visible.
  if (notice === null || listOpen) return null
  return <NoticeAlarm key={notice.noticeId} notice={notice} />
}

function NoticeAlarm({ notice }: { notice: NoticeView }) {
  const { t } = useTranslation()
  const putAside = useStoreOf('notices', (state) => state.putAside)
  const acknowledge = useStoreOf('notices', (state) => state.acknowledge)
  const count = useStoreOf('notices', ({ notices, aside }) => notices.length - aside.size - 1)
  const aside = () => putAside(notice.noticeId)
  /** As for an order on the bench, ACK says that a person does what the alarm asks for. */
  const seen = async () => {
    const done = await acknowledge(notice.noticeId)
    if (!done) aside()
    return done
  }
  const isCanceled = notice.kind === 'order_canceled'
  return (
    <Interruption
      title={noticeTitle(t, notice)}
      orderId={notice.orderId}
      {...(isCanceled && { acknowledge: seen, seen: 'parcel' })}
    >
      <NoticeText notice={notice} />
      {count > 0 && <p className={classes['when']}>{t('alarms.more', { count })}</p>}
      <div className={classes['actions']}>
        <NoticeActions notice={notice} onLeave={aside} large />
        <Button
          className={classes['second'] ?? ''}
          styles={LARGE}
          variant="outline"
          color="white"
          onClick={aside}
        >
          {t('alarms.later')}
        </Button>
      </div>
    </Interruption>
  )
}

/** The order that is being packed was canceled; there is no parcel yet, only items on the bench. */
function BenchAlarm() {
  const { t } = useTranslation()
  const orderId = useStoreOf('order', (state) => state.orderId ?? 0)
  const lines = useStoreOf('order', (state) => state.order?.lines)
  const canceled = useStoreOf('order', (state) => state.canceledLines)
  const acknowledge = useStoreOf('order', (state) => state.acknowledgeBench)
  return (
    <Interruption
      title={t('alarms.titles.order_canceled', { orderId })}
      orderId={orderId}
      acknowledge={acknowledge}
      seen="items"
    >
      <p className={classes['text']}>{t('alarms.benchText')}</p>
      <ParcelItems lines={(lines ?? []).filter(({ lineId }) => canceled.has(lineId))} />
      <div className={classes['actions']}>
        <Button className={classes['first'] ?? ''} styles={LARGE} variant="white" onClick={acknowledge}>
          {t('alarms.benchSeen')}
        </Button>
      </div>
    </Interruption>
  )
}

/** The order that is being packed was changed: what no longer fits is not chosen any more, and its label is dropped. */
function ChangedAlarm({ changed: { lines, address, label } }: { changed: ChangedOnBench }) {
  const { t } = useTranslation()
  const orderId = useStoreOf('order', (state) => state.orderId ?? 0)
  const see = useStoreOf('order', (state) => state.seeChanges)
  const recordOverride = useStoreOf('scan', (state) => state.recordOverride)
  const seen = () => see()
  const keep = () => {
    recordOverride('label_fits')
    see(true)
  }
  return (
    <Interruption
      title={t('alarms.changedTitle', { orderId })}
      orderId={orderId}
      acknowledge={seen}
      seen="change"
    >
      <p className={classes['text']}>{t('alarms.changedText')}</p>
      <OrderChanges changes={address === null ? lines : [address, ...lines]} />
      {lines.slice(0, MOST_SHOWN).map(({ seq, from, to }) => (
        <p key={seq} className={classes['text']}>
          {t('alarms.takeOut', { item: nameOfCodes(from, to) })}
        </p>
      ))}
      {label !== null && (
        <p className={classes['text']}>{t('alarms.newLabel', { number: label.trackingNumber })}</p>
      )}
      <div className={classes['actions']}>
        <Button className={classes['first'] ?? ''} styles={LARGE} variant="white" onClick={seen}>
          {t('alarms.changedSeen')}
        </Button>
        {label !== null && (
          <Button
            className={classes['second'] ?? ''}
            styles={LARGE}
            variant="outline"
            color="white"
            onClick={keep}
          >
            {t('alarms.keepLabel')}
          </Button>
        )}
      </div>
    </Interruption>
  )
}

/**
 * Moves the focus in the alarm's first frame: the dialog's own focus trap comes later, and a key pressed in between
 * would go elsewhere.
 */
function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
}

type InterruptionProps = {
  title: string
  orderId: number | null
  /** What ACK does; without it, only the buttons answer the alarm. */
  acknowledge?: () => void | Promise<boolean>
  /** Acknowledged, it is over. */
  seen?: AlarmSeen
  children: ReactNode
}

/**
 * Only its buttons close it. None of them has the focus at first, so that an Enter or Space meant for something else,
 * or sent by a scanner, answers nothing.
 */
function Interruption({ title, orderId, acknowledge, seen, children }: InterruptionProps) {
  const { player } = useStores()
  useEffect(() => player.play('alarm'), [player])
  useFormGuard(true, { alarm: true, orderId, ...(acknowledge && { acknowledge }), ...(seen && { seen }) })
  return (
    <Modal
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      fullScreen
      // Below the band, which says what became of scans meanwhile.
      zIndex={250}
      classNames={{ content: classes['alarm'] ?? '' }}
      // The theme's dialogs leave room around themselves; an alarm covers everything.
      styles={{
        content: { maxHeight: 'none' },
        inner: { padding: 0 },
        body: { padding: 0 },
        title: { fontSize: 'var(--alarm-title)' },
      }}
      transitionProps={{ duration: 0 }}
    >
      <div
        ref={takeFocus}
        role="alertdialog"
        aria-label={title}
        tabIndex={-1}
        data-autofocus
        // Escape must not close the form underneath.
        data-mantine-stop-propagation="true"
        className={classes['body']}
      >
        <IconHandStop className={classes['hand']} stroke={1.75} aria-hidden />
        <Modal.Title className={classes['title'] ?? ''}>{title}</Modal.Title>
        {children}
      </div>
    </Modal>
  )
}
