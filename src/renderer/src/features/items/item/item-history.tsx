import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { Button } from '@mantine/core'
import type { ItemChangeView, ItemDetail } from '../../../../../shared/contract/items'
import { useTranslation } from '../../../locales/i18n'
import { showMinute, showTime } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { Unbroken } from '../../../parts/unbroken'
import { useMoney } from '../../../parts/use-money'
import { pricesOverTime } from './item-history-points'
import classes from '../items.module.css'
import { itemStateWords } from '../../../parts/state-words'
import { useNow } from '../../../parts/time/use-now'
import { useOpenOp } from '../../../parts/use-open'

const CENTS = 100
const CHART_PX = 220

/** How price and discount of an item changed, as a chart and as a list. */
export function ItemHistory({ item }: { item: ItemDetail }) {
  const { t } = useTranslation()
  const zone = useZone()
  const money = useMoney()
  const nowMs = useNow()
  const points = pricesOverTime(item, new Date(nowMs).toISOString())
  return (
    <section className={classes['card']} aria-label={t('items.history.title')}>
      <h2 className={classes['cardTitle']}>{t('items.history.title')}</h2>
      {item.changes.length === 0 ? (
        <p className={classes['hint']}>{t('items.history.none')}</p>
      ) : (
        <>
          {points.length > 1 && (
            <div aria-hidden>
              <LineChart
                h={CHART_PX}
                data={points.map((point) => ({
                  ...point,
                  at: showMinute(point.at, zone),
                  price: point.priceCents === null ? null : point.priceCents / CENTS,
                }))}
                dataKey="at"
                curveType="stepAfter"
                withLegend
                withRightYAxis
                valueFormatter={(value) => money(Math.round(value * CENTS)) ?? ''}
                rightYAxisProps={{ domain: [0, CENTS], tickFormatter: (value: number) => `${value} %` }}
                series={[
                  { name: 'price', label: t('items.fields.price'), color: 'var(--bench-accent)' },
                  {
                    name: 'discountPercent',
                    label: t('items.fields.discount'),
                    color: 'var(--bench-warn)',
                    yAxisId: 'right',
                  },
                ]}
              />
            </div>
          )}
          <ol className={classes['changes']} aria-label={t('items.history.listTitle')}>
            {item.changes.toReversed().map((change, index) => (
              <li key={index} className={classes['changed']}>
                <time dateTime={change.at} className={classes['quiet']}>
                  {showTime(change.at, zone)}
                </time>
                <ChangeWords change={change} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

function ChangeWords({ change }: { change: ItemChangeView }) {
  const { t } = useTranslation()
  const money = useMoney()
  const openOp = useOpenOp()
  const { field, opSeq } = change
  const words = (value: number | string | null): string => {
    if (value === null) return t('items.history.nothing')
    if (field === 'state') return itemStateWords(t, String(value))
    return field === 'discount' ? `${value}\u00a0%` : (money(Number(value)) ?? '')
  }
  return (
    <span>
      <strong>{t(`items.fields.${field}`)}</strong>{' '}
      <Unbroken text={`${words(change.old)} → ${words(change.new)}`} />
      {opSeq !== null && (
        <Button variant="subtle" size="compact-md" mih={44} onClick={() => openOp(opSeq)}>
          {t('items.history.byUs')}
        </Button>
      )}
    </span>
  )
}
