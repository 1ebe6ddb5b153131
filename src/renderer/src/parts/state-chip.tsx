import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconHelpCircle,
  IconSend,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OrderView } from '../../../shared/contract/views'
import type { OpState } from '../../../shared/domain/outbox/operation'
import { useTranslation } from '../locales/i18n'
import classes from './state-chip.module.css'
import { orderStateWords } from './state-words'

/** What a state asks of people: nothing, patience, or action now. */
export type ChipTone = 'plain' | 'accent' | 'ok' | 'warn' | 'stop'

/** A state by tint, icon and words; the words alone say it, too. */
export function StateChip({
  tone,
  icon: Icon,
  children,
}: {
  tone: ChipTone
  icon?: TablerIcon
  children: ReactNode
}) {
  return (
    <span className={`${classes['chip']} ${classes[tone]}`}>
      {Icon !== undefined && <Icon size={16} stroke={2} aria-hidden />}
      {children}
    </span>
  )
}

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

export function OrderState({ order, size = 'md' }: { order: OrderView; size?: 'md' | 'xl' }) {
  const { t } = useTranslation()
  return (
    <Badge size={size} variant="outline" color={order.canceled ? 'red' : 'gray'}>
      {orderStateWords(t, order.state)}
    </Badge>
  )
}
