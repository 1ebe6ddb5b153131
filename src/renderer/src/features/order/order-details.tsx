import { Button, Loader, Text } from '@mantine/core'
import { IconRefresh, IconChevronRight } from '@tabler/icons-react'
import { useState, useEffect } from 'react'
import type { MarketplaceFields, OrderCopy } from '../../../../shared/contract/copy-views'
import type { BridgeError, Result } from '../../../../shared/contract/result'
import type { OrderView } from '../../../../shared/contract/views'
import { ErrorAlert } from '../../parts/error-alert'
import { FieldList } from '../../parts/field-list'
import { ageWords } from '../../parts/time/ages'
import { showMinute } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError, useTranslation } from '../../locales/i18n'
import { AmountsTable } from './money/amounts-table'
import { BuyerCard } from './buyer-card'
import { MoneyCard } from './money/money-card'
import classes from './order.module.css'
import { TotalExplained } from './money/total-explained'

/** What the order holds apart from its goods: of no use at the bench, and one press away. */
export function OrderDetails({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const answer = useOrderCopy(order)
  const copy = answer?.ok === true ? answer.value : null
  return (
    <div className={classes['details']}>
      <Facts order={order} fields={copy?.order ?? null} />
      <BuyerCard order={order} />
      {answer === null && <Loader aria-label={t('queue.loadingRow')} />}
      <ErrorAlert error={answer?.ok === false ? answer.error : null} />
      {copy !== null && <AmountsTable order={order} copy={copy} />}
      {copy !== null && <TotalExplained money={copy.money} restCents={order.refundRestCents} />}
      <MoneyCard order={order} copy={copy} />
      {copy !== null && <UnknownFields fields={copy.unknown} />}
      {copy !== null && <AllRecords copy={copy} />}
    </div>
  )
}

function Facts({ order, fields }: { order: OrderView; fields: MarketplaceFields | null }) {
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
      {fields !== null && <FieldList fields={fields} of="order" />}
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
        mt="sm"
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

const LISTS = ['lines', 'payments', 'shipments', 'refunds'] as const

/** Every field of the order's lines, payments, shipments and refunds, folded: for who looks for one. */
function AllRecords({ copy }: { copy: OrderCopy }) {
  const { t } = useTranslation()
  return (
    <details className={classes['card']}>
      <summary className={classes['summary']}>
        <IconChevronRight size={20} aria-hidden />
        {t('order.allFields')}
      </summary>
      {LISTS.map((list) => copy[list].length > 0 && <Records key={list} list={list} records={copy[list]} />)}
    </details>
  )
}

type RecordsProps = { list: (typeof LISTS)[number]; records: readonly MarketplaceFields[] }

function Records({ list, records }: RecordsProps) {
  const { t } = useTranslation()
  return (
    <section className={classes['records']} aria-label={t(`order.lists.${list}`)}>
      <h3 className={classes['label']}>{t(`order.lists.${list}`)}</h3>
      {records.map((fields, place) => (
        <div key={place} className={classes['record']}>
          <FieldList fields={fields} of={list} />
        </div>
      ))}
    </section>
  )
}

/** Fields that the marketplace sends and this version does not know, under its names: nothing is hidden. */
function UnknownFields({ fields }: { fields: MarketplaceFields }) {
  const { t } = useTranslation()
  if (Object.keys(fields).length === 0) return null
  return (
    <section className={classes['card']} aria-label={t('order.more')}>
      <h2 className={classes['cardTitle']}>{t('order.more')}</h2>
      <FieldList fields={fields} of="order" />
    </section>
  )
}

/** What the marketplace last sent of the order; `null` until it is read, and read again whenever the order changes. */
function useOrderCopy(order: OrderView): Result<OrderCopy> | null {
  const readCopy = useStoreOf('order', (state) => state.readCopy)
  const [answer, setAnswer] = useState<Result<OrderCopy> | null>(null)
  useEffect(() => {
    let current = true
    void readCopy(order.orderId).then((fresh) => current && setAnswer(fresh))
    return () => {
      current = false
    }
  }, [readCopy, order])
  return answer
}
