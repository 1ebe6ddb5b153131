import { expect, it } from 'vitest'
import { createGroupCommit } from '../../src/main/store/group-commit'
import { advance, findOp, keepBaseline, type Op } from '../../src/main/store/outbox'
import { listOutbox } from '../../src/main/store/outbox-list'
import { PLAYBOOKS } from '../../src/main/sync/playbooks/all'
import { packShipment } from '../../src/main/usecases/pack-shipment'
import { makeStation, type TestStation } from '../support/account'
import { measure } from '../support/measure'
import { makeOrder } from '../support/orders'

const ROUNDS = 7
const PER_ROUND = 200

/** Two steps of the engine as it commits them: an op's answer is written down, and another op is claimed. */
function makePairs(station: TestStation, keepsCopy: boolean) {
  const { db, seal, client } = { ...station, client: null as never }
  const commits = createGroupCommit(db)
  const deps = { db, seal, client, onNotice: () => {} }
  const at = new Date(station.clock.wallMs()).toISOString()
  const play = PLAYBOOKS.create_shipment
  let id = 0
  const nextOp = (): Op => {
    id += 1
    const parcel = { carrier: 'UPS', trackingNumber: '1Z999', trackingUrl: null, warehouseId: 1 }
    const { seq } = packShipment(station, { orderId: id, lineIds: [id * 10 + 1], ...parcel })
    const op = findOp(db, seq)
    if (op === null) throw new Error(`no op ${seq}`)
    return op
  }
  const claim = (op: Op): void => {
    if (keepsCopy) play.keep(deps, op, makeOrder({ id: op.orderId }), at)
    keepBaseline(db, op.seq, [])
    advance(db, op, 'claim', { at })
  }
  const acknowledge = (op: Op): void => {
    const sent = findOp(db, op.seq)
    if (sent === null || !advance(db, sent, 'confirm', { at, serverRef: String(op.seq) }))
      throw new Error('lost')
    play.confirmed(deps, sent, String(op.seq), at)
  }
  /** Prepares a round outside of what is timed, then times the pairs. */
  return async (together: boolean): Promise<{ units: number; ms: number }> => {
    const pairs = Array.from({ length: PER_ROUND }, () => [nextOp(), nextOp()] as const)
    db.transaction(() => pairs.forEach(([sent]) => claim(sent)))()
    const startMs = performance.now()
    for (const [sent, next] of pairs) {
      const acknowledged = commits.run(() => acknowledge(sent))
      if (!together) await acknowledged
      const claimed = commits.run(() => claim(next))
      await Promise.all([acknowledged, claimed])
    }
    return { units: PER_ROUND, ms: performance.now() - startMs }
  }
}

it.each([
  ['ack of an op and claim of another in one commit', false],
  ['ack of an op, claim of another and the order read for it in one commit', true],
])('%s', async (name, keepsCopy) => {
  const station = makeStation()
  const orders = Array.from({ length: ROUNDS * PER_ROUND * 4 }, (_, index) => makeOrder({ id: index + 1 }))
  station.take(...orders)
  const pairs = makePairs(station, keepsCopy)
  await measure(
    { name, baseline: 'the same in two FULL commits', unit: 'pairs', rounds: ROUNDS },
    () => pairs(true),
    () => pairs(false),
  )
  expect(listOutbox(station.db, 'open', 0, 1).total).toBe(ROUNDS * PER_ROUND * 2)
})
