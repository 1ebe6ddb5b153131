import { Button, Modal, Text } from '@mantine/core'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { useFormGuard } from '../../scan/use-form-guard'
import { DialogButtons } from '../../ui/dialog-buttons'
import { SwitchRows } from './switch-rows'
import { useAccounts, useChoosingAccount } from './use-accounts'

/** Switches to another account, from any page. */
export function SwitchDialog() {
  const { t } = useTranslation()
  const [choosing, setChoosing] = useChoosingAccount()
  const { value, error } = useAccounts(choosing)
  const close = () => setChoosing(false)
  useFormGuard(choosing, { close })
  if (!choosing) return null
  return (
    <Modal opened onClose={close} title={t('accounts.switch')} size="xl">
      <Text>{t('accounts.about')}</Text>
      <ErrorAlert error={error} mt="sm" />
      <SwitchRows rows={value?.rows ?? []} />
      <DialogButtons>
        <Button variant="default" onClick={close}>
          {t('accounts.close')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
