import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconHelpCircle,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpState } from '../../../../shared/domain/outbox/operation'

const LOOKS: Readonly<Record<OpState, { color: string; icon: ReactNode }>> = {
  ready: { color: 'yellow', icon: <IconClock size={18} aria-hidden /> },
  sending: { color: 'indigo', icon: <IconSend size={18} aria-hidden /> },
  unknown: { color: 'orange.9', icon: <IconHelpCircle size={18} aria-hidden /> },
  confirmed: { color: 'green.9', icon: <IconCircleCheck size={18} aria-hidden /> },
  held: { color: 'red.9', icon: <IconAlertTriangle size={18} aria-hidden /> },
  discarded: { color: 'gray.7', icon: <IconTrash size={18} aria-hidden /> },
}

/** An operation's state, by color, icon and word. */
export function OpStateBadge({ state }: { state: OpState }) {
  const { t } = useTranslation()
  return (
    <Badge color={LOOKS[state].color} variant="filled" leftSection={LOOKS[state].icon}>
      {t(`outbox.states.${state}`)}
    </Badge>
  )
}
