import type { ReactNode } from 'react'
import classes from './dialog-buttons.module.css'

/** The buttons that end a dialog: visible however long its content is. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes['buttons']}>{children}</div>
}
