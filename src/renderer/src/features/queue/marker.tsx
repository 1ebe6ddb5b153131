import type { ComponentType, ReactNode } from 'react'
import classes from './queue.module.css'

type Props = {
  tone: 'alarm' | 'warning' | 'waiting' | 'begun' | 'plain'
  icon: ComponentType<{ size: number; 'aria-hidden': true }>
  children: ReactNode
  title?: string
}

/** A short fact about an order. Plain elements: a screen full of them is most of what a start has to draw. */
export function Marker({ tone, icon: Icon, children, title }: Props) {
  return (
    <span className={`${classes['marker']} ${classes[tone]}`} title={title}>
      <Icon size={16} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
