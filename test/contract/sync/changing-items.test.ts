import { describe, expect, it, vi } from 'vitest'
import { viewItem } from '../../../src/main/store/views/item-view'
import { delistItem } from '../../../src/main/areas/items/change-item'
import { readItem } from '../../../src/main/areas/items/list-items'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import { readItems } from '../../support/read-items'
import { makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { eventually } from '../../support/eventually'
import { ITEMS, ITEM, APPLIED_AND_LOST, NEVER_APPLIED, fault, writes, listedItem, change } from './item-ops'

async function anotherItem(bench: SyncBench): Promise<string> {
  const { rows } = await readItems(bench.station, { states: ['listed'] })
  return rows[1]?.itemNumber ?? ''
}

describe('changing an item', () => {
  it('changes the price at once, and the discount when the marketplace shows it 15 minutes later', async () => {
    const bench = await makeSyncBench()
    bench.station.engine.start()
    const itemNumber = await listedItem(bench)
    const seq = change(bench, itemNumber, 7_777, 35)
    expect(viewItem(bench.station.db, itemNumber)?.pending).toMatchObject([
      { kind: 'update_item', state: 'ready', priceCents: 7_777, maxDiscountPercent: 35 },
    ])
    const { settledAt } = await bench.until(seq, 'confirmed')
    const soon = await readItem(bench.station, itemNumber)
    expect(soon).toMatchObject({
      priceCents: 7_777,
      pending: [],
      discountAsked: { maxDiscountPercent: 35, acceptedAt: settledAt },
    })
    expect(soon.maxDiscountPercent).not.toBe(35)
    bench.clock.advance(15 * 60_000)
    await bench.control.runJobs()
    expect(await readItem(bench.station, itemNumber)).toMatchObject({ maxDiscountPercent: 35 })
    expect(await writes(bench)).toEqual([`PUT ${ITEMS}/${itemNumber}`])
  })

  it('sends a discount that already shows, because an earlier one is on its way', async () => {
    const bench = await makeSyncBench()
    bench.station.engine.start()
    const itemNumber = await listedItem(bench)
    const before = viewItem(bench.station.db, itemNumber)?.maxDiscountPercent ?? 0
    await bench.until(change(bench, itemNumber, null, before === 35 ? 36 : 35), 'confirmed')
    await bench.until(change(bench, itemNumber, null, before), 'confirmed')
    bench.clock.advance(15 * 60_000)
    await bench.control.runJobs()
    expect(await readItem(bench.station, itemNumber)).toMatchObject({ maxDiscountPercent: before })
  })

  it.each([...APPLIED_AND_LOST.slice(0, 2), ...APPLIED_AND_LOST.slice(4)])(
    'whose answer is lost (%s): a price is read back',
    async (_name, lost) => {
      const bench = await makeSyncBench()
      const itemNumber = await listedItem(bench)
      await fault(bench, lost, 'PUT', ITEM)
      bench.station.engine.start()
      const row = await bench.until(change(bench, itemNumber, 7_777), 'confirmed')
      expect(row.attempts).toBe(1)
      expect(await readItem(bench.station, itemNumber)).toMatchObject({ priceCents: 7_777 })
    },
  )

  it('of a discount is confirmed by what shows 15 minutes later, if each answer has a body', async () => {
    const bench = await makeSyncBench()
    bench.station.engine.start()
    const itemNumber = await listedItem(bench)
    const answer = { kind: 'answer', status: 200, contentType: null, body: '{}', when: 'after', count: 50 }
    await fault(bench, answer, 'PUT', ITEM)
    const seq = change(bench, itemNumber, null, 35)
    await vi.waitFor(
      async () => {
        await bench.turn(30_000)
        await bench.control.runJobs()
        expect(bench.op(seq).state).toBe('confirmed')
      },
      { timeout: 15_000, interval: 5 },
    )
    expect(bench.op(seq).attempts).toBe(3)
    expect(await readItem(bench.station, itemNumber)).toMatchObject({ maxDiscountPercent: 35 })
  })

  it.each(NEVER_APPLIED)('that never arrived (%s) is sent again (I6)', async (_name, lost) => {
    const bench = await makeSyncBench()
    const itemNumber = await listedItem(bench)
    await fault(bench, lost, 'PUT', ITEM)
    bench.station.engine.start()
    const seq = change(bench, itemNumber, 7_777, 35)
    await bench.until(seq, 'unknown')
    expect(await bench.until(seq, 'confirmed')).toMatchObject({ attempts: 2 })
    expect(await readItem(bench.station, itemNumber)).toMatchObject({ priceCents: 7_777 })
  })

  it('that waits is replaced by a later one, which keeps the fields it does not change', async () => {
    const bench = await makeSyncBench()
    const itemNumber = await listedItem(bench)
    await bench.goOffline()
    const first = change(bench, itemNumber, 1_000, 10)
    const second = change(bench, itemNumber, 2_000)
    const third = change(bench, itemNumber, null, 20)
    expect(bench.op(first)).toMatchObject({ state: 'discarded', discardReason: 'replaced' })
    expect(bench.op(second)).toMatchObject({ state: 'discarded', discardReason: 'replaced' })
    expect(readOp(bench.station, third).asked).toEqual({
      price: 2_000,
      discount: { max_discount: { percentage: 20 } },
    })
    await bench.goOnline()
    bench.station.engine.start()
    await bench.until(third, 'confirmed')
    expect(await writes(bench)).toEqual([`PUT ${ITEMS}/${itemNumber}`])
    expect(await readItem(bench.station, itemNumber)).toMatchObject({ priceCents: 2_000 })
  })

  it('that is replaced while the station reads the item is not sent', async () => {
    const bench = await makeSyncBench()
    const itemNumber = await listedItem(bench)
    await bench.control.addFault({ kind: 'delay', ms: 200, method: 'GET', route: ITEM, count: 1 })
    bench.station.engine.start()
    const first = change(bench, itemNumber, 1_000)
    const second = change(bench, itemNumber, 2_000)
    await bench.until(second, 'confirmed')
    expect(bench.op(first).state).toBe('discarded')
    expect(await writes(bench)).toHaveLength(1)
    expect(await readItem(bench.station, itemNumber)).toMatchObject({ priceCents: 2_000 })
  })

  it('of unknown outcome stays first, so that an old price never comes after the new one (I2)', async () => {
    const bench = await makeSyncBench()
    const itemNumber = await listedItem(bench)
    await fault(bench, { kind: 'drop' }, 'PUT', ITEM)
    bench.station.engine.start()
    const first = change(bench, itemNumber, 1_000)
    await bench.until(first, 'unknown')
    const second = change(bench, itemNumber, 2_000)
    expect(bench.op(first).state).toBe('unknown')
    await bench.until(second, 'confirmed')
    expect(bench.op(first)).toMatchObject({ state: 'confirmed', attempts: 2 })
    expect(await readItem(bench.station, itemNumber)).toMatchObject({ priceCents: 2_000 })
  })

  it('of an item that is gone is held with the reason', async () => {
    const bench = await makeSyncBench({ deletedItems: 'gone' })
    const [gone, going] = [await listedItem(bench), await anotherItem(bench)]
    await bench.control.changeItem(gone, { state: 'deleted' })
    await bench.control.changeItem(going, { state: 'ready_to_delete' })
    bench.station.engine.start()
    expect(await bench.until(change(bench, gone, 1_000), 'held')).toMatchObject({
      heldReason: 'not_found',
      attempts: 0,
    })
    expect(await bench.until(change(bench, going, 1_000), 'held')).toMatchObject({
      heldReason: 'item_changed',
      attempts: 0,
    })
    expect(await writes(bench)).toEqual([])
  })

  it.each([
    [404, 'not_found'],
    [422, 'refused'],
  ] as const)('that is answered by %i is held as %s', async (status, heldReason) => {
    const bench = await makeSyncBench()
    const itemNumber = await listedItem(bench)
    await fault(bench, { kind: 'status', status }, 'PUT', ITEM)
    bench.station.engine.start()
    const held = await bench.until(change(bench, itemNumber, 1_000), 'held')
    expect(held).toMatchObject({ heldReason, lastError: { status }, answers: ['resend', 'discard'] })
  })

  it('waits with the other item writes when asked to wait', async () => {
    const bench = await makeSyncBench()
    const itemNumber = await listedItem(bench)
    await fault(bench, { kind: 'status', status: 429, retryAfter: '60' }, 'PUT', ITEM)
    bench.station.engine.start()
    const seq = change(bench, itemNumber, 1_000)
    await eventually(() => expect(bench.station.gate.state()).toBe('items_throttled'))
    expect(bench.op(seq)).toMatchObject({ state: 'ready', attempts: 0 })
    expect(await bench.until(seq, 'confirmed')).toMatchObject({ attempts: 1 })
  })

  it('is refused here for an item never read, for a delisted one, and without a change', async () => {
    const bench = await makeSyncBench()
    const itemNumber = await listedItem(bench)
    expect(() => change(bench, 'M-UNKNOWN', 1)).toThrow(expect.objectContaining({ code: 'item_not_found' }))
    expect(() => change(bench, itemNumber, null)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
    delistItem(bench.station, { itemNumber })
    expect(() => change(bench, itemNumber, 1)).toThrow(expect.objectContaining({ code: 'item_not_listed' }))
  })
})
