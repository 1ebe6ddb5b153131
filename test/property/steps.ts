import { openOrder } from '../../src/main/areas/packing/open-order'
import type { ControlOrder, OrderChange } from '../../src/marketplace/control-client'
import {
  answer,
  at,
  cancel,
  changeItem,
  createItemOp,
  move,
  pack,
  person,
  queueItem,
  refund,
  updateItem,
  type StepOf,
} from './person'
import { carry, fillDisk, goBack, keepCopy } from './disasters'
import { addFault } from './faults'
import { noteStrike } from './model/coverage'
import { answerMany, prepareMany } from './many'
import { AMOUNTS, MOST, type Step } from './schedule'
import { ACCOUNT, type World } from './world'

/** Steps that are counted by the ops they queue. */
const CONFIRMING: ReadonlySet<Step['do']> = new Set([
  'pack',
  'move',
  'cancelOrder',
  'refund',
  'createItem',
  'updateItem',
  'delistItem',
  'many',
  'answerMany',
  'fault',
  'other',
  'answer',
])

const MORE_THAN_HALF = 0.6

/** Performs one step of a schedule. A step that the rules refuse was never promised. */
export async function perform(world: World, step: Step, index: number): Promise<void> {
  if (!CONFIRMING.has(step.do)) world.count(`did ${step.do}`)
  noteStrike(world, step)
  switch (step.do) {
    case 'pack':
      return person(world, step.station, (station) => pack(world, station, step))
    case 'move':
      return person(world, step.station, (station) => move(world, station, step))
    case 'cancelOrder':
      return person(world, step.station, (station) => cancel(world, station, step))
    case 'refund':
      return person(world, step.station, (station) => {
        const orderId = at(world.orderIds, step.order)
        if (step.amount !== MOST) return refund(world, station, orderId, step.amount)
        const amountCents = Math.ceil((openOrder(station, orderId).amountCents ?? 0) * MORE_THAN_HALF)
        refund(world, station, orderId, amountCents)
        refund(world, station, orderId, amountCents)
      })
    case 'createItem':
      return person(world, step.station, (station) =>
        queueItem(world, station, createItemOp(step.key, index)),
      )
    case 'updateItem':
      return updateItem(world, step)
    case 'delistItem':
      return changeItem(world, step.item, 'delist_item', {})
    case 'many':
      return prepareMany(world, step)
    case 'answerMany':
      return answerMany(world, step)
    case 'fault':
      return addFault(world, step)
    case 'clearFaults':
      return world.online() ? void (await world.control.clearFaults()) : undefined
    case 'turn':
      return world.turn(step.ms)
    case 'other':
      return otherHand(world, step)
    case 'restart':
      return world.restart(step.station)
    case 'crash':
      world.benches[step.station].watch.crash = { writes: step.writes, when: step.when }
      return
    case 'token':
      return changeToken(world, step)
    case 'jump': {
      const { clock } = world.benches[step.station]
      clock.setWall(clock.wallMs() + step.ms)
      return
    }
    case 'network':
      return step.up ? backOnline(world) : world.goOffline()
    case 'answer':
      return person(world, step.station, (station) => answer(world, step, station))
    case 'pull':
      await world.benches[step.station].station.pull.now()
      return world.settle()
    case 'pullItems':
      await world.benches[step.station].station.itemPull.now()
      return world.settle()
    case 'keepCopy':
      return keepCopy(world, step)
    case 'goBack':
      return goBack(world, step)
    case 'carry':
      return carry(world, step)
    case 'disk':
      return fillDisk(world, step)
    case 'jobs':
      return world.online() ? void (await world.control.runJobs(true)) : undefined
  }
}

/** An action of another station, another program of the partner, or the marketplace itself. */
async function otherHand(world: World, { order, shipment, action }: StepOf<'other'>): Promise<void> {
  if (!world.online()) return
  const orderId = at(world.orderIds, order)
  const present = await world.control.readOrder(orderId)
  const change = changeBy(action, present, shipment)
  if (change === null) return
  try {
    await world.control.changeOrder(orderId, change)
    if (action !== 'touch') world.foreignOrders.add(orderId)
    world.changes.push({ orderId, atMs: world.nowMs() })
    if ('shipmentId' in change) world.touched.add(change.shipmentId)
    if (change.action === 'removeLine') world.removed.add(change.lineId)
    if (change.action === 'unlinkLines') world.unlinked.add(change.shipmentId)
    if (action === 'equalRefund') world.foreignRefunds.push({ orderId, amount: at(AMOUNTS, shipment) })
    world.count(`other ${action}`)
  } catch {
    world.count('other refused')
  }
}

/** Another item, another code of it, and an item that the first change may have put there. */
const OTHER_ITEMS = [
  { itemNumber: 'M901', externalId: 'EXT-901' },
  { externalId: 'EXT-902' },
  { mpn: 'MPN-903' },
]

function changeBy(
  action: StepOf<'other'>['action'],
  { shipments, order_lines: lines }: ControlOrder,
  shipment: number,
): OrderChange | null {
  switch (action) {
    case 'pack':
    case 'cancelOrder':
    case 'touch':
      return { action }
    case 'refund':
      return { action, amount: 77 }
    case 'equalRefund':
      // As another station of the partner makes it.
      return { action: 'refund', amount: at(AMOUNTS, shipment), type: 'order_refund', source: 'dropshipper' }
    case 'setAddress':
      return { action, line1: `${shipment % 3} Main Street` }
    case 'setLine':
    case 'removeLine': {
      const goods = lines.filter((line) => !line.is_shipping_fee)
      // One stays to be packed, or there would be nothing to play with.
      if (goods.length < 2) return null
      const lineId = at(goods, shipment).id
      return action === 'setLine' ? { action, lineId, ...at(OTHER_ITEMS, shipment) } : { action, lineId }
    }
    default: {
      if (shipments.length === 0) return null
      const shipmentId = at(shipments, shipment).id
      return action === 'unlink' ? { action: 'unlinkLines', shipmentId } : { action, shipmentId }
    }
  }
}

async function changeToken(world: World, { change }: StepOf<'token'>): Promise<void> {
  if (!world.online()) return
  switch (change) {
    case 'revoke':
      return void (await world.control.setAccessToken(ACCOUNT, null))
    case 'replace':
      return void (await world.control.setAccessToken(ACCOUNT, `token-${world.acknowledged.length}`))
    case 'tell':
      return tellToken(world)
  }
}

/** Gives the stations the valid token; creates one if there is none. */
export async function tellToken(world: World): Promise<void> {
  const accounts = await world.control.accounts()
  const known = accounts.find(({ name }) => name === ACCOUNT)?.accessToken ?? null
  const token = known ?? 'token-renewed'
  if (known === null) await world.control.setAccessToken(ACCOUNT, token)
  world.useToken(token)
  wakeAll(world)
}

async function backOnline(world: World): Promise<void> {
  await world.goOnline()
  wakeAll(world)
}

/** The network is back, the laptop woke or a person requests it. */
export function wakeAll(world: World): void {
  for (const { station } of Object.values(world.benches)) station.wake()
}
