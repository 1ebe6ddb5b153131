import { z } from 'zod'
import { call, typed } from './call'
import type { StatisticsView } from './statistics-views'
import { table, type SavedTable } from './tables'

export const statisticsCalls = {
  'statistics:read': call({
    request: z.strictObject({ days: z.int().min(1).max(92) }),
    value: typed<StatisticsView>(),
    errors: ['evidence_unusable'],
    needs: 'look',
    records: 'nothing',
  }),
  'statistics:save': call({
    request: z.strictObject({ name: z.enum(['operators', 'refusals', 'days']), table }),
    value: typed<SavedTable>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
}
