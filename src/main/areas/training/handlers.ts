import type { trainingCalls } from '../../../shared/contract/training'
import type { HandlersOf } from '../../bridge/handle'
import { drawForScreen } from '../../print/barcode'
import { runDrill } from './drills'
import type { Parts } from '../parts'
import { syncNow } from '../station/sync-now'

export function trainingHandlers({ account, clock }: Parts): HandlersOf<typeof trainingCalls> {
  return {
    'training:drill': (request) => {
      runDrill(account().drills, request)
      return syncNow({ account, clock })
    },
    'training:barcode': ({ code }) => drawForScreen(code),
  }
}
