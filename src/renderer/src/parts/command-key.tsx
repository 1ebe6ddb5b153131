import { Kbd } from '@mantine/core'
import { COMMANDS, type Command } from '../../../shared/domain/scanning/command'
import { useTranslation } from '../locales/i18n'

/** A key as labeled on the keyboard. */
export function CommandKey({ command }: { command: Command }) {
  const { t } = useTranslation()
  const { key, shift } = COMMANDS[command]
  return <Kbd size="md">{shift ? `${t('commands.shift')}+${key}` : key}</Kbd>
}
