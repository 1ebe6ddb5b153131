import { Button, Modal, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../../parts/error-alert'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'
import { SwitchRows } from './switch-rows'

/** Switches to another account, from any page. */
export function SwitchDialog() {
  const { t } = useTranslation()
  const choosing = useStoreOf('accounts', (state) => state.choosing)
  const setChoosing = useStoreOf('accounts', (state) => state.setChoosing)
  const load = useStoreOf('accounts', (state) => state.load)
  const rows = useStoreOf('accounts', (state) => state.rows)
  const error = useStoreOf('accounts', (state) => state.error)
  const close = () => setChoosing(false)
  useFormGuard(choosing, { close })
  useEffect(() => {
    if (choosing) void load()
  }, [choosing, load])
  if (!choosing) return null
  return (
    <Modal opened onClose={close} title={t('accounts.switch')} size="xl">
      <Text>{t('accounts.about')}</Text>
      <ErrorAlert error={error} mt="sm" />
      <SwitchRows rows={rows ?? []} />
      <DialogButtons>
        <Button variant="default" onClick={close}>
          {t('accounts.close')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
