import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconHelpCircle,
  IconSend,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OpState } from '../../../shared/domain/outbox/operation'
import { StateChip, type ChipTone } from './state-chip'

const LOOKS: Readonly<Record<OpState, { tone: ChipTone; icon: TablerIcon }>> = {
  ready: { tone: 'plain', icon: IconClock },
  sending: { tone: 'accent', icon: IconSend },
  unknown: { tone: 'warn', icon: IconHelpCircle },
  confirmed: { tone: 'ok', icon: IconCircleCheck },
  held: { tone: 'stop', icon: IconAlertTriangle },
  discarded: { tone: 'plain', icon: IconTrash },
}

/** An operation's state, by tint, icon and word. */
export function OpStateBadge({ state }: { state: OpState }) {
  const { t } = useTranslation()
  const { tone, icon } = LOOKS[state]
  return (
    <StateChip tone={tone} icon={icon}>
      {t(`outbox.states.${state}`)}
    </StateChip>
  )
}
