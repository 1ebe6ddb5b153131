import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormGuard } from '../../scan/use-form-guard'

/** Asks before this PC forgets the account. */
export function ResetDialog({ onClose, onReset }: { onClose: () => void; onReset: () => void }) {
  const { t } = useTranslation()
  useFormGuard(true, { close: onClose })
  return (
    <Modal opened onClose={onClose} title={t('leave.resetTitle')} size="lg">
      <Text mb="lg">{t('leave.resetText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('leave.no')}
        </Button>
        <Button color="red.9" onClick={onReset}>
          {t('leave.resetYes')}
        </Button>
      </Group>
    </Modal>
  )
}
