import { join } from 'node:path'
import { expect, it } from 'vitest'
import { countOpen } from '../../src/main/store/outbox-list'
import { packShipment } from '../../src/main/usecases/pack-shipment'
import { makeStation, type TestStation } from '../support/account'
import { makeBareCommits } from '../support/bare-commits'
import { BIG, buildBigFile } from '../support/big-file'
import { measure, type Side } from '../support/measure'
import { makeOrder } from '../support/orders'
import { tempDir } from '../support/temp-dir'

const ROUNDS = 7
const PER_ROUND = 300
const BARE = 'bare one-row synchronous=FULL commit'

/** Packs its way through orders that nobody touched; `durable` counts until the commit, not what serves the answer. */
function packer(station: TestStation, counts: 'durable' | 'all'): Side {
  let nextOrder = 1
  const total = ROUNDS * PER_ROUND
  station.take(...Array.from({ length: total }, (_, index) => makeOrder({ id: index + 1 })))
  let committedMs = 0
  const events = { ...station.events, ordersChanged: () => (committedMs = performance.now()) }
  return () => {
    let ms = 0
    for (let pack = 0; pack < PER_ROUND; pack += 1) {
      const orderId = nextOrder
      nextOrder += 1
      const parcel = { carrier: 'UPS', trackingNumber: '1Z999', trackingUrl: null, warehouseId: 1 }
      const lineIds = [orderId * 10 + 1, orderId * 10 + 2]
      const startMs = performance.now()
      packShipment({ ...station, events }, { orderId, lineIds, ...parcel })
      ms += (counts === 'durable' ? committedMs : performance.now()) - startMs
    }
    return { units: PER_ROUND, ms }
  }
}

function bare(): Side {
  const commit = makeBareCommits()
  return () => {
    commit(PER_ROUND)
    return PER_ROUND
  }
}

it('durable enqueue with its domain write', async () => {
  const station = makeStation()
  const contest = { unit: 'commits', rounds: ROUNDS, baseline: BARE }
  await measure(
    { name: 'durable enqueue, call to commit (shipment, lines, counts, op)', ...contest },
    packer(station, 'durable'),
    bare(),
  )
  expect(countOpen(station.db).waiting).toBe(ROUNDS * PER_ROUND)
})

it('a whole pack, with the order that answers it', async () => {
  const contest = { unit: 'packs', rounds: ROUNDS, baseline: BARE }
  await measure(
    { name: 'whole pack, with the order as its answer', ...contest },
    packer(makeStation(), 'all'),
    bare(),
  )
})

it('enqueue beside a long history', async () => {
  const file = join(tempDir(), 'station.sqlite')
  buildBigFile(file)
  await measure(
    {
      name: `durable enqueue beside ${BIG.finished.toLocaleString('en')} finished and ${BIG.open.toLocaleString('en')} open ops`,
      baseline: 'in an empty file',
      unit: 'commits',
      rounds: ROUNDS,
    },
    packer(makeStation({ file }), 'durable'),
    packer(makeStation(), 'durable'),
  )
})
