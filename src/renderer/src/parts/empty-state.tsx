import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

type Props = { icon: TablerIcon; tone?: 'plain' | 'ok' | 'stop'; children: ReactNode }

/** What a list says in place of its rows: that all is done, that nothing matches, or why it cannot be read. */
export function EmptyState({ icon: Icon, tone = 'plain', children }: Props) {
  return (
    <div className={classes['empty']} role={tone === 'stop' ? 'alert' : undefined}>
      <span className={`${classes['mark']} ${classes[tone]}`}>
        <Icon size={32} stroke={1.75} aria-hidden />
      </span>
      <p className={classes['words']}>{children}</p>
    </div>
  )
}
