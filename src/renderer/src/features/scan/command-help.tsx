import { Button, Kbd, Modal, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { COMMANDS, type Command } from '../../../../shared/domain/command'
import { COMMAND_KEYS } from '../../../../shared/domain/commanding'
import { BeginButton } from '../guide/begin-button'
import { DialogButtons } from '../../ui/dialog-buttons'
import { useFormGuard } from './use-form-guard'

/** A key as it is written on the keyboard. */
export function CommandKey({ command }: { command: Command }) {
  const { t } = useTranslation()
  const { key, shift } = COMMAND_KEYS[command]
  return <Kbd size="md">{shift ? `${t('commands.shift')}+${key}` : key}</Kbd>
}

/** Every command with its key and what it does. */
export function CommandHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useFormGuard(true, { close: onClose })
  return (
    <Modal opened onClose={onClose} title={t('commands.helpTitle')} size={1180}>
      {t('commands.helpIntro')}
      <Table fz="md" mt="xs" verticalSpacing={4}>
        <Table.Tbody>
          {COMMANDS.map((command) => (
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
      <DialogButtons>
        <BeginButton onBegin={onClose} />
        <Button onClick={onClose} data-autofocus>
          {t('commands.helpClose')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}
