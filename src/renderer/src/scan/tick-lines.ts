import { packableIds, type OrderStore } from '../stores/order-store'
import type { OperatorStore } from '../stores/operator-store'
import type { ScanFeedback } from './scan-feedback'

/** Choosing lines by hand: by mouse, touch or key. */
export type TickLines = {
  toggle(lineId: number): void
  chooseAll(): void
  /** Asks a supervisor to let these lines be packed without a scan, and answers. @returns whether one has */
  ask(lineIds: readonly number[]): Promise<boolean>
}

type Outlets = {
  /** Whether every item must be scanned. Main refuses to pack the others, whatever the window believes. */
  everyItemScanned: () => boolean
  say: (feedback: ScanFeedback) => void
  said: () => ScanFeedback['kind'] | null
}

export function createTickLines(
  { order, operator }: { order: OrderStore; operator: OperatorStore },
  { everyItemScanned, say, said }: Outlets,
): TickLines {
  const ask = async (lineIds: readonly number[]): Promise<boolean> => {
    const { orderId, allowByHand } = order.getState()
    const error = await allowByHand(lineIds)
    // Meanwhile another order may have come to the bench.
    if (orderId !== order.getState().orderId) return false
    const count = lineIds.length
    if (error?.code === 'supervisor_needed') say({ kind: 'scan_needed', code: '', count })
    else if (error !== null) say({ kind: 'failed', code: '', error })
    // A badge has been answered with its owner's name.
    else if (said() !== 'lent') say({ kind: 'hand_allowed', code: '', count })
    return error === null
  }
  const tick = async (lineIds: readonly number[]): Promise<void> => {
    if (lineIds.length === 0 || order.getState().order?.bench !== null) return
    // Said before the dialog opens, so that it is read with it.
    if (operator.getState().signIn?.mayManage === false)
      say({ kind: 'scan_needed', code: '', count: lineIds.length })
    if (!(await ask(lineIds))) return
    for (const lineId of lineIds) order.getState().choose(lineId)
  }
  return {
    ask,
    toggle(lineId) {
      const { chosen, toggle } = order.getState()
      if (chosen.has(lineId) || !everyItemScanned()) toggle(lineId)
      else void tick([lineId])
    },
    chooseAll() {
      const { order: open, chosen, chooseAll } = order.getState()
      if (everyItemScanned()) void tick(packableIds(open).filter((lineId) => !chosen.has(lineId)))
      else chooseAll()
    },
  }
}
