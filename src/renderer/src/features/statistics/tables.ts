import type { TFunction } from 'i18next'
import type { StatisticsView } from '../../../../shared/contract/statistics'
import type { Table } from '../../../../shared/contract/tables'
import { verdictWords } from '../../parts/verdict-words'
import { ordersPerHour } from './figures'

/** The tables of the page for a file: every row with its own numbers, days in ISO 8601. */

type Shown = Pick<StatisticsView, 'days' | 'operators' | 'refusals' | 'timeZone'>

export const operatorName = (t: TFunction, name: string): string =>
  name === '' ? t('statistics.nobody') : name

export function operatorsTable(t: TFunction, view: Shown): Table {
  const { columns, cells } = periodOf(t, view)
  return {
    columns: [
      ...columns,
      t('statistics.operator'),
      t('statistics.orders'),
      t('statistics.lines'),
      t('statistics.scans'),
      t('statistics.refusals'),
      t('statistics.byHand'),
      t('statistics.hoursWorked'),
      t('statistics.perHour'),
      t('statistics.csv.seconds'),
    ],
    rows: view.operators.map((one) => [
      ...cells,
      operatorName(t, one.operator),
      one.orders,
      one.lines,
      one.scans,
      one.refusals,
      one.byHand,
      one.hours,
      rounded(ordersPerHour(one)),
      one.secondsPerOrder ?? '',
    ]),
  }
}

export function refusalsTable(t: TFunction, view: Shown): Table {
  const { columns, cells } = periodOf(t, view)
  return {
    columns: [...columns, t('statistics.reason'), t('statistics.operator'), t('statistics.refusals')],
    rows: view.refusals.flatMap(({ reason, operators }) =>
      operators.map(({ operator, scans }) => [
        ...cells,
        verdictWords(t, reason),
        operatorName(t, operator),
        scans,
      ]),
    ),
  }
}

/** Every day, also those that the page folds. */
export function daysTable(t: TFunction, { days, timeZone: zone }: Shown): Table {
  return {
    columns: [
      t('statistics.csv.day', { zone }),
      t('statistics.orders'),
      t('statistics.lines'),
      t('statistics.scans'),
      t('statistics.refusals'),
      t('statistics.csv.seconds'),
    ],
    rows: days.map(({ day, orders, lines, scans, refusals, secondsPerOrder }) => [
      day,
      orders,
      lines,
      scans,
      refusals,
      secondsPerOrder ?? '',
    ]),
  }
}

function periodOf(t: TFunction, { days, timeZone: zone }: Shown) {
  return {
    columns: [t('statistics.csv.from', { zone }), t('statistics.csv.to', { zone })],
    cells: [days.at(0)?.day ?? '', days.at(-1)?.day ?? ''],
  }
}

const rounded = (rate: number | null): number | '' => (rate === null ? '' : Math.round(rate * 100) / 100)
