import type { Control, NewFault } from '../../src/marketplace/control-client'
import type { OpKind } from '../../src/shared/domain/outbox/operation'
import type { Act } from './messages'

/** What a station was about to do when killed, and how the marketplace answered. */
export type Scenario = { kind: OpKind; trouble: Trouble }

/** `applied`: whether the affected write takes effect. */
export const TROUBLES = ['none', 'answer_lost', 'request_lost', 'busy', 'refused'] as const
export type Trouble = (typeof TROUBLES)[number]

export const KINDS = [
  'create_shipment',
  'ship_shipment',
  'deliver_shipment',
  'cancel_shipment',
  'cancel_order',
  'create_refund',
  'create_item',
  'update_item',
  'delist_item',
] as const satisfies readonly OpKind[]

/** The scenario's records on the marketplace. */
export type Subject = { orderId: number; itemNumber: string; externalId: string }

export const REFUND_CENTS = 321

/** The person's acts, in this order; `settled`: waits until all before it are confirmed. */
export function actsOf(
  { kind }: Scenario,
  { orderId, itemNumber, externalId }: Subject,
): (Act | 'settled')[] {
  switch (kind) {
    case 'create_shipment':
      return [{ do: 'pack', orderId }]
    case 'ship_shipment':
      return [
        { do: 'pack', orderId },
        { do: 'ship', orderId },
      ]
    case 'deliver_shipment':
      return [
        { do: 'pack', orderId },
        { do: 'ship', orderId },
        { do: 'deliver', orderId },
      ]
    case 'cancel_shipment':
      return [{ do: 'pack', orderId }, 'settled', { do: 'cancelShipment', orderId }]
    case 'cancel_order':
      // Withdraws the pack, unless the station was killed before and has sent it since.
      return [
        { do: 'pack', orderId },
        { do: 'cancelOrder', orderId },
      ]
    case 'create_refund':
      return [{ do: 'refund', orderId, amountCents: REFUND_CENTS }]
    case 'create_item':
      return [{ do: 'createItem', externalId }]
    case 'update_item':
      return [{ do: 'updateItem', itemNumber }]
    case 'delist_item':
      return [{ do: 'delistItem', itemNumber }]
  }
}

/** The kinds of op that the acts queue, in this order. */
export function kindsOf(scenario: Scenario, subject: Subject): OpKind[] {
  const kindOf: Readonly<Record<Act['do'], OpKind | null>> = {
    pack: 'create_shipment',
    ship: 'ship_shipment',
    deliver: 'deliver_shipment',
    cancelShipment: 'cancel_shipment',
    cancelOrder: 'cancel_order',
    refund: 'create_refund',
    createItem: 'create_item',
    updateItem: 'update_item',
    delistItem: 'delist_item',
    discard: null,
  }
  return actsOf(scenario, subject).flatMap((act) => (act === 'settled' ? [] : (kindOf[act.do] ?? [])))
}

/** The path of the scenario's write. */
function aimOf(kind: OpKind, { orderId, itemNumber }: Subject): Pick<NewFault, 'method' | 'route'> {
  const order = `/api/v1.0/orders/${orderId}`
  switch (kind) {
    case 'create_shipment':
      return { method: 'POST', route: `${order}/shipments` }
    case 'ship_shipment':
    case 'deliver_shipment':
    case 'cancel_shipment':
      return { method: 'POST', route: `${order}/shipments/:id` }
    case 'cancel_order':
      return { method: 'POST', route: `${order}/cancel` }
    case 'create_refund':
      return { method: 'POST', route: `${order}/refund` }
    case 'create_item':
      return { method: 'POST', route: '/api/v1.0/items' }
    case 'update_item':
      return { method: 'PUT', route: `/api/v1.0/items/${itemNumber}` }
    case 'delist_item':
      return { method: 'DELETE', route: `/api/v1.0/items/${itemNumber}` }
  }
}

/** Makes the marketplace answer the scenario's write as specified, once. */
export async function makeTrouble(control: Control, scenario: Scenario, subject: Subject): Promise<void> {
  const { kind, trouble } = scenario
  // A delivery follows the shipping, so the first update is skipped.
  const aim = { ...aimOf(kind, subject), count: 1, skip: kind === 'deliver_shipment' ? 1 : 0 }
  const faults: Readonly<Record<Exclude<Trouble, 'none'>, NewFault>> = {
    answer_lost: { kind: 'drop', when: 'after', ...aim },
    request_lost: { kind: 'drop', ...aim },
    busy: { kind: 'status', status: 429, retryAfter: '1', ...aim },
    refused: { kind: 'status', status: 422, ...aim },
  }
  if (trouble !== 'none') await control.addFault(faults[trouble])
  // The station still looks at the order for the pack when it is canceled.
  const look = { method: 'GET', route: `/api/v1.0/orders/${subject.orderId}`, count: 1 } as const
  if (kind === 'cancel_order') await control.addFault({ kind: 'delay', ms: 200, ...look })
}
