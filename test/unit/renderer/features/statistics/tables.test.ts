import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { foldDays } from '../../../../../src/renderer/src/features/statistics/figures'
import {
  daysTable,
  operatorsTable,
  refusalsTable,
} from '../../../../../src/renderer/src/features/statistics/tables'
import { speak } from '../../../../../src/renderer/src/locales/i18n'
import { startAllWords } from '../../../../support/window-words'

beforeAll(startAllWords)

const work = (scans: number) => ({
  scans,
  refusals: 0,
  orders: scans,
  lines: scans,
  byHand: 0,
  secondsPerOrder: null,
})
const day = (name: string, scans: number) => ({ day: `2026-11-${name}`, ...work(scans) })

describe('days', () => {
  it('are shown newest first, and those without work folded, today too', () => {
    const days = [day('16', 0), day('17', 4), day('18', 0), day('19', 0), day('20', 2), day('21', 0)]
    expect(foldDays(days)).toEqual([
      { kind: 'empty', from: '2026-11-21', to: '2026-11-21' },
      { kind: 'day', work: days[4] },
      { kind: 'empty', from: '2026-11-18', to: '2026-11-19' },
      { kind: 'day', work: days[1] },
      { kind: 'empty', from: '2026-11-16', to: '2026-11-16' },
    ])
    expect(foldDays([])).toEqual([])
  })
})

describe('the files', () => {
  const ada = { ...work(8), operator: 'Ada', refusals: 1, byHand: 5, hours: 1.5, secondsPerOrder: 42 }
  const view = {
    timeZone: 'Europe/Berlin',
    days: [day('20', 0), day('21', 8)],
    operators: [ada, { ...work(0), operator: '', hours: 0 }],
    refusals: [
      {
        reason: 'unknown',
        scans: 3,
        operators: [
          { operator: 'Ada', scans: 2 },
          { operator: '', scans: 1 },
        ],
      },
    ],
  }

  it('have a row for each operator, with numbers that a spreadsheet can add up', async () => {
    await speak('de')
    expect(operatorsTable(i18next.t, view)).toEqual({
      columns: [
        'Erster Tag (Europe/Berlin)',
        'Letzter Tag (Europe/Berlin)',
        'Mitarbeiter',
        'Bestellungen',
        'Artikel',
        'Scans',
        'Abgelehnte Scans',
        'Von Hand',
        'Stunden mit Arbeit',
        'Bestellungen je Stunde',
        'Sekunden je Bestellung',
      ],
      rows: [
        ['2026-11-20', '2026-11-21', 'Ada', 8, 8, 8, 1, 5, 1.5, 5.33, 42],
        ['2026-11-20', '2026-11-21', 'Niemand', 0, 0, 0, 0, 0, 0, '', ''],
      ],
    })
    await speak('en')
  })

  it('have a row for each reason and operator, and every day', () => {
    const period = ['2026-11-20', '2026-11-21']
    expect(refusalsTable(i18next.t, view).rows).toEqual([
      [...period, i18next.t('scan.unknown'), 'Ada', 2],
      [...period, i18next.t('scan.unknown'), 'Nobody', 1],
    ])
    expect(daysTable(i18next.t, view).rows.map(([name, orders]) => [name, orders])).toEqual([
      ['2026-11-20', 0],
      ['2026-11-21', 8],
    ])
  })
})
