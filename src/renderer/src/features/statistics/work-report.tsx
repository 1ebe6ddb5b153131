import '@mantine/charts/styles.css'
import { SegmentedControl, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { StatisticsView } from '../../../../shared/contract/statistics-views'
import { useAct, useKept, useRead } from '../../parts/use-read'
import { ReportNotes } from '../../parts/report-notes'
import report from '../../ui/report.module.css'
import { Card } from './card'
import { DaysTable } from './days-table'
import { OperatorsTable } from './operators-table'
import { PlanToday } from './plan-today'
import { RefusalsTable } from './refusals-table'
import classes from './statistics.module.css'
import { daysTable, operatorsTable, refusalsTable } from './tables'
import { WorkChart } from './work-chart'

const PERIODS = [1, 7, 14, 31] as const
const REFRESH_MS = 60_000

/** Are we on time, who packs how much, which scans fail and why? */
export function WorkReport() {
  const { t } = useTranslation()
  const [days, setDays] = useKept<number>('statistics.days', PERIODS[1])
  const { value: view, error } = useRead('statistics:read', { days }, { everyMs: REFRESH_MS })
  const { done: saved, error: saveError } = useAct('statistics:save')
  return (
    <>
      <div className={`${report['tools']} ${classes['tools']}`}>
        <SegmentedControl
          aria-label={t('statistics.period')}
          data={PERIODS.map((count) => ({
            value: String(count),
            label: count === 1 ? t('statistics.today') : t('statistics.days', { count }),
          }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
        />
        {view !== null && (
          <Text className={report['quiet'] ?? ''}>{t('statistics.zone', { zone: view.timeZone })}</Text>
        )}
      </div>
      <ReportNotes error={error ?? saveError} saved={saved} />
      {view !== null && <Answers view={view} />}
    </>
  )
}

function Answers({ view }: { view: StatisticsView }) {
  const { t } = useTranslation()
  const { plan, at, hours, days, operators, refusals } = view
  return (
    <>
      <PlanToday plan={plan} nowMs={Date.parse(at)} />
      <div className={`${report['cards']} ${classes['cards']}`}>
        <Card
          title={t('statistics.operatorsTitle')}
          file={{ name: 'operators', table: () => operatorsTable(t, view) }}
        >
          {operators.length === 0 ? (
            <Text>{t('statistics.nothing')}</Text>
          ) : (
            <OperatorsTable operators={operators} />
          )}
        </Card>
        <Card
          title={t('statistics.refusalsTitle')}
          file={{ name: 'refusals', table: () => refusalsTable(t, view) }}
        >
          {refusals.length === 0 ? (
            <Text>{t('statistics.noRefusals')}</Text>
          ) : (
            <RefusalsTable refusals={refusals} />
          )}
        </Card>
        <Card title={t('statistics.daysTitle')} file={{ name: 'days', table: () => daysTable(t, view) }}>
          <DaysTable days={days} />
        </Card>
        <Card title={t('statistics.hoursTitle')}>
          <WorkChart
            title={t('statistics.hoursTitle')}
            first={t('statistics.hour')}
            rows={hours.map(({ hour, ...work }) => ({ name: hour, ...work }))}
            empty={t('statistics.nothingToday')}
          />
        </Card>
      </div>
    </>
  )
}
