import { Button, Kbd, Text } from '@mantine/core'
import { IconArrowLeft, IconHandStop, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import type { OrderView } from '../../../../shared/contract/views'
import { formatCents } from '../../../../shared/domain/orders/money'
import { OrderState } from '../../parts/order-state'
import { ageWords } from '../../parts/time/ages'
import { showMinute } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import { useLocale, wordsOfError } from '../../locales/i18n'
import { HoldDialog } from './hold-dialog'
import classes from './order.module.css'

export function OrderHeader({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const go = useStoreOf('screen', (state) => state.go)
  return (
    <div className={classes['head']}>
      <Button
        variant="default"
        leftSection={<IconArrowLeft aria-hidden />}
        rightSection={<Kbd className={classes['escape'] ?? ''}>Esc</Kbd>}
        onClick={() => go('queue')}
      >
        {t('order.backShort')}
      </Button>
      <h1 className={classes['number']}>{t('order.title', { orderId: order.orderId })}</h1>
      <OrderState order={order} size="xl" />
      <Facts order={order} />
      {order.hold === null && !order.canceled && <HoldButton orderId={order.orderId} />}
      <RefreshButton />
    </div>
  )
}

function HoldButton({ orderId }: { orderId: number }) {
  const { t } = useTranslation()
  const holding = useStoreOf('order', (state) => state.holding)
  const setHolding = useStoreOf('order', (state) => state.setHolding)
  return (
    <>
      <Button variant="default" leftSection={<IconHandStop aria-hidden />} onClick={() => setHolding('hold')}>
        {t('hold.button')}
      </Button>
      {(holding === 'hold' || holding === 'hold_by_command') && (
        <HoldDialog
          orderId={orderId}
          byCommand={holding === 'hold_by_command'}
          onClose={() => setHolding(null)}
        />
      )}
    </>
  )
}

function Facts({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const zone = useZone()
  const nowMs = useNow()
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? 'USD')
  const { purchasedAt, amountCents, readAt } = order
  return (
    <div className={classes['about']}>
      {purchasedAt !== null && (
        <div>
          {t('order.bought', {
            age: ageWords(t, purchasedAt, nowMs),
            at: showMinute(purchasedAt, zone),
          })}
        </div>
      )}
      <div className={classes['quiet']}>
        {amountCents !== null &&
          `${t('order.amount', { amount: formatCents(amountCents, currency, locale) })} · `}
        {t('order.readAt', { age: ageWords(t, readAt, nowMs) })}
      </div>
    </div>
  )
}

function RefreshButton() {
  const { t } = useTranslation()
  const refresh = useStoreOf('order', (state) => state.refresh)
  const busy = useStoreOf('order', (state) => state.busy)
  const [error, setError] = useState<BridgeError | null>(null)
  return (
    <>
      {error !== null && (
        <Text className={classes['quiet']} role="alert">
          {wordsOfError(t, error)}
        </Text>
      )}
      <Button
        variant="default"
        leftSection={<IconRefresh aria-hidden />}
        loading={busy === 'refresh'}
        onClick={() => void refresh().then(setError)}
      >
        <span className={classes['refresh']}>{t('order.refresh')}</span>
      </Button>
    </>
  )
}
