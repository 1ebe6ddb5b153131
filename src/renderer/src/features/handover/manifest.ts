import type { PrintDocument } from '../../../../shared/contract/print'
import { readyParcels, type HandoverState } from '../../stores/handover-store'

/** The manifest of the scanned parcels, or of the last round that was shipped; `null` for neither. */
export function manifestOf(
  state: Pick<HandoverState, 'mode' | 'carrier' | 'view'>,
): Extract<PrintDocument, { kind: 'manifest' }> | null {
  const { mode, carrier, view } = state
  if (mode !== 'ship' || view === null) return null
  if (readyParcels(state) > 0) return { kind: 'manifest', of: 'scanned', carrier }
  return view.last === null ? null : { kind: 'manifest', of: 'last', carrier }
}
