import '@mantine/charts/styles.css'
import { SegmentedControl, Text } from '@mantine/core'
import type { StatisticsView, PlanView, RefusalsView } from '../../../../shared/contract/statistics'
import { FiguresExplained, ReportNotes, ReportCard } from '../../parts/report'
import { useAct, useKept, useRead } from '../../parts/use-read'
import report from '../../ui/report.module.css'
import { DaysTable } from './days-table'
import { MissedTrucks } from './missed-trucks'
import { OperatorsTable } from './operators-table'
import classes from './statistics.module.css'
import { daysTable, operatorsTable, refusalsTable, operatorName } from './tables'
import { WorkChart } from './work-chart'
import type { ReactNode } from 'react'
import type { RequestOf } from '../../../../shared/contract/requests'
import type { Table } from '../../../../shared/contract/tables'
import { usePlanFigures, PlanTiles } from '../../parts/plan'
import { useLocale, useTranslation } from '../../locales/i18n'
import { verdictWords } from '../../parts/verdict-words'

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
      {view !== null && <Answers view={view} period={days} />}
    </>
  )
}

function Answers({ view, period }: { view: StatisticsView; period: number }) {
  const { t } = useTranslation()
  const { plan, at, hours, days, operators, refusals } = view
  return (
    <>
      <PlanToday plan={plan} nowMs={Date.parse(at)} />
      <h2 className={classes['scope']}>{t('settings.station')}</h2>
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
          title={t('statistics.refusals')}
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
        <MissedTrucks days={period} />
      </div>
    </>
  )
}

type Props = {
  title: string
  children: ReactNode
  /** What the button saves; absent: there is nothing to save. */
  file?: { name: RequestOf<'statistics:save'>['name']; table: () => Table }
}

/** One question and its answer. */
function Card({ title, children, file }: Props) {
  const { perform } = useAct('statistics:save')
  const saving =
    file === undefined ? {} : { onSave: () => void perform({ name: file.name, table: file.table() }) }
  return (
    <ReportCard title={title} {...saving}>
      {children}
    </ReportCard>
  )
}

/** Are we on time today? */
function PlanToday({ plan, nowMs }: { plan: PlanView; nowMs: number }) {
  const { t } = useTranslation()
  const { left, packed, late, held } = usePlanFigures(plan, nowMs)
  return (
    <>
      <PlanTiles
        figures={[
          left(t('statistics.plan.due'), plan.due),
          { ...packed, hint: inScope(t('statistics.allStations'), packed.hint) },
          late,
          { ...held, hint: inScope(t('settings.station'), held.hint) },
        ]}
      />
      <FiguresExplained>{t('statistics.plan.about')}</FiguresExplained>
    </>
  )
}

/** Whose figure it is, and what is said of it. */
function inScope(scope: string, hint: string): string {
  return hint === '' ? scope : `${scope}: ${hint}`
}

/** Which scans fail, why, and with whom? */
function RefusalsTable({ refusals }: { refusals: readonly RefusalsView[] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const most = Math.max(...refusals.map(({ scans }) => scans))
  return (
    <table className={report['table']}>
      <caption className={report['unseen']}>{t('statistics.refusals')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('statistics.reason')}</th>
          <th scope="col">{t('statistics.count')}</th>
        </tr>
      </thead>
      <tbody>
        {refusals.map(({ reason, scans, operators }) => (
          <tr key={reason}>
            <th scope="row">
              {verdictWords(t, reason)}
              <div className={classes['bar']} style={{ width: `${(scans / most) * 100}%` }} aria-hidden />
              <div className={classes['who']}>
                {operators
                  .map(({ operator, scans: count }) =>
                    t('statistics.whoCount', { name: operatorName(t, operator), count }),
                  )
                  .join(' · ')}
              </div>
            </th>
            <td>{scans.toLocaleString(locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
