import { Button, Modal, Table } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { COMMAND_NAMES } from '../../../../shared/domain/scanning/command'
import { useTranslation } from '../../locales/i18n'
import { BeginButton } from '../../parts/begin-button'
import { CommandKey } from '../../parts/command-key'
import { PrintResult } from '../../parts/print-result'
import { useFormGuard } from '../../scan/use-form-guard'
import { useStores } from '../../stores/stores'
import { DialogButtons } from '../../ui/dialog-buttons'

/** Every command with its key and what it does. */
export function CommandHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { print } = useStores().printing
  useFormGuard(true, { close: onClose })
  return (
    <Modal opened onClose={onClose} title={t('commands.helpTitle')} size={1180}>
      {t('commands.helpIntro')}
      <Table fz="md" mt="xs" verticalSpacing={4}>
        <Table.Tbody>
          {COMMAND_NAMES.map((command) => (
            <Table.Tr key={command}>
              <Table.Th scope="row">{t(`commands.names.${command}`)}</Table.Th>
              <Table.Td>
                <CommandKey command={command} />
              </Table.Td>
              <Table.Td>{t(`commands.does.${command}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <PrintResult isOurs={({ kind }) => kind === 'command_poster'} onLeave={onClose} />
      <DialogButtons>
        <Button
          variant="default"
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => void print({ kind: 'command_poster' })}
        >
          {t('printing.commandPoster')}
        </Button>
        <BeginButton onBegin={onClose} />
        <Button onClick={onClose} data-autofocus>
          {t('commands.helpClose')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
