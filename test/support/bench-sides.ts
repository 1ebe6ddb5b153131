import { inTransaction, type Tx } from '../../src/main/store/db/database'
import { createGroupCommit } from '../../src/main/store/db/group-commit'
import { advance, findOp, type Op } from '../../src/main/store/tables/outbox'
import { keepBaseline } from '../../src/main/store/tables/op-notes'
import { PLAYBOOKS } from '../../src/main/sync/outbox/playbooks/all'
import { moveShipments } from '../../src/main/areas/packing/move-shipments'
import { packShipment } from '../../src/main/areas/packing/pack-shipment'
import { makeBareCommits } from './bare-commits'
import type { Side } from './measure'
import type { TestStation } from './open-account'
import { makeOrder } from './orders'

/** How much each side of a comparison does: `perRound` units in each of `rounds`. */
export type Amount = { rounds: number; perRound: number }

const PARCEL = { carrier: 'UPS', trackingNumber: '1Z999', trackingUrl: null, warehouseId: 1 }

/** A different label for each order, in a carrier's format. */
function labelOf(orderId: number): string {
  return `1Z999AA1${String(1_000_000_000 + orderId)}`
}

/** Packs untouched orders one after the other; `durable` times up to the commit, without the work for the answer. */
export function packing(station: TestStation, counts: 'durable' | 'all', { rounds, perRound }: Amount): Side {
  let orderId = 0
  station.take(...Array.from({ length: rounds * perRound }, (_, index) => makeOrder({ id: index + 1 })))
  let committedMs = 0
  const events = { ...station.events, ordersChanged: () => (committedMs = performance.now()) }
  return () => {
    let ms = 0
    for (let pack = 0; pack < perRound; pack += 1) {
      orderId += 1
      const lineIds = [orderId * 10 + 1, orderId * 10 + 2]
      const startMs = performance.now()
      packShipment({ ...station, events }, { orderId, lineIds, ...PARCEL, trackingNumber: labelOf(orderId) })
      ms += (counts === 'durable' ? committedMs : performance.now()) - startMs
    }
    return { units: perRound, ms }
  }
}

/** Ships packed shipments, `atOnce` per commit. */
export function shipping(station: TestStation, atOnce: number, { rounds, perRound }: Amount): Side {
  const orderIds = Array.from({ length: rounds * perRound }, (_, index) => index + 1)
  station.take(...orderIds.map((id) => makeOrder({ id })))
  const waiting = inTransaction(station.db, () =>
    orderIds.map((orderId) => packShipment(station, { orderId, lineIds: [orderId * 10 + 1], ...PARCEL })),
  )
  const at = new Date(station.clock.wallMs()).toISOString()
  const ship = { move: 'ship' as const, shippedAt: at, expectedToDeliverAt: at, ...UNCHANGED }
  return () => {
    for (let shipped = 0; shipped < perRound; shipped += atOnce) {
      const next = waiting.splice(0, atOnce).map(({ shipmentId }) => ({ shipmentId, ...ship }))
      if (moveShipments(station, next).some(({ refused }) => refused !== null)) throw new Error('refused')
    }
    return perRound
  }
}

const UNCHANGED = {
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  deliveredAt: null,
  canceledAt: null,
  confirmedUnusual: false,
}

/** @param dir the folder of its database */
export function bareCommits(dir: string, { perRound }: Amount): Side {
  const commit = makeBareCommits(dir)
  return () => {
    commit(perRound)
    return perRound
  }
}

/**
 * Two steps of the engine, in one commit or in one each: an op's answer is recorded, and another op is claimed.
 * @param keepsCopy also stores the order that was read for the claim
 */
export function answeringAndClaiming(
  station: TestStation,
  keepsCopy: boolean,
  { rounds, perRound }: Amount,
): { together: Side; apart: Side } {
  const { db, seal, client } = { ...station, client: null as never }
  station.take(...Array.from({ length: rounds * perRound * 4 }, (_, index) => makeOrder({ id: index + 1 })))
  const commits = createGroupCommit(db)
  const deps = { db, seal, client, onNotice: () => {}, earlierSeq: 0 }
  const at = new Date(station.clock.wallMs()).toISOString()
  const play = PLAYBOOKS.create_shipment
  let id = 0
  const nextOp = (): Op => {
    id += 1
    const { seq } = packShipment(station, { orderId: id, lineIds: [id * 10 + 1], ...PARCEL })
    const op = findOp(db, seq)
    if (op === null) throw new Error(`no op ${seq}`)
    return op
  }
  const claim = (tx: Tx, op: Op): void => {
    if (keepsCopy) play.keep(tx, deps, op, makeOrder({ id: op.orderId }), at)
    keepBaseline(tx, op.seq, [])
    advance(tx, op, 'claim', { at })
  }
  const acknowledge = (tx: Tx, op: Op): void => {
    const sent = findOp(tx, op.seq)
    if (sent === null) throw new Error('lost')
    advance(tx, sent, 'confirm', { at, serverRef: String(op.seq) })
    play.confirmed(tx, deps, sent, String(op.seq), at)
  }
  /** Prepares a round outside the timed part, then times the pairs. */
  const pairs = async (together: boolean): Promise<{ units: number; ms: number }> => {
    const ops = Array.from({ length: perRound }, () => [nextOp(), nextOp()] as const)
    inTransaction(db, (tx) => ops.forEach(([sent]) => claim(tx, sent)))
    const startMs = performance.now()
    for (const [sent, next] of ops) {
      const acknowledged = commits.run((tx) => acknowledge(tx, sent))
      if (!together) await acknowledged
      const claimed = commits.run((tx) => claim(tx, next))
      await Promise.all([acknowledged, claimed])
    }
    return { units: perRound, ms: performance.now() - startMs }
  }
  return { together: () => pairs(true), apart: () => pairs(false) }
}
