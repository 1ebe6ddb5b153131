import { cancelOrder, refundOrder } from '../../src/main/usecases/change-order'
import type { NewFault, OrderChange } from '../../src/marketplace/control-client'
import {
  answer,
  at,
  changeItem,
  createItemOp,
  move,
  pack,
  person,
  queueItem,
  updateItem,
  type StepOf,
} from './person'
import { TARGETS, type Step } from './schedule'
import { ACCOUNT, type World } from './world'

/** Steps that are counted as the ops they make. */
const CONFIRMING: ReadonlySet<Step['do']> = new Set([
  'pack',
  'move',
  'cancelOrder',
  'refund',
  'createItem',
  'updateItem',
  'delistItem',
  'fault',
  'other',
  'answer',
])

/** Does one step of a schedule. What the rules refuse is refused, and was never promised. */
export async function perform(world: World, step: Step, index: number): Promise<void> {
  if (!CONFIRMING.has(step.do)) world.count(`did ${step.do}`)
  switch (step.do) {
    case 'pack':
      return person(world, step.station, (station) => pack(world, station, step, index))
    case 'move':
      return person(world, step.station, (station) => move(world, station, step))
    case 'cancelOrder':
      return person(world, step.station, (station) =>
        cancelOrder(station, { orderId: at(world.orderIds, step.order) }),
      )
    case 'refund':
      // An amount of its own tells this refund from every other.
      return person(world, step.station, (station) =>
        refundOrder(station, { orderId: at(world.orderIds, step.order), amountCents: 101 + index }),
      )
    case 'createItem':
      return person(world, step.station, (station) => queueItem(station, createItemOp(step.key, index)))
    case 'updateItem':
      return updateItem(world, step)
    case 'delistItem':
      return changeItem(world, step.item, 'delist_item', {})
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
    case 'jobs':
      return world.online() ? void (await world.control.runJobs(true)) : undefined
  }
}

async function addFault(world: World, step: StepOf<'fault'>): Promise<void> {
  if (!world.online()) return
  const aim = { ...TARGETS[step.target], skip: step.skip, count: step.count }
  const { kind, when } = step
  const faults: Record<StepOf<'fault'>['kind'], NewFault> = {
    delay: { kind: 'delay', ms: 10, when, ...aim },
    drop: { kind: 'drop', when, ...aim },
    reset: { kind: 'reset', when, ...aim },
    hang: { kind: 'hang', when, ...aim },
    status: {
      kind: 'status',
      status: statusOf(step),
      // An answer that says "not done" after it was done is no marketplace's: only its own failures come after.
      when: step.status >= 500 || step.status === 408 ? when : 'before',
      ...(step.retryAfter === null ? {} : { retryAfter: step.retryAfter }),
      ...aim,
    },
    html: { kind: 'html', when, ...aim },
    truncate: { kind: 'truncate', ...aim },
    garble: { kind: 'garble', ...aim },
    late: { kind: 'late', ms: 20, ...aim },
  }
  if (kind === 'late') world.expectLate()
  await world.control.addFault(faults[kind])
}

const READS_ITEMS: ReadonlySet<StepOf<'fault'>['target']> = new Set(['anything', 'changeItem'])

/** A wrong 404 for an item says that it is gone, and then it need not be taken off: nobody could know better. */
function statusOf({ status, target }: StepOf<'fault'>): number {
  return status === 404 && READS_ITEMS.has(target) ? 503 : status
}

/** Another station, another program of the partner, or the marketplace itself. */
async function otherHand(world: World, { order, shipment, action }: StepOf<'other'>): Promise<void> {
  if (!world.online()) return
  const orderId = at(world.orderIds, order)
  const { shipments } = await world.control.readOrder(orderId)
  const onShipment = action === 'ship' || action === 'deliver' || action === 'cancelShipment'
  if (onShipment && shipments.length === 0) return
  const change: OrderChange = onShipment
    ? { action, shipmentId: at(shipments, shipment).id }
    : action === 'refund'
      ? { action, amount: 77 }
      : { action }
  try {
    await world.control.changeOrder(orderId, change)
    if ('shipmentId' in change) world.touched.add(change.shipmentId)
    world.count(`other ${action}`)
  } catch {
    world.count('other refused')
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

/** The stations are told the token that is valid now; one is made when there is none. */
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

/** As the account does when the network is back, the laptop woke or a person asks. */
export function wakeAll(world: World): void {
  for (const { station } of Object.values(world.benches)) {
    station.gate.reopen()
    station.engine.wake(true)
  }
}
