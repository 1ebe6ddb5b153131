import { isLost, netOf, type ShownChange } from '../../../shared/domain/orders/order-change'
import type { ChangedOnBench, OrderState } from './order-state'

type AddressChange = NonNullable<ChangedOnBench['address']>

type Work = Pick<OrderState, 'chosen' | 'scanned' | 'codes' | 'draft'> & { changed: ChangedOnBench | null }

/**
 * What changes that came since mean for the packer's work: which chosen lines no longer stand for what was scanned, and
 * whether the label is for another address. `null`: nothing.
 */
export function undoneBy(work: Work, changes: readonly ShownChange[]): ChangedOnBench | null {
  const { chosen, scanned, codes, draft, changed } = work
  const proofOf = (lineId: number) => (scanned.has(lineId) ? (codes.get(lineId) ?? null) : null)
  const lines = netOf(changes.filter((change) => change.what !== 'address')).filter(
    (change) => chosen.has(change.lineId) && isLost(change, proofOf(change.lineId)),
  )
  const isBegun = chosen.size > 0 || draft.trackingNumber !== '' || changed !== null
  const address = isBegun ? netAddress(changes) : null
  if (lines.length === 0 && address === null) return null
  const { carrier, trackingNumber, trackingUrl } = draft
  const label = address === null || trackingNumber === '' ? null : { carrier, trackingNumber, trackingUrl }
  const was = changed?.address ?? null
  return {
    lines: [...(changed?.lines ?? []), ...lines],
    address: address === null ? was : { ...address, from: (was ?? address).from },
    label: label ?? changed?.label ?? null,
  }
}

function netAddress(changes: readonly ShownChange[]): AddressChange | null {
  const all = changes.filter((change) => change.what === 'address')
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return null
  const isBack = first.from !== null && JSON.stringify(first.from) === JSON.stringify(last.to)
  return isBack ? null : { ...last, from: first.from }
}

/** The number of the last change. */
export function lastChange(changes: readonly ShownChange[]): number {
  return changes.at(-1)?.seq ?? 0
}
