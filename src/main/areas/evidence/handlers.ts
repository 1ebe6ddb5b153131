import type { evidenceCalls } from '../../../shared/contract/evidence'
import type { HandlersOf } from '../../bridge/handle'
import { choicesIn } from '../../store/evidence/find'
import { exportEvidence, listEvidence } from './evidence'
import { saveTable, tableStyle } from '../statistics/save-table'
import { recordBench } from './record-bench'
import type { Parts } from '../parts'

export function evidenceHandlers({
  account,
  clock,
  warehouse,
  preferences,
  scanned,
}: Parts): HandlersOf<typeof evidenceCalls> {
  const place = () => ({ db: account().db, wallMs: clock.wallMs(), style: tableStyle(preferences.read()) })
  return {
    'evidence:record': ({ entries }) => recordBench(account(), scanned, entries),
    'evidence:list': (request) => listEvidence(account(), request),
    'evidence:choices': () => choicesIn(account().evidence.reading()),
    'evidence:verify': async () => {
      const { evidence } = account()
      const hub = await warehouse.evidenceAtHub()
      return { ...(await evidence.verify()), hub }
    },
    'evidence:export': () => exportEvidence(account().evidence, clock.wallMs()),
    'evidence:save': ({ table }) => saveTable(place(), 'evidence', table),
  }
}
