import { Button, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/contract/result'
import type { LineView, OrderView } from '../../../../shared/contract/views'
import { formatCents } from '../../../../shared/domain/orders/money'
import { ageWords } from '../../parts/time/ages'
import { showMinute } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { nameOfLine } from '../../scan/scan-feedback'
import { useStoreOf } from '../../stores/stores'
import { useLocale, wordsOfError } from '../../locales/i18n'
import { BuyerCard } from './buyer-card'
import { MoneyCard } from './money-card'
import classes from './order.module.css'
import { UnknownFields } from './unknown-fields'

/** What the order holds besides its goods: of no use at the bench, and one press away. */
export function OrderDetails({ order }: { order: OrderView }) {
  return (
    <div className={classes['details']}>
      <Facts order={order} />
      <BuyerCard order={order} />
      <Prices order={order} />
      <MoneyCard order={order} />
      <UnknownFields fields={order.unknownFields} />
    </div>
  )
}

function Facts({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const nowMs = useNow()
  const { purchasedAt, readAt } = order
  return (
    <section className={classes['card']} aria-label={t('order.details')}>
      <h2 className={classes['cardTitle']}>{t('order.details')}</h2>
      {purchasedAt !== null && (
        <p className={classes['fact']}>
          {t('order.bought', { age: ageWords(t, purchasedAt, nowMs), at: showMinute(purchasedAt, zone) })}
        </p>
      )}
      <p className={classes['fact']} title={showMinute(readAt, zone)}>
        {t('order.readAt', { age: ageWords(t, readAt, nowMs) })}
      </p>
      <RefreshButton />
    </section>
  )
}

function RefreshButton() {
  const { t } = useTranslation()
  const refresh = useStoreOf('order', (state) => state.refresh)
  const busy = useStoreOf('order', (state) => state.busy)
  const [error, setError] = useState<BridgeError | null>(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={20} aria-hidden />}
        loading={busy === 'refresh'}
        onClick={() => void refresh().then(setError)}
      >
        {t('order.refresh')}
      </Button>
      {error !== null && (
        <Text className={classes['quiet']} role="alert">
          {wordsOfError(t, error)}
        </Text>
      )}
    </>
  )
}

/** What the lines cost, fees too: they belong to the order but into no parcel. */
function Prices({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const currency = useStoreOf('station', (state) => state.bootstrap?.settings.currency ?? 'USD')
  const fees = order.lines.filter((line) => line.isShippingFee)
  const goods = order.lines.filter((line) => !line.isShippingFee)
  const row = (line: LineView, name: string) => (
    <div key={line.lineId} className={classes['note']}>
      <span>{name}</span>
      <span className={classes['spacer']} />
      {line.amountCents !== null && <span>{formatCents(line.amountCents, currency, locale)}</span>}
    </div>
  )
  return (
    <section className={classes['card']} aria-label={t('order.prices')}>
      <h2 className={classes['cardTitle']}>{t('order.prices')}</h2>
      {goods.map((line) => row(line, nameOfLine(line)))}
      {fees.map((line) => row(line, line.title ?? t('lines.fee')))}
      {order.amountCents !== null && (
        <div className={`${classes['note']} ${classes['total']}`}>
          {t('order.amount', { amount: formatCents(order.amountCents, currency, locale) })}
        </div>
      )}
      {fees.length > 0 && <p className={classes['fact']}>{t('lines.feeHint')}</p>}
    </section>
  )
}
