import type { statisticsCalls } from '../../../shared/contract/statistics'
import type { HandlersOf } from '../../bridge/handle'
import { readStatistics } from './read-statistics'
import type { Parts } from '../parts'

export function statisticsHandlers({ account, preferences }: Parts): HandlersOf<typeof statisticsCalls> {
  return {
    'statistics:read': ({ days }) =>
      readStatistics(account(), account().evidence, days, preferences.read().queue.dueAfterHours),
  }
}
