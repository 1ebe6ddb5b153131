import type { Requests } from '../../../shared/contract/bridge'
import { benchSituation, type Situation } from '../../../shared/domain/scanning/scan'
import type { OperatorStore } from './operator-store'
import { isStopped, packableIds, type OrderStore } from './order-store'
import type { ScanState } from './scan-state'
import type { ScreenStore } from './screen-store'

/** What scans and commands are judged by. */
export type Bench = {
  requests: Requests
  order: OrderStore
  screen: ScreenStore
  operator: OperatorStore
  scan: () => ScanState
}

/** Where the packer is. */
export function situationOf({ order, screen, operator, scan }: Omit<Bench, 'requests'>): Situation {
  const { blocked, forms } = scan()
  const form = forms.at(-1)
  if (operator.getState().locked) return 'locked'
  if (blocked !== null) return 'blocked'
  if (form?.alarm === true) return 'alarm'
  if (form?.take !== undefined) return 'handover'
  if (form !== undefined) return form.takeTracking === null ? 'form' : 'tracking_form'
  const { order: open, chosen } = order.getState()
  if (open === null || (screen.getState().screen !== 'order' && chosen.size === 0)) return 'idle'
  return benchSituation({
    canceled: isStopped(open),
    elsewhere: open.bench !== null,
    choosable: packableIds(open).length,
    chosen: chosen.size,
  })
}
