import type { statisticsCalls } from '../../../shared/contract/statistics'
import type { HandlersOf } from '../../bridge/handle'
import { readStatistics } from './read-statistics'
import type { Parts } from '../parts'
import { saveTable } from './save-table'

export function statisticsHandlers({
  account,
  preferences,
  clock,
}: Parts): HandlersOf<typeof statisticsCalls> {
  return {
    'statistics:read': ({ days }) =>
      readStatistics(account(), account().evidence, days, preferences.read().queue.dueAfterHours),
    'statistics:save': ({ name, table }) => saveTable(account().db, clock.wallMs(), name, table),
  }
}
