import { Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import type { OrderView } from '../../../../shared/contract/views'
import { isWaiting } from '../../../../shared/domain/shipments/shipment'
import { ErrorAlert } from '../../parts/error-alert'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'

/** Explains the consequences of canceling an order before it is done. */
export function CancelOrderDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const { t } = useTranslation()
  const { orderId } = order
  const unsent = order.shipments.filter(({ state, serverId }) => isWaiting(state) && serverId === null)
  const cancelOrder = useStoreOf('order', (state) => state.cancelOrder)
  const busy = useStoreOf('order', (state) => state.busy === 'cancel')
  const [error, setError] = useState<BridgeError | null>(null)
  useFormGuard(true, { close: onClose })
  const cancel = () =>
    void cancelOrder().then((refusal) => {
      if (refusal === null) onClose()
      setError(refusal)
    })
  return (
    <Modal opened onClose={onClose} title={t('money.cancelTitle', { orderId })} size="lg">
      <Text size="lg">{t('money.cancelText')}</Text>
      {unsent.length > 0 && (
        <Text size="lg" mt="sm">
          {t('money.cancelWithdraws', { count: unsent.length })}
        </Text>
      )}
      <ErrorAlert error={error} mt="sm" />
      <DialogButtons>
        <Button variant="default" size="lg" onClick={onClose} data-autofocus>
          {t('money.back')}
        </Button>
        <Button color="red.9" size="lg" loading={busy} onClick={cancel}>
          {t('money.cancelYes')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
