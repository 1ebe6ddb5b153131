import { Alert } from '@mantine/core'
import { useEffect } from 'react'
import type { ValueOf } from '../../../../shared/contract/bridge'
import type { OrderView } from '../../../../shared/contract/views'
import { useTranslation } from '../../locales/i18n'
import { useRead } from '../../parts/use-read'
import { packableIds } from '../../stores/order-store'
import { useStoreOf, useStores } from '../../stores/stores'
import { nameOf } from './told-at-wall'

/**
 * The items of the order that are in a slot of the put wall: they were scanned there, so they are chosen here. Those in
 * another station's wall are only told of.
 */
export function InSlot({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const { orderId } = order
  const { reads } = useStores()
  const { value } = useRead('put-wall:of-order', { orderId }, { staleOn: ['orders_changed'] })
  const choose = useStoreOf('order', (state) => state.choose)
  // Once, by an answer of now: what was taken out of the slot since the last look must not be chosen.
  useEffect(() => {
    let isLeft = false
    void reads.reload('put-wall:of-order', { orderId }).then(() => {
      const found = reads.read('put-wall:of-order', { orderId })
      if (isLeft || found.error !== null) return
      for (const { lineId, code } of found.value?.here?.lines ?? []) choose(lineId, code)
    })
    return () => {
      isLeft = true
    }
  }, [reads, orderId, choose])
  if (value === null || packableIds(order).length === 0) return null
  return (
    <>
      {value.here !== null && <Here {...value.here} />}
      {value.elsewhere.map(({ station, slot, units: count }) => (
        <Alert
          key={station}
          role="status"
          color="blue"
          style={{ overflow: 'visible' }}
          title={t('putWall.lieElsewhere', { count, slot, station })}
        >
          {t('putWall.lieElsewhereHint')}
        </Alert>
      ))}
    </>
  )
}

function Here({ slot, lines, takeOut }: NonNullable<ValueOf['put-wall:of-order']['here']>) {
  const { t } = useTranslation()
  if (takeOut.length > 0)
    return (
      <Alert role="alert" color="red" style={{ overflow: 'visible' }} title={t('putWall.stopped', { slot })}>
        {t('putWall.stoppedHint', { items: takeOut.map((item) => nameOf(t, item)).join(', ') })}
      </Alert>
    )
  return (
    <Alert role="status" color="blue" style={{ overflow: 'visible' }} title={t('putWall.inSlot', { slot })}>
      {t('putWall.inSlotHint', { count: lines.length })}
    </Alert>
  )
}
