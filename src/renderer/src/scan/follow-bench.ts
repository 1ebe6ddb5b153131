import type { StationBridge } from '../../../shared/contract/bridge'
import type { Link } from '../data/station'
import type { OperatorStore } from '../stores/operator-store'
import { isBegun, type OrderStore } from '../stores/order-store'
import { nameOfStation } from './scan-feedback'
import type { ScanStore } from './scan-state'
import type { ScreenStore } from '../stores/screen-store'

type Stores = { order: OrderStore; screen: ScreenStore; operator: OperatorStore; scan: ScanStore }

/**
 * Tells main which order is on the bench, so that other stations know: the one on screen, or one that is begun;
 * none while the station is locked. Announces when another station takes that order, and when it is free again.
 */
export function followBench(
  { requests }: StationBridge,
  { order, screen, operator, scan }: Stores,
  onLink: (listener: (link: Link) => void) => void,
): void {
  let said: number | null = null
  let last: Promise<unknown> = Promise.resolve()
  const onBench = (): number | null => {
    const { order: open } = order.getState()
    if (open === null || operator.getState().locked) return null
    return screen.getState().screen === 'order' || isBegun(order.getState()) ? open.orderId : null
  }
  const say = (): void => {
    const orderId = onBench()
    if (orderId === said) return
    said = orderId
    // One after the other, so that the latest arrives last.
    last = last.then(() => requests['packing:put']({ orderId }))
  }
  for (const store of [order, screen, operator]) store.subscribe(say)
  order.subscribe((now, before) => {
    const [open, was] = [now.order, before.order]
    if (open === null || open.orderId !== was?.orderId || open.orderId !== onBench()) return
    const { orderId, bench } = open
    const { say: answer } = scan.getState()
    if (bench !== null && was.bench === null)
      answer({ kind: 'opened_elsewhere', code: '', orderId, who: nameOfStation(bench) })
    // A takeover has its own answer.
    if (bench === null && was.bench !== null && now.busy !== 'take')
      answer({ kind: 'order_opened', code: '', orderId })
  })
  onLink((link) => {
    // While no window was connected, main considered the bench empty.
    if (link !== 'up') return
    said = null
    say()
  })
}
