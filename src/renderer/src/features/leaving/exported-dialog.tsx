import { Button, Code, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStoreOf } from '../../stores/stores'
import { useFormGuard } from '../scan/use-form-guard'

/** Where the file of open operations is, whatever page is on the screen by then. */
export function ExportedDialog() {
  const { t } = useTranslation()
  const exported = useStoreOf('station', (state) => state.exported)
  const close = useStoreOf('station', (state) => state.closeExported)
  useFormGuard(exported !== null, { close })
  if (exported === null) return null
  const { path, ops, kind } = exported
  return (
    <Modal
      opened
      // A moved file must be noticed: a click beside the dialog does not close it.
      closeOnClickOutside={kind === 'copy'}
      onClose={close}
      title={t('leave.exportedTitle', { count: ops })}
      size="lg"
    >
      <Code block data-testid="exported-path">
        {path}
      </Code>
      <Text my="md">{t(kind === 'copy' ? 'leave.exportedCopy' : 'leave.exportedMoved')}</Text>
      <Group justify="flex-end">
        <Button onClick={close} data-autofocus>
          {t('leave.exportedOk')}
        </Button>
      </Group>
    </Modal>
  )
}
