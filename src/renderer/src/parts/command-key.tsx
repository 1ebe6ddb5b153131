import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Command } from '../../../shared/domain/scanning/command'
import { COMMAND_KEYS } from '../../../shared/domain/scanning/commanding'

/** A key as it is written on the keyboard. */
export function CommandKey({ command }: { command: Command }) {
  const { t } = useTranslation()
  const { key, shift } = COMMAND_KEYS[command]
  return <Kbd size="md">{shift ? `${t('commands.shift')}+${key}` : key}</Kbd>
}
