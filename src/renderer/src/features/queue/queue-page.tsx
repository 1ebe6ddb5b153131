import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, type ComponentType, type KeyboardEvent } from 'react'
import { useTranslation } from '../../locales/i18n'
import { useOpenOrder } from '../../parts/use-open'
import { useStores } from '../../stores/stores'
import { QueueList } from './queue-list'
import type { QueueToolsProps } from './queue-tools'
import classes from './queue.module.css'

/** How many rows PageUp and PageDown move. */
const PAGE_JUMP = 8

/** The orders to pack. @param Tools `null` until they are loaded; their place is kept */
export function QueuePage({ Tools }: { Tools: ComponentType<QueueToolsProps> | null }) {
  const { t } = useTranslation()
  const onKeyDown = useQueueKeys()
  return (
    <div className={classes['page']}>
      <VisuallyHidden component="h1">{t('queue.title')}</VisuallyHidden>
      <div className={classes['tools']}>{Tools !== null && <Tools onKeyDown={onKeyDown} />}</div>
      <QueueList onKeyDown={onKeyDown} />
    </div>
  )
}

/** Arrow keys move, Enter opens once the list is up to date; the same in the list and in the search field. */
function useQueueKeys(): (event: KeyboardEvent) => void {
  const { queue } = useStores()
  const openOrder = useOpenOrder()
  const stopWaiting = useRef<() => void>(() => undefined)
  useEffect(() => () => stopWaiting.current(), [])
  const openActive = () => {
    const { rows, active } = queue.getState()
    const row = rows.at(active)
    if (row !== undefined) openOrder(row.orderId)
    return row !== undefined || rows.total !== null
  }
  const openWhenThere = () => {
    if (openActive()) return
    const unsubscribe = queue.subscribe(() => openActive() && unsubscribe())
    stopWaiting.current = unsubscribe
  }
  return (event) => {
    const steps: Partial<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: PAGE_JUMP,
      PageUp: -PAGE_JUMP,
    }
    const step = steps[event.key]
    // Any other key means that the packer has changed their mind.
    stopWaiting.current()
    if (step !== undefined) queue.getState().setActive(queue.getState().active + step)
    else if (event.key === 'Enter') openWhenThere()
    else return
    event.preventDefault()
  }
}
