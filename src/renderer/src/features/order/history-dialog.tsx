import { Button, Loader, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useEffect, useState } from 'react'
import type { Result } from '../../../../shared/contract/result'
import type { HistoryEntry } from '../../../../shared/contract/op-views'
import { ErrorAlert } from '../../parts/error-alert'
import { HistoryList } from '../../parts/history-list'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import { ParcelPhoto } from './parcel-photo'

type Props = { shipmentId: string; index: number; onClose: () => void }

/** Everything that happened to a shipment at this station. */
export function HistoryDialog({ shipmentId, index, onClose }: Props) {
  const { t } = useTranslation()
  const readHistory = useStoreOf('order', (state) => state.readHistory)
  // Read again with the order: the history may have grown.
  const order = useStoreOf('order', (state) => state.order)
  const [answer, setAnswer] = useState<Result<readonly HistoryEntry[]> | null>(null)
  useEffect(() => {
    let current = true
    void readHistory(shipmentId).then((fresh) => current && setAnswer(fresh))
    return () => {
      current = false
    }
  }, [readHistory, shipmentId, order])
  useFormGuard(true, { close: onClose })
  return (
    <Modal opened onClose={onClose} title={t('shipments.historyTitle', { index })} size={780}>
      {answer === null && <Loader aria-label={t('queue.loadingRow')} />}
      <ErrorAlert error={answer?.ok === false ? answer.error : null} />
      {answer?.ok === true && answer.value.length === 0 && <Text>{t('shipments.historyNone')}</Text>}
      {answer?.ok === true && <HistoryList entries={answer.value} withKind />}
      <ParcelPhoto shipmentId={shipmentId} />
      <DialogButtons>
        <Button variant="default" size="lg" onClick={onClose} data-autofocus>
          {t('alarms.close')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
