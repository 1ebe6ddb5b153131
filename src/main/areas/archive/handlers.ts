import type { archiveCalls } from '../../../shared/contract/archive'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { tableStyle } from '../statistics/save-table'
import { exportMonth, listMonths, searchArchive } from './read-archive'

export function archiveHandlers({ account, preferences }: Parts): HandlersOf<typeof archiveCalls> {
  return {
    'archive:months': () => listMonths(account()),
    'archive:search': ({ search }) => searchArchive(account(), search),
    'archive:export': ({ month }) => exportMonth(account(), month, tableStyle(preferences.read())),
  }
}
