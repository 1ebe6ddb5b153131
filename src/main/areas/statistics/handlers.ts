import type { payoutCalls } from '../../../shared/contract/payouts'
import type { statisticsCalls } from '../../../shared/contract/statistics'
import type { HandlersOf } from '../../bridge/handle'
import { createPayouts } from './read-payouts'
import { readStatistics } from './read-statistics'
import type { Parts } from '../parts'
import { byDueRules } from '../trucks/due-rules'
import { saveTable, tableStyle } from './save-table'

export function statisticsHandlers({
  account,
  preferences,
  clock,
}: Parts): HandlersOf<typeof statisticsCalls & typeof payoutCalls> {
  const payouts = createPayouts()
  const byDue = byDueRules({ account, preferences })
  const place = () => ({ db: account().db, wallMs: clock.wallMs(), style: tableStyle(preferences.read()) })
  return {
    'statistics:read': ({ days }) =>
      byDue((station, { queue }) => readStatistics(station, station.evidence, days, queue)),
    'statistics:payouts': (request) => payouts.read(account(), request),
    'statistics:save-payouts': ({ name, table }) => saveTable(place(), `payouts-${name}`, table),
    'statistics:save': ({ name, table }) => saveTable(place(), name, table),
  }
}
