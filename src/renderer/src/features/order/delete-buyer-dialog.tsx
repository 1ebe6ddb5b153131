import { Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import { ErrorAlert } from '../../parts/error-alert'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'

/** Says what is deleted for good before it is done. */
export function DeleteBuyerDialog({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const deleteBuyer = useStoreOf('order', (state) => state.deleteBuyer)
  const busy = useStoreOf('order', (state) => state.busy === 'delete_buyer')
  const [error, setError] = useState<BridgeError | null>(null)
  useFormGuard(true, { close: onClose })
  const doDelete = () =>
    void deleteBuyer().then((refusal) => {
      if (refusal === null) onClose()
      setError(refusal)
    })
  return (
    <Modal opened onClose={onClose} title={t('buyer.deleteTitle', { orderId })} size="lg">
      <Text size="lg">{t('buyer.deleteText')}</Text>
      <Text mt="sm">{t('buyer.deleteCopies')}</Text>
      <ErrorAlert error={error} mt="sm" />
      <DialogButtons>
        <Button variant="default" size="lg" onClick={onClose} data-autofocus>
          {t('money.back')}
        </Button>
        <Button color="red.9" size="lg" loading={busy} onClick={doDelete}>
          {t('buyer.deleteYes')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
