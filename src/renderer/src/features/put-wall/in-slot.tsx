import { Alert } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../../shared/contract/views'
import { useRead } from '../../parts/use-read'
import { packableIds } from '../../stores/order-store'
import { useStoreOf } from '../../stores/stores'

/** The items of the order that are in a slot of the put wall: they were scanned there, so they are chosen here. */
export function InSlot({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const { value } = useRead('put-wall:of-order', { orderId: order.orderId })
  const choose = useStoreOf('order', (state) => state.choose)
  const isOpen = useStoreOf('order', (state) => state.busy !== 'open')
  // Once: who takes one out again has a reason.
  const done = useRef(false)
  useEffect(() => {
    if (value === null || !isOpen || done.current) return
    done.current = true
    for (const { lineId, code } of value.lines) choose(lineId, code)
  }, [value, isOpen, choose])
  if (value === null || value.lines.length === 0 || packableIds(order).length === 0) return null
  return (
    <Alert
      role="status"
      color="blue"
      style={{ overflow: 'visible' }}
      title={t('putWall.inSlot', { slot: value.slot })}
    >
      {t('putWall.inSlotHint', { count: value.lines.length })}
    </Alert>
  )
}
