import type { ComponentType, ReactNode } from 'react'
import classes from './queue.module.css'

type Props = {
  tone: 'alarm' | 'warning' | 'waiting' | 'plain'
  icon: ComponentType<{ size: number; 'aria-hidden': true }>
  children: ReactNode
  title?: string
}

/** A short fact about an order. Plain elements: a screen full of them is most of what a start has to draw. */
export function Marker({ tone, icon: Icon, children, title }: Props) {
  return (
    <span className={`${classes['marker']} ${classes[tone]}`} title={title}>
      <Icon size={18} aria-hidden />
      <span>{children}</span>
    </span>
  )
}

/** How much of an order is packed; the words are next to it. */
export function Bar({ share }: { share: number }) {
  return (
    <span className={classes['bar']} aria-hidden>
      <span style={{ width: `${100 * share}%` }} />
    </span>
  )
}
