import type { Requests } from '../../../shared/contract/bridge'
import type { QueueRow } from '../../../shared/contract/views'
import type { TourPlan } from '../../../shared/domain/station/tour'
import { packableIds } from '../stores/order-store'

/** Finds sample orders to suggest in a tour of three minutes. */

const LOOKED_AT = 60
const MOST_LINES = 3

/** @param openOrder the one on the bench, which is not suggested */
export async function planTour(
  requests: Requests,
  openOrder: number | null,
): Promise<Pick<TourPlan, 'freshOrder' | 'foreignCode'>> {
  const first = { view: 'to_pack', search: '', offset: 0, limit: LOOKED_AT } as const
  const answer = await requests['packing:queue'](first)
  const rows = answer.ok ? answer.value.rows.filter((row) => isEasy(row, openOrder)) : []
  const [fresh, other] = rows
  return {
    freshOrder: fresh?.orderId ?? null,
    foreignCode: other === undefined ? null : await unitOf(requests, other.orderId),
  }
}

function isEasy(row: QueueRow, openOrder: number | null): boolean {
  const untouched = row.packedShipments + row.shippedShipments === 0 && row.unpacked === row.lines
  const workable = !row.canceled && row.hold === null && row.waiting + row.held === 0
  return row.orderId !== openOrder && untouched && workable && row.lines > 0 && row.lines <= MOST_LINES
}

async function unitOf(requests: Requests, orderId: number): Promise<string | null> {
  const answer = await requests['packing:open']({ orderId })
  if (!answer.ok) return null
  const packable = packableIds(answer.value)
  return answer.value.lines.find(({ lineId }) => packable.includes(lineId))?.itemNumber ?? null
}
