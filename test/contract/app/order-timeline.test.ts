import { describe, expect, it } from 'vitest'
import { readTimeline } from '../../../src/main/areas/packing/read-timeline'
import { StationError } from '../../../src/main/base/station-error'
import type { EvidenceLog } from '../../../src/main/store/evidence/log'
import { isInArchive } from '../../../src/main/store/archive/archive'
import { compose, imported, nothing, openMarket, packOldest } from '../../support/composed'
import { fillArchive, inFile, stationWith } from '../../support/filled-archive'
import { addOldOp, FIRST_OLD, LONG_AGO, oldOrder } from '../../support/old-orders'
import { hire } from '../../support/people'
import { tempDir } from '../../support/temp-dir'

/** What happened to an order: from every table that knows something of it, and for those who may see it. */

const CREATE = '/api/v1.0/orders/:id/shipments'

async function aStation() {
  const market = await openMarket()
  const station = await compose(tempDir(), market.live)
  await imported(station.ask)
  return { ...station, market, people: await hire(station.ask) }
}

describe('the timeline of an order', () => {
  it('says who packed it, what was refunded, and what is still waiting, without a connection', async () => {
    const { ask, people, market } = await aStation()
    await ask('operators:sign-in', { badge: people.pat.badge })
    await market.control.addFault({ kind: 'hang', method: 'POST', route: CREATE })
    const { order, shipmentId, seq } = await packOldest(ask)
    const { orderId, purchasedAt } = order
    await ask('orders:hold', { orderId, reason: 'Item missing' })
    const { timed, untimed } = await ask('packing:timeline', { orderId })
    expect(timed.filter(({ what }) => what !== 'op')).toMatchObject([
      { what: 'bought', at: purchasedAt, cents: order.amountCents },
      { what: 'parcel', step: 'packed', by: 'Pat', shipmentId, index: 1, byHand: expect.any(Number) },
      { what: 'hold', by: 'Pat', reason: 'Item missing' },
    ])
    // Its capture is the step itself; the send is not answered yet.
    const ofOps = timed.filter((entry) => entry.what === 'op')
    expect(ofOps.every((entry) => entry.seq === seq && entry.event === 'claim')).toBe(true)
    expect(untimed.map(({ what }) => what)).toEqual(['payment'])
  })

  it('has the evidence log only for those who may read it', async () => {
    const { ask, people } = await aStation()
    await ask('operators:sign-in', { badge: people.pat.badge })
    const { order } = await packOldest(ask)
    const { orderId } = order
    const isEvidence = ({ what }: { what: string }) => what === 'evidence'
    const forPat = await ask('packing:timeline', { orderId })
    expect(forPat.evidence).toBe('not_allowed')
    expect(forPat.timed.some(isEvidence)).toBe(false)
    await ask('operators:sign-in', { badge: people.sam.badge })
    const forSam = await ask('packing:timeline', { orderId })
    expect(forSam).toMatchObject({ evidence: 'shown', evidenceLeftOut: 0 })
    expect(forSam.timed.filter(isEvidence)).toMatchObject([{ what: 'evidence', kind: 'pack', by: 'Pat' }])
    // Of this order only.
    await ask('orders:hold', { orderId: orderId === 100001 ? 100002 : 100001, reason: 'x' })
    expect((await ask('packing:timeline', { orderId })).timed.filter(isEvidence)).toHaveLength(1)
  })

  it('says of which order nothing is known', async () => {
    const { ask, refusal, people } = await aStation()
    await ask('operators:sign-in', { badge: people.pat.badge })
    expect(await refusal('packing:timeline', { orderId: 7 })).toMatchObject({ code: 'order_not_found' })
    expect((await ask('station:bootstrap', nothing)).signIn.barred).toBeNull()
  })
})

describe('the timeline of an order in the archive', () => {
  const UNUSABLE = {
    reading() {
      throw new StationError('evidence_unusable', 'its disk is gone')
    },
  } as unknown as EvidenceLog

  it('is the same as before, leaves the order there, and lacks the evidence if the log cannot be read', () => {
    const station = stationWith(oldOrder(FIRST_OLD), oldOrder(FIRST_OLD + 1))
    addOldOp(station, { orderId: FIRST_OLD })
    // The last one stays.
    addOldOp(station, { orderId: 900_000 })
    const parts = { db: station.db, seal: station.seal, evidence: UNUSABLE }
    const before = readTimeline(parts, FIRST_OLD, false)
    fillArchive(station)
    expect(inFile(station, FIRST_OLD)).toBe(false)
    const after = readTimeline(parts, FIRST_OLD, true)
    expect(after.timed).toEqual(before.timed)
    expect(after.timed.length).toBeGreaterThan(4)
    const archived = { what: 'archived', month: LONG_AGO.slice(0, 7), at: null }
    expect(after.untimed.filter(({ what }) => what === 'archived')).toMatchObject([archived])
    expect(before.untimed.filter(({ what }) => what === 'archived')).toEqual([])
    expect([before.evidence, after.evidence]).toEqual(['not_allowed', 'unusable'])
    expect(isInArchive(station.db, FIRST_OLD)).toBe(true)
  })
})
