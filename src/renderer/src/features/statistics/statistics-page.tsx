import '@mantine/charts/styles.css'
import { SegmentedControl, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { StatisticsView } from '../../../../shared/contract/statistics-views'
import { ErrorAlert } from '../../parts/error-alert'
import { showDay, showShortDay } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import classes from './statistics.module.css'
import { Tiles } from './tiles'
import { WorkChart } from './work-chart'
import { WorkTable } from './work-table'

const PERIODS = [7, 14, 31] as const
const REFRESH_MS = 60_000

/** Work done today and before, for the whole station and by operator. Loaded when it is first opened. */
export function StatisticsPage() {
  const { t } = useTranslation()
  const { view, error, days, load, setDays } = useStoreOf('statistics', (state) => state)
  useEffect(() => {
    void load()
    const timer = setInterval(() => void load(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [load])
  return (
    <div className={classes['page']}>
      <div className={classes['tools']}>
        <h1 className={classes['title']}>{t('statistics.title')}</h1>
        <SegmentedControl
          aria-label={t('statistics.period')}
          data={PERIODS.map((count) => ({ value: String(count), label: t('statistics.days', { count }) }))}
          value={String(days)}
          onChange={(value) => void setDays(Number(value))}
        />
        {view !== null && (
          <Text className={classes['quiet']}>{t('statistics.zone', { zone: view.timeZone })}</Text>
        )}
      </div>
      <ErrorAlert error={error} />
      {view !== null && <Charts view={view} />}
    </div>
  )
}

function Charts({ view }: { view: StatisticsView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { today, hours, days, operators } = view
  const byHour = hours.map(({ hour, ...work }) => ({ name: hour, ...work }))
  const byDay = days.map(({ day, ...work }) => ({ name: showDay(day, zone), ...work }))
  const shortDays = new Map(days.map(({ day }) => [showDay(day, zone), showShortDay(day, zone)]))
  const byOperator = operators.map(({ operator, ...work }) => ({
    name: operator === '' ? t('statistics.nobody') : operator,
    ...work,
  }))
  return (
    <>
      <Tiles today={today} hours={hours} />
      <div className={classes['charts']}>
        <WorkChart
          title={t('statistics.hoursTitle')}
          first={t('statistics.hour')}
          rows={byHour}
          empty={t('statistics.nothingToday')}
        />
        <WorkChart
          title={t('statistics.daysTitle')}
          first={t('statistics.day')}
          rows={byDay}
          short={(day) => shortDays.get(day) ?? day}
          empty={t('statistics.nothing')}
        />
      </div>
      <section className={classes['card']} aria-label={t('statistics.operatorsTitle')}>
        <h2 className={classes['cardTitle']}>{t('statistics.operatorsTitle')}</h2>
        {byOperator.length === 0 && <Text>{t('statistics.nothing')}</Text>}
        {byOperator.length > 0 && (
          <WorkTable
            caption={t('statistics.operatorsTitle')}
            first={t('statistics.operator')}
            rows={byOperator}
          />
        )}
      </section>
    </>
  )
}
