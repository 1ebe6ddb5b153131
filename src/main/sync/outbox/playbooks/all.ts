import type { Playbook, Playbooks } from '../playbook'
import { cancelOrder } from './cancel-order'
import { delistItem, updateItem } from './change-item'
import { createItem } from './create-item'
import { createRefund } from './create-refund'
import { createShipment } from './create-shipment'
import { moveShipment } from './move-shipment'

/** A playbook gets back only what it read itself, so the type can be erased in between. */
function own<Present>(playbook: Playbook<Present>): Playbook<unknown> {
  return playbook
}

/** How each kind of op is done. */
export const PLAYBOOKS: Playbooks = {
  create_shipment: own(createShipment),
  ship_shipment: own(moveShipment),
  deliver_shipment: own(moveShipment),
  cancel_shipment: own(moveShipment),
  cancel_order: own(cancelOrder),
  create_refund: own(createRefund),
  create_item: own(createItem),
  update_item: own(updateItem),
  delist_item: own(delistItem),
}
