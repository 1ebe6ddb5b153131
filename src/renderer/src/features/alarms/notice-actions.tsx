import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import type { Words } from '../../../../locales/words'
import type { NoticeView } from '../../../../shared/contract/views'
import { hasText, useTranslation } from '../../locales/i18n'
import { useOpenOrder } from '../../parts/use-open'
import { useStoreOf, useStores } from '../../stores/stores'
import classes from './alarms.module.css'

/** For gloves, and unlike any other button: it answers an alarm. */
export const LARGE = { root: { minHeight: 80 } }

type Props = { notice: NoticeView; onLeave: () => void; large?: boolean }

/** What a person can do about a notice. @param onLeave called before another page is shown */
export function NoticeActions({ notice, onLeave, large = false }: Props) {
  const size = large ? LARGE : {}
  const { t } = useTranslation()
  const acknowledge = useStoreOf('notices', (state) => state.acknowledge)
  const openOrder = useOpenOrder()
  const cancelOurs = useCancelOurs(notice)
  const { noticeId, kind, orderId } = notice
  const leaveTo = (go: () => void) => () => {
    onLeave()
    go()
  }
  return (
    <>
      <Button
        className={classes['first'] ?? ''}
        styles={size}
        variant="white"
        onClick={() => void acknowledge(noticeId)}
      >
        {large && kind === 'order_canceled' ? t('alarms.canceledSeen') : seenWords(t, kind)}
      </Button>
      {cancelOurs !== null && (
        <Button
          className={classes['second'] ?? ''}
          styles={size}
          variant="outline"
          color="white"
          onClick={leaveTo(cancelOurs)}
        >
          {t('alarms.cancelOurs')}
        </Button>
      )}
      {orderId !== null && (
        <Button
          className={classes['second'] ?? ''}
          styles={size}
          variant="outline"
          color="white"
          onClick={leaveTo(() => openOrder(orderId))}
        >
          {t('alarms.openOrder', { orderId })}
        </Button>
      )}
    </>
  )
}

/** Opens the order with the form that cancels the shipment packed here; `null` when that is no longer possible. */
function useCancelOurs({ kind, orderId, shipmentIds }: NoticeView): (() => void) | null {
  const { order, screen } = useStores()
  const about = useStoreOf('notices', (state) => (orderId === null ? undefined : state.orders.get(orderId)))
  const ours = about?.shipments.find(
    (shipment) =>
      shipmentIds.includes(shipment.shipmentId) && shipment.packedHere && shipment.moves.cancel === 'usual',
  )
  if (kind !== 'duplicate' || orderId === null || ours === undefined) return null
  return () => {
    const { chosen, orderId: present, open, setMoving, setWanted } = order.getState()
    if (chosen.size > 0 && present !== orderId) return setWanted(orderId)
    screen.getState().visit('order')
    void open(orderId).then(() => setMoving({ shipmentId: ours.shipmentId, move: 'cancel' }))
  }
}

/** What the one who has seen it does about it, if that is to be said. */
function seenWords(t: TFunction, kind: string): string {
  return hasText(`alarms.seen.${kind}`)
    ? t(`alarms.seen.${kind as keyof Words['alarms']['seen']}`)
    : t('alarms.seenPlain')
}
