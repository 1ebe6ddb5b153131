import { describe, expect, it, vi } from 'vitest'
import type { NewFault } from '../../../src/marketplace/control-client'
import { itemLane, openOpsOfLane, opsOfLane } from '../../../src/main/store/tables/outbox'
import { viewItem } from '../../../src/main/store/views/item-view'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { delistItem, updateItem } from '../../../src/main/areas/items/change-item'
import { createItem } from '../../../src/main/areas/items/create-item'
import { listItems, readItem } from '../../../src/main/areas/items/list-items'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import type { CreateItemBody } from '../../../src/shared/partner-api/item'
import { loseAnswerAndReadBack, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { eventually } from '../../support/eventually'
import { rawDb } from '../../support/raw-db'

const ITEMS = '/api/v1.0/items'
const ITEM = '/api/v1.0/items/:item_number'

const BODY: CreateItemBody = {
  title: 'Leather tote',
  price: 12_345,
  msrp: 20_000,
  brand_id: 3,
  category_id: 5101,
  warehouse_id: 1,
  quality: 'good',
  photos: [{ url: 'https://example.com/front.jpg', subtype: 'front' }],
}

const APPLIED_AND_LOST: readonly (readonly [string, object])[] = [
  ['dropped', { kind: 'drop', when: 'after' }],
  ['reset', { kind: 'reset', when: 'after' }],
  ['truncated', { kind: 'truncate' }],
  ['garbled', { kind: 'garble' }],
  ['a 500 after applying', { kind: 'status', status: 500, when: 'after' }],
  ['a 504 after applying', { kind: 'status', status: 504, when: 'after' }],
  ['HTML with 200', { kind: 'html', when: 'after' }],
]

const NEVER_APPLIED: typeof APPLIED_AND_LOST = [
  ['dropped', { kind: 'drop' }],
  ['reset', { kind: 'reset' }],
  ['a 503', { kind: 'status', status: 503 }],
  ['a captive portal’s page', { kind: 'html' }],
]

function fault(bench: SyncBench, what: object, method: string, route: string): Promise<number> {
  return bench.control.addFault({ count: 1, ...what, method, route } as NewFault)
}

function create(bench: SyncBench, over: Partial<CreateItemBody> = {}): { seq: number; externalId: string } {
  return createItem(bench.station, { body: { ...BODY, external_id: 'TOTE-1', ...over } })
}

async function writes(bench: SyncBench): Promise<string[]> {
  const log = await bench.control.requestLog()
  return log.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
}

/** What the marketplace has under the external id, whatever its state. */
async function there(bench: SyncBench, externalId = 'TOTE-1') {
  const url = `${bench.marketplace.baseUrl}${ITEMS}?external_id=${externalId}&status=processing,listed,ready_to_delete,deleted`
  const answer = await fetch(url, { headers: { 'X-Partner-Access-Token': bench.marketplace.accessToken } })
  return (await answer.json()) as { item_number: string; state: string; price: number; title: string }[]
}

/** A listed item of the account, known to the station. */
async function listedItem(bench: SyncBench): Promise<string> {
  const { rows } = await listItems(bench.station, { status: ['listed'], externalId: '', mpn: '', page: null })
  const [first] = rows
  if (first === undefined) throw new Error('the marketplace lists nothing')
  return first.itemNumber
}

function change(
  bench: SyncBench,
  itemNumber: string,
  priceCents: number | null,
  percent: number | null = null,
) {
  return updateItem(bench.station, { itemNumber, priceCents, maxDiscountPercent: percent }).seq
}

/** The station does nothing more by itself; what it knew last is what a later start finds. */
async function restart(bench: SyncBench): Promise<void> {
  await bench.restartStation()
  bench.station.engine.start()
}

describe('listing an item', () => {
  it('goes out with every field, and records the item number', async () => {
    const bench = await makeSyncBench()
    bench.station.engine.start()
    const { seq } = create(bench, { mpn: 'M-1', description: 'Brown.', with_tag: true })
    await bench.until(seq, 'confirmed')
    const [item] = await there(bench)
    expect(item).toMatchObject({ state: 'processing', title: 'Leather tote', price: 12_345 })
    const [op] = opsOfLane(bench.station.db, itemLane('TOTE-1'))
    expect(op?.serverRef).toBe(item?.item_number)
    expect(await writes(bench)).toEqual([`POST ${ITEMS}`])
  })

  it('waits without a network, over a restart, and is then listed once (I4)', async () => {
    const bench = await makeSyncBench()
    await bench.goOffline()
    const { seq } = create(bench)
    await restart(bench)
    await bench.turn(5_000)
    expect(bench.op(seq)).toMatchObject({ state: 'ready', attempts: 0 })
    await bench.goOnline()
    await bench.until(seq, 'confirmed')
    expect(await there(bench)).toHaveLength(1)
  })

  it.each(APPLIED_AND_LOST)('whose answer is lost (%s) is found by its external id', async (_name, lost) => {
    const bench = await makeSyncBench()
    await fault(bench, lost, 'POST', ITEMS)
    bench.station.engine.start()
    const { seq } = create(bench)
    expect(await bench.until(seq, 'confirmed')).toMatchObject({ attempts: 1 })
    expect(await there(bench)).toHaveLength(1)
    expect(readOp(bench.station, seq).item).toMatchObject({ externalId: 'TOTE-1', state: 'processing' })
  })

  it.each(NEVER_APPLIED)(
    'that never arrived (%s) goes out again after the settle window (I6)',
    async (_n, lost) => {
      const bench = await makeSyncBench()
      await fault(bench, lost, 'POST', ITEMS)
      bench.station.engine.start()
      const { seq } = create(bench)
      await bench.until(seq, 'unknown')
      const lostAtMs = bench.clock.monotonicMs()
      expect(await bench.until(seq, 'confirmed')).toMatchObject({ attempts: 2 })
      expect(bench.clock.monotonicMs() - lostAtMs).toBeGreaterThanOrEqual(119_000)
      expect(await there(bench)).toHaveLength(1)
    },
  )

  it.each(['refuse', 'return_existing'] as const)(
    'that was only late is there once, where an id in use is answered by “%s”',
    async (duplicateExternalId) => {
      const bench = await makeSyncBench({ duplicateExternalId })
      await fault(bench, { kind: 'late', ms: 50 }, 'POST', ITEMS)
      bench.station.engine.start()
      const { seq } = create(bench)
      await bench.until(seq, 'confirmed')
      await expect.poll(async () => (await there(bench)).length).toBe(1)
      expect(await writes(bench)).toHaveLength(bench.op(seq).attempts)
    },
  )

  it.each(['refuse', 'return_existing'] as const)(
    'whose first send takes effect while the second is on its way is one item (%s)',
    async (duplicateExternalId) => {
      const bench = await makeSyncBench({ duplicateExternalId })
      await fault(bench, { kind: 'drop' }, 'POST', ITEMS)
      await fault(bench, { kind: 'delay', ms: 300 }, 'POST', ITEMS)
      bench.station.engine.start()
      const { seq } = create(bench)
      await bench.until(seq, 'unknown')
      await vi.waitFor(
        async () => {
          bench.clock.advance(1_000)
          const log = await bench.control.faultLog()
          expect(log.map(({ method }) => method)).toEqual(['POST', 'POST'])
        },
        { timeout: 15_000, interval: 5 },
      )
      await makeOther(bench, {})
      await bench.until(seq, 'confirmed')
      expect(await there(bench)).toHaveLength(1)
    },
  )

  it('is found although the default filter hides processing items', async () => {
    const bench = await makeSyncBench({ defaultItemStatuses: ['listed'] })
    await fault(bench, { kind: 'drop', when: 'after' }, 'POST', ITEMS)
    bench.station.engine.start()
    const { seq } = create(bench)
    await bench.until(seq, 'confirmed')
    expect(await writes(bench)).toHaveLength(1)
  })

  it('is found in a state with another name, which only the default filter includes', async () => {
    const bench = await makeSyncBench({ defaultItemStatuses: ['listing_failed'] })
    await loseAnswerAndReadBack(bench, { write: ITEMS, read: ITEMS, skip: 2, after: true })
    bench.station.engine.start()
    const { seq } = create(bench)
    await bench.until(seq, 'unknown')
    const [item] = await there(bench)
    await bench.control.changeItem(item?.item_number ?? '', {
      state: 'listing_failed',
      listingErrorMessages: ['photos are too small'],
    })
    await bench.until(seq, 'confirmed')
    expect(await writes(bench)).toHaveLength(1)
    expect(readOp(bench.station, seq).item).toMatchObject({
      state: 'listing_failed',
      listingErrors: ['photos are too small'],
    })
  })

  it('that is refused is held, the lane of another item goes on (I7), and a person may send it again', async () => {
    const bench = await makeSyncBench({ qualities: ['excellent'] })
    bench.station.engine.start()
    const { seq } = create(bench)
    const held = await bench.until(seq, 'held')
    expect(held).toMatchObject({
      heldReason: 'refused',
      lastError: { status: 422 },
      answers: ['resend', 'discard'],
    })
    await bench.until(create(bench, { external_id: 'TOTE-2', quality: 'excellent' }).seq, 'confirmed')
    await bench.control.changeSettings({ qualities: null })
    answerOp(bench.station, { seq, answer: 'resend', reason: '' })
    await bench.until(seq, 'confirmed')
    expect(await there(bench)).toHaveLength(1)
  })

  it('is held unsent if somebody else has an item with its external id', async () => {
    const bench = await makeSyncBench()
    const other = await makeOther(bench, { title: 'Another bag' })
    bench.station.engine.start()
    const { seq } = create(bench)
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'item_exists', attempts: 0 })
    expect(readOp(bench.station, seq).item).toMatchObject({ itemNumber: other, title: 'Another bag' })
    expect(await writes(bench)).toHaveLength(1)
  })

  it('never mistakes another item under its id for its own', async () => {
    const bench = await makeSyncBench()
    await fault(bench, { kind: 'drop' }, 'POST', ITEMS)
    await bench.control.addFault({
      kind: 'status',
      status: 503,
      method: 'GET',
      route: ITEMS,
      skip: 2,
      count: 1,
    })
    bench.station.engine.start()
    const { seq } = create(bench)
    await bench.until(seq, 'unknown')
    await makeOther(bench, { title: 'Another bag' })
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'item_exists' })
  })

  it('may reuse an external id if the marketplace frees it while an item is being deleted', async () => {
    const bench = await makeSyncBench({ externalIdFreeFrom: 'ready_to_delete' })
    await makeOther(bench, {}, 'ready_to_delete')
    bench.station.engine.start()
    const { seq } = create(bench)
    await bench.until(seq, 'confirmed')
    expect((await there(bench)).map(({ state }) => state)).toEqual(['ready_to_delete', 'processing'])
  })

  it('is held, and can be sent later, if the id of an item being deleted is not free yet', async () => {
    const bench = await makeSyncBench({ externalIdFreeFrom: 'deleted' })
    const going = await makeOther(bench, {}, 'ready_to_delete')
    bench.station.engine.start()
    const { seq } = create(bench)
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'item_exists', attempts: 1 })
    await bench.control.changeItem(going, { state: 'deleted' })
    answerOp(bench.station, { seq, answer: 'resend', reason: '' })
    await bench.until(seq, 'confirmed')
    expect((await there(bench)).map(({ state }) => state)).toEqual(['deleted', 'processing'])
  })

  it('that was applied, lost, listed and delisted by somebody is not listed a second time (I3)', async () => {
    const bench = await makeSyncBench()
    await loseAnswerAndReadBack(bench, { write: ITEMS, read: ITEMS, skip: 2, after: true })
    bench.station.engine.start()
    const { seq } = create(bench)
    await bench.until(seq, 'unknown')
    const [item] = await there(bench)
    await bench.control.changeItem(item?.item_number ?? '', { state: 'deleted' })
    await bench.until(seq, 'confirmed')
    expect(await there(bench)).toHaveLength(1)
  })

  it('in flight when the process ended is read back and not sent twice (I4)', async () => {
    const bench = await makeSyncBench()
    bench.station.engine.start()
    const { seq } = create(bench)
    await bench.until(seq, 'confirmed')
    // As the crash leaves it: sent, applied, and nothing written down since.
    rawDb(bench.station.db)
      .prepare(`UPDATE outbox SET state = 'sending', settled_at = NULL, server_ref = NULL WHERE seq = ?`)
      .run(seq)
    await restart(bench)
    await bench.until(seq, 'confirmed')
    expect(await there(bench)).toHaveLength(1)
    expect(await writes(bench)).toHaveLength(1)
  })

  it('from a backup, whose send is unknown, is recognized by its fields (I10)', async () => {
    const bench = await makeSyncBench()
    bench.station.engine.start()
    const { seq } = create(bench)
    await bench.until(seq, 'confirmed')
    rawDb(bench.station.db)
      .prepare(
        `UPDATE outbox SET state = 'unknown', settled_at = NULL, server_ref = NULL, baseline = NULL WHERE seq = ?`,
      )
      .run(seq)
    await restart(bench)
    await bench.until(seq, 'confirmed')
    expect(await writes(bench)).toHaveLength(1)
  })

  it('from a backup is known by its item number, whatever has changed since (I10)', async () => {
    const bench = await makeSyncBench()
    bench.station.engine.start()
    const { seq } = create(bench)
    await bench.until(seq, 'confirmed')
    rawDb(bench.station.db)
      .prepare(
        `UPDATE outbox SET state = 'unknown', settled_at = NULL, baseline = NULL, body = replace(body, 'tote', 'bag') WHERE seq = ?`,
      )
      .run(seq)
    await restart(bench)
    await bench.until(seq, 'confirmed')
    expect(await writes(bench)).toHaveLength(1)
  })

  it('waits as long as requested when the rate is exceeded, and spends no attempt', async () => {
    const bench = await makeSyncBench({ itemWriteLimit: 1, itemWriteWindowMs: 90_000 })
    bench.station.engine.start()
    await bench.until(create(bench).seq, 'confirmed')
    const { seq } = create(bench, { external_id: 'TOTE-2' })
    await eventually(() => expect(bench.station.gate.state()).toBe('items_throttled'))
    const refusedAtMs = bench.clock.monotonicMs()
    expect(bench.op(seq)).toMatchObject({ state: 'ready', attempts: 0, lastError: { status: 429 } })
    expect(await bench.until(seq, 'confirmed')).toMatchObject({ attempts: 1 })
    expect(bench.clock.monotonicMs() - refusedAtMs).toBeGreaterThan(80_000)
    expect(await writes(bench)).toHaveLength(3)
  })
})

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

/** Somebody else's item under the same external id. @returns its number */
async function makeOther(bench: SyncBench, over: Partial<CreateItemBody>, state?: string): Promise<string> {
  const answer = await fetch(`${bench.marketplace.baseUrl}${ITEMS}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'X-Partner-Access-Token': bench.marketplace.accessToken,
    },
    body: JSON.stringify({ ...BODY, external_id: 'TOTE-1', ...over }),
  })
  const { item_number: itemNumber } = (await answer.json()) as { item_number: string }
  if (state !== undefined) await bench.control.changeItem(itemNumber, { state })
  return itemNumber
}

async function anotherItem(bench: SyncBench): Promise<string> {
  const { rows } = await listItems(bench.station, { status: ['listed'], externalId: '', mpn: '', page: null })
  return rows[1]?.itemNumber ?? ''
}
