import { Button, Center, Loader, Stack, Text } from '@mantine/core'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../../shared/contract/views'
import { useEscape } from '../../scan/use-escape'
import { cancelWaits, packableIds } from '../../stores/order-store'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError } from '../../locales/i18n'
import { BuyerCard } from './buyer-card'
import { LineList } from './line-list'
import { MoneyCard } from './money-card'
import { NextStepBar } from './next-step'
import { OrderAlarms } from './order-alarms'
import { OrderHeader } from './order-header'
import classes from './order.module.css'
import { PackPanel } from './pack-panel'
import { ShipmentList } from './shipment-list'
import { UnknownFields } from './unknown-fields'

export function OrderPage() {
  const order = useStoreOf('order', (state) => state.order)
  const go = useStoreOf('screen', (state) => state.go)
  useEscape(useCallback(() => go('queue'), [go]))
  if (order === null) return <NotOpen />
  return (
    <div className={classes['page']}>
      <OrderHeader order={order} />
      <OrderAlarms order={order} />
      <div>
        <NextStepBar order={order} />
      </div>
      <Columns order={order} />
    </div>
  )
}

function Columns({ order }: { order: OrderView }) {
  // A scrolling area is reached by keyboard through its checkboxes; without any, it must take the focus itself.
  const reach = packableIds(order).length > 0 ? {} : { tabIndex: 0 }
  return (
    <div className={classes['columns']}>
      <div className={classes['left']} data-scrolls {...reach}>
        <div className={classes['lines']} data-scrolls {...reach}>
          <LineList order={order} />
        </div>
        <div className={classes['extra']}>
          <BuyerCard buyer={order.buyer} locked={order.buyerLocked} />
          <MoneyCard order={order} />
          <UnknownFields fields={order.unknownFields} />
        </div>
      </div>
      <div className={classes['side']}>
        {!order.canceled && !cancelWaits(order) && <PackPanel order={order} />}
        <ShipmentList order={order} />
      </div>
    </div>
  )
}

function NotOpen() {
  const { t } = useTranslation()
  const orderId = useStoreOf('order', (state) => state.orderId)
  const error = useStoreOf('order', (state) => state.error)
  const open = useStoreOf('order', (state) => state.open)
  const go = useStoreOf('screen', (state) => state.go)
  if (orderId !== null && error === null) {
    return (
      <Center h="100%">
        <Loader aria-label={t('order.opening', { orderId })} />
      </Center>
    )
  }
  return (
    <Center h="100%">
      <Stack align="center" role="alert">
        {error !== null && <Text size="xl">{wordsOfError(t, error)}</Text>}
        {orderId !== null && <Button onClick={() => void open(orderId)}>{t('app.retry')}</Button>}
        <Button variant="default" onClick={() => go('queue')}>
          {t('order.back')}
        </Button>
      </Stack>
    </Center>
  )
}
