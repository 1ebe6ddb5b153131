import { describe, expect, it } from 'vitest'
import { itemLane, openOpsOfLane } from '../../../src/main/store/tables/outbox'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { delistItem } from '../../../src/main/areas/items/change-item'
import { readItem } from '../../../src/main/areas/items/list-items'
import { makeSyncBench } from '../../support/sync-bench'
import { ITEMS, ITEM, APPLIED_AND_LOST, NEVER_APPLIED, fault, writes, listedItem, change } from './item-ops'

describe('delisting an item', () => {
  it('goes out after the item’s waiting operations', async () => {
    const bench = await makeSyncBench()
    const itemNumber = await listedItem(bench)
    const changed = change(bench, itemNumber, 4_321)
    const { seq } = delistItem(bench.station, { itemNumber })
    expect(delistItem(bench.station, { itemNumber }).seq).toBe(seq)
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    expect(bench.op(changed).state).toBe('confirmed')
    expect(await writes(bench)).toEqual([`PUT ${ITEMS}/${itemNumber}`, `DELETE ${ITEMS}/${itemNumber}`])
    expect(await readItem(bench.station, itemNumber)).toMatchObject({
      state: 'ready_to_delete',
      priceCents: 4_321,
    })
  })

  it.each([...APPLIED_AND_LOST.slice(0, 2), ...APPLIED_AND_LOST.slice(4, 6)])(
    'whose answer is lost (%s) is read back and not said again',
    async (_name, lost) => {
      const bench = await makeSyncBench()
      const itemNumber = await listedItem(bench)
      await fault(bench, lost, 'DELETE', ITEM)
      bench.station.engine.start()
      await bench.until(delistItem(bench.station, { itemNumber }).seq, 'confirmed')
      expect(await writes(bench)).toHaveLength(1)
    },
  )

  it.each(NEVER_APPLIED)('that never arrived (%s) is sent again (I6)', async (_name, lost) => {
    const bench = await makeSyncBench()
    const itemNumber = await listedItem(bench)
    await fault(bench, lost, 'DELETE', ITEM)
    bench.station.engine.start()
    const { seq } = delistItem(bench.station, { itemNumber })
    await bench.until(seq, 'unknown')
    expect(await bench.until(seq, 'confirmed')).toMatchObject({ attempts: 2 })
    expect(await readItem(bench.station, itemNumber)).toMatchObject({ state: 'ready_to_delete' })
  })

  it('is refused here unless the item is listed, and held unsent when it no longer is', async () => {
    const bench = await makeSyncBench()
    const itemNumber = await listedItem(bench)
    const { seq } = delistItem(bench.station, { itemNumber })
    await bench.control.changeItem(itemNumber, { state: 'sold' })
    bench.station.engine.start()
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'item_changed', attempts: 0 })
    answerOp(bench.station, { seq, answer: 'discard', reason: 'sold' })
    expect(() => delistItem(bench.station, { itemNumber })).toThrow(
      expect.objectContaining({ code: 'item_not_listed' }),
    )
    expect(await writes(bench)).toEqual([])
  })

  it('is done if somebody else delisted it first', async () => {
    const bench = await makeSyncBench()
    const itemNumber = await listedItem(bench)
    const { seq } = delistItem(bench.station, { itemNumber })
    await bench.control.changeItem(itemNumber, { state: 'deleted' })
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    expect(await writes(bench)).toEqual([])
    expect(openOpsOfLane(bench.station.db, itemLane(itemNumber))).toEqual([])
  })

  it('is left to a person if the marketplace did not know the item before it was sent (I5)', async () => {
    const bench = await makeSyncBench({ deletedItems: 'gone' })
    const itemNumber = await listedItem(bench)
    const { seq } = delistItem(bench.station, { itemNumber })
    await bench.control.changeItem(itemNumber, { state: 'deleted' })
    bench.station.engine.start()
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'not_found', attempts: 0 })
    expect(await writes(bench)).toEqual([])
  })
})
