import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-chip.module.css'

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
