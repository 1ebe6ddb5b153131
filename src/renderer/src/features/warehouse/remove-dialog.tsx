import { Button, Modal, Text } from '@mantine/core'
import type { WarehouseStation } from '../../../../shared/contract/warehouse'
import { useTranslation } from '../../locales/i18n'
import { useAct } from '../../parts/use-read'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStores } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'

type Props = { station: WarehouseStation; onClose: () => void }

/** Asks first: what is not sent at that station is forgotten by this list, too. */
export function RemoveDialog({ station: { stationId, name, waiting, held }, onClose }: Props) {
  const { t } = useTranslation()
  const { perform } = useAct('warehouse:remove-station')
  const { reads } = useStores()
  const remove = async () => {
    const answer = await perform({ stationId })
    if (answer?.ok) reads.take('warehouse:read', {}, answer)
  }
  useFormGuard(true, { close: onClose })
  const open = waiting + held
  return (
    <Modal opened onClose={onClose} title={t('warehouse.removeTitle', { name })}>
      <Text>{t('warehouse.removeText')}</Text>
      {open > 0 && (
        <Text mt="sm" fw={570}>
          {t('warehouse.removeOpen', { count: open })}
        </Text>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('warehouse.keep')}
        </Button>
        <Button
          color="red"
          onClick={() => {
            void remove()
            onClose()
          }}
        >
          {t('warehouse.removeYes')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
