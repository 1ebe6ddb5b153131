import type { NewFault } from '../../../src/marketplace/control-client'
import { updateItem } from '../../../src/main/areas/items/change-item'
import type { CreateItemBody } from '../../../src/shared/partner-api/item'
import { aListedItem } from '../../support/read-items'
import { type SyncBench } from '../../support/sync-bench'

/** Operations on items: the faults they meet, and the marketplace requests about them. */

/** An item to list, as short as it may be. */
export const COAT: CreateItemBody = {
  title: 'Wool coat',
  price: 1,
  msrp: 2,
  brand_id: 3,
  category_id: 5101,
  warehouse_id: 1,
  quality: 'good',
  photos: [],
}

export const ITEMS = '/api/v1.0/items'

export const ITEM = '/api/v1.0/items/:item_number'

export const APPLIED_AND_LOST: readonly (readonly [string, object])[] = [
  ['dropped', { kind: 'drop', when: 'after' }],
  ['reset', { kind: 'reset', when: 'after' }],
  ['truncated', { kind: 'truncate' }],
  ['garbled', { kind: 'garble' }],
  ['a 500 after applying', { kind: 'status', status: 500, when: 'after' }],
  ['a 504 after applying', { kind: 'status', status: 504, when: 'after' }],
  ['HTML with 200', { kind: 'html', when: 'after' }],
]

export const NEVER_APPLIED: typeof APPLIED_AND_LOST = [
  ['dropped', { kind: 'drop' }],
  ['reset', { kind: 'reset' }],
  ['a 503', { kind: 'status', status: 503 }],
  ['a captive portal’s page', { kind: 'html' }],
]

export function fault(bench: SyncBench, what: object, method: string, route: string): Promise<number> {
  return bench.control.addFault({ count: 1, ...what, method, route } as NewFault)
}

export async function writes(bench: SyncBench): Promise<string[]> {
  const log = await bench.control.requestLog()
  return log.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
}

/** A listed item of the account, known to the station. */
export function listedItem({ station }: SyncBench): Promise<string> {
  return aListedItem(station)
}

export function change(
  bench: SyncBench,
  itemNumber: string,
  priceCents: number | null,
  percent: number | null = null,
) {
  return updateItem(bench.station, { itemNumber, priceCents, maxDiscountPercent: percent }).seq
}
