import type { Op } from '../../store/tables/outbox'
import type { ShipmentRow } from '../../store/tables/shipments'

/**
 * Whether the marketplace cannot know of a shipment packed here: its create and all that follows wait unsent. An op
 * that the engine is looking at counts: its claim fails once it is discarded.
 * @param ops the shipment's open ops, oldest first
 */
export function isNeverSent({ serverId }: Pick<ShipmentRow, 'serverId'>, ops: readonly Op[]): boolean {
  return (
    serverId === null &&
    ops[0]?.kind === 'create_shipment' &&
    ops.every(({ state, attempts }) => state === 'ready' && attempts === 0)
  )
}
