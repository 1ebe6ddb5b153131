import type { Bootstrap } from '../../../shared/contract/views'
import type { OperatorStore } from '../stores/operator-store'
import { isBegun, type OrderStore } from '../stores/order-store'
import type { ParcelWork } from '../stores/order-state'
import type { ScreenStore } from '../stores/screen-store'
import type { StationStore } from '../stores/station-store'

type Stores = { station: StationStore; operator: OperatorStore; order: OrderStore; screen: ScreenStore }
type Kept = ParcelWork & { of: string; onScreen: boolean }

/** In the window's own memory. */
export const KEPT_BENCH = 'packbench-bench'

/**
 * Keeps what was scanned and entered at the open order, so that a page that is loaded again, as after a crash, goes on
 * there. It is the window's own memory: nothing of it outlives the window.
 */
export function keepBench(
  { station, operator, order, screen }: Stores,
  memory: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
): void {
  let written = memory.getItem(KEPT_BENCH) ?? ''
  let left = written === '' ? null : (JSON.parse(written) as Kept)
  const keep = (): void => {
    const { bootstrap } = station.getState()
    if (left !== null || bootstrap === null) return
    // A page that is loaded again before the packer has read what changed says it again.
    if (order.getState().changed !== null) return
    const text = textOf(bootstrap, order, screen)
    if (text !== written) memory.setItem(KEPT_BENCH, text)
    written = text
  }
  const resume = (): void => {
    const { bootstrap } = station.getState()
    // Nothing is shown while the station is locked.
    if (left === null || bootstrap === null || operator.getState().locked) return
    const { of, onScreen, ...work } = left
    left = null
    if (of !== ownerOf(bootstrap) || order.getState().orderId !== null) return
    void order
      .getState()
      .resume(work)
      .then((isOpen) => {
        if (isOpen && onScreen && screen.getState().screen === 'queue') screen.getState().go('order')
      })
  }
  for (const store of [station, operator]) store.subscribe(resume)
  for (const store of [order, screen]) store.subscribe(keep)
}

/** Of another account or version it is not read. */
function ownerOf({ version, accounts }: Bootstrap): string {
  return `${version} ${accounts.atWork}`
}

function textOf(bootstrap: Bootstrap, order: OrderStore, screen: ScreenStore): string {
  const { order: open, chosen, scanned, followed, serials, codes, knows, draft } = order.getState()
  const onScreen = screen.getState().screen === 'order'
  if (open === null || !(onScreen || isBegun(order.getState()))) return ''
  const kept: Kept = {
    of: ownerOf(bootstrap),
    onScreen,
    orderId: open.orderId,
    chosen: [...chosen],
    scanned: [...scanned],
    followed: [...followed],
    serials: [...serials],
    codes: [...codes],
    knows: knows ?? 0,
    draft,
  }
  return JSON.stringify(kept)
}
