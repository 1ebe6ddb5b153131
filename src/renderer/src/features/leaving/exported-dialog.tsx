import { Button, Code, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from '../../locales/i18n'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStoreOf } from '../../stores/stores'

/** Tells where the file of open operations is, whatever page is shown by then. */
export function ExportedDialog() {
  const { t } = useTranslation()
  const exported = useStoreOf('station', (state) => state.exported)
  const close = useStoreOf('station', (state) => state.closeExported)
  useFormGuard(exported !== null, { close })
  if (exported === null) return null
  const { ops, kind } = exported
  if (exported.path === null) return <SaveDialog ops={ops} content={exported.content} onClose={close} />
  return (
    <Modal
      opened
      // Nobody may miss where a moved file is: a click outside the dialog does not close it.
      closeOnClickOutside={kind === 'copy'}
      onClose={close}
      title={t('leave.exportedTitle', { count: ops })}
      size="lg"
    >
      <Code block data-testid="exported-path">
        {exported.path}
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

/** When the PC's disk is full, a person chooses another place for the file. */
function SaveDialog({ ops, content, onClose }: { ops: number; content: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      closeOnClickOutside={false}
      onClose={onClose}
      title={t('leave.unsavedTitle', { count: ops })}
      size="lg"
    >
      <Text mb="md">{t('leave.unsavedText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('leave.exportedOk')}
        </Button>
        <Button onClick={() => saveOutside(content)} data-autofocus>
          {t('leave.unsavedSave')}
        </Button>
      </Group>
    </Modal>
  )
}

/** The host lets only a file of this name leave the window, and asks where to save it. */
function saveOutside(content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `open-operations-${new Date().toISOString().replaceAll(':', '-')}.json`
  link.click()
  // By then the download holds its own reference to the content.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
