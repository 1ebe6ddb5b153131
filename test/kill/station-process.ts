import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openAccount, type Account } from '../../src/main/app/account/open'
import { watchCrashPoints, type CrashPoint } from '../../src/main/base/crash-points'
import { StationError } from '../../src/main/base/station-error'
import { inTransaction } from '../../src/main/store/db/database'
import { enqueue, findOp, type NewOp } from '../../src/main/store/tables/outbox'
import { listOutbox } from '../../src/main/store/views/outbox-list'
import { findOrder } from '../../src/main/store/tables/orders'
import { shipmentsOfOrder } from '../../src/main/store/tables/shipments'
import { answerOp } from '../../src/main/areas/outbox/answer-op'
import { captureNow } from '../../src/main/areas/station/capture'
import { cancelOrder, refundOrder } from '../../src/main/areas/orders/change-order'
import { moveShipment } from '../../src/main/areas/packing/move-shipment'
import { openOrder } from '../../src/main/areas/packing/open-order'
import { packShipment } from '../../src/main/areas/packing/pack-shipment'
import type { ShipmentMove } from '../../src/shared/domain/shipments/shipment'
import { actOnMany, type BulkAct } from './bulk-acts'
import { liveDeps } from './live'
import type { Act, Answer, OpReport, Passed, Question, Start } from './messages'
import { scaledClock } from './scaled-clock'

/** A station in a separate process: the real account on real files; its parent sends a person's acts. */

const start = JSON.parse(process.argv[2] ?? '') as Start
const passed: Passed[] = []
let uncommitted: CrashPoint[] = []

watchCrashPoints((point) => {
  if (point === 'committed') {
    // Commits without an op are incoming orders.
    if (uncommitted.length === 0) return
    passed.push({ point, with: uncommitted })
    uncommitted = []
  } else {
    if (point !== 'write' && point !== 'answered') uncommitted = [...uncommitted, point]
    passed.push({ point, with: [] })
  }
  if (passed.length - 1 === start.dieAt) process.kill(process.pid, 'SIGKILL')
})

async function main(): Promise<void> {
  const account = await openAccount(
    liveDeps(start, scaledClock(start.time)),
    { mode: 'live', baseUrl: start.baseUrl, number: 1 },
    { onDamage: () => process.exit(3), onOtherAccount: () => process.exit(4) },
  )
  process.on('message', (question: Question) => void reply(account, question))
}

async function reply(account: Account, question: Question): Promise<void> {
  const { id } = question
  switch (question.ask) {
    case 'act':
      return tell({ id, kind: 'acted', refused: await act(account, question.act) })
    case 'many':
      return tell({ id, kind: 'many', ...(await many(account, question.act)) })
    case 'ops':
      return tell({ id, kind: 'ops', ops: reportOps(account) })
    case 'close':
      await account.close()
      tell({ id, kind: 'closed', points: passed }, () => process.disconnect())
  }
}

function tell(answer: Answer, sent: () => void = () => {}): void {
  process.send?.(answer, sent)
}

/** @returns why it was refused, or `null` */
async function act(account: Account, asked: Act): Promise<string | null> {
  if ('orderId' in asked)
    while (findOrder(account.db, asked.orderId) === null) {
      await account.pull.now()
      await pause(5)
    }
  try {
    perform(account, asked)
    return null
  } catch (error) {
    if (error instanceof StationError) return error.code
    throw error
  }
}

async function many(
  account: Account,
  asked: BulkAct,
): Promise<Pick<Extract<Answer, { kind: 'many' }>, 'jobs' | 'refused'>> {
  try {
    return { jobs: await actOnMany(account, asked), refused: null }
  } catch (error) {
    if (error instanceof StationError) return { jobs: [], refused: error.code }
    throw error
  }
}

function perform(account: Account, asked: Act): void {
  switch (asked.do) {
    case 'pack': {
      const lines = openOrder(account, asked.orderId).lines.filter(({ isShippingFee }) => !isShippingFee)
      packShipment(account, {
        orderId: asked.orderId,
        lineIds: lines.map(({ lineId }) => lineId),
        carrier: 'UPS',
        trackingNumber: `T${asked.orderId}`,
        trackingUrl: null,
        warehouseId: 1,
      })
      return
    }
    case 'ship':
    case 'deliver':
      return move(account, asked.orderId, asked.do)
    case 'cancelShipment':
      return move(account, asked.orderId, 'cancel')
    case 'cancelOrder':
      return void cancelOrder(account, asked)
    case 'refund':
      return void refundOrder(account, asked)
    case 'createItem':
      return queueItem(account, 'create_item', asked.externalId, {
        title: 'Canvas tote',
        external_id: asked.externalId,
        price: 5_000,
        msrp: 9_000,
        brand_id: 1,
        category_id: 5101,
        warehouse_id: 1,
        quality: 'good',
        photos: [],
      })
    case 'updateItem':
      return queueItem(account, 'update_item', asked.itemNumber, { price: 4_321 })
    case 'delistItem':
      return queueItem(account, 'delist_item', asked.itemNumber, {})
    case 'discard':
      for (const { seq } of listOutbox(account.db, 'held', 0, 500).rows)
        answerOp(account, { seq, answer: 'discard', reason: 'a test' })
  }
}

function move(account: Account, orderId: number, asked: ShipmentMove): void {
  const shipment = shipmentsOfOrder(account.db, orderId).find(({ packedHere }) => packedHere === 1)
  if (shipment === undefined) throw new StationError('shipment_not_found', `order ${orderId} has none`)
  const at = new Date(account.clock.wallMs()).toISOString()
  moveShipment(account, {
    shipmentId: shipment.shipmentUid,
    move: asked,
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt: at,
    expectedToDeliverAt: at,
    deliveredAt: at,
    canceledAt: at,
    confirmedUnusual: true,
  })
}

function queueItem(account: Account, kind: NewOp['kind'], itemKey: string, body: object): void {
  inTransaction(account.db, (tx) =>
    enqueue(tx, {
      opUid: randomUUID(),
      kind,
      itemKey,
      body: JSON.stringify(body),
      capture: captureNow(tx, account),
    }),
  )
  account.engine.wake()
}

function reportOps({ db }: Account): OpReport[] {
  const ops: OpReport[] = []
  for (let op = findOp(db, 1); op !== null; op = findOp(db, op.seq + 1)) {
    const { seq, kind, orderId, state, heldReason, attempts, body, serverRef } = op
    ops.push({ seq, kind, orderId, state, heldReason, attempts, body, serverRef })
  }
  return ops
}

void main()
