import { describe, expect, it, vi } from 'vitest'
import { itemLane, opsOfLane } from '../../../src/main/store/tables/outbox'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { createItem } from '../../../src/main/areas/items/create-item'
import { readOp } from '../../../src/main/areas/outbox/read-op'
import type { CreateItemBody } from '../../../src/shared/partner-api/item'
import { loseAnswerAndReadBack, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { eventually } from '../../support/eventually'
import { rawDb } from '../../support/raw-db'
import { ITEMS, APPLIED_AND_LOST, NEVER_APPLIED, fault, writes } from './item-ops'

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

function create(bench: SyncBench, over: Partial<CreateItemBody> = {}): { seq: number; externalId: string } {
  return createItem(bench.station, { body: { ...BODY, external_id: 'TOTE-1', ...over } })
}

/** The marketplace's items with the external ID, in any state. */
async function there(bench: SyncBench, externalId = 'TOTE-1') {
  const url = `${bench.marketplace.baseUrl}${ITEMS}?external_id=${externalId}&status=processing,listed,ready_to_delete,deleted`
  const answer = await fetch(url, { headers: { 'X-Partner-Access-Token': bench.marketplace.accessToken } })
  return (await answer.json()) as { item_number: string; state: string; price: number; title: string }[]
}

/** Stops the station's own work; a later start finds its last state. */
async function restart(bench: SyncBench): Promise<void> {
  await bench.restartStation()
  bench.station.engine.start()
}

/** Somebody else's item with the same external ID. @returns its number */
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

  it('is not sent on the word of a list that is answered with nothing at all', async () => {
    const bench = await makeSyncBench()
    const blank = { kind: 'answer', status: 200, body: '', contentType: 'application/json', count: 10_000 }
    await fault(bench, blank, 'GET', ITEMS)
    bench.station.engine.start()
    const { seq } = create(bench)
    await bench.turn(900_000)
    expect(await writes(bench)).toEqual([])
    await bench.control.clearFaults()
    await bench.until(seq, 'confirmed')
    expect(await there(bench)).toHaveLength(1)
  })

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
    // The state after a crash: sent, applied, and nothing recorded since.
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
