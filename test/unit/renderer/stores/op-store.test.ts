import { describe, expect, it } from 'vitest'
import { createOpStore } from '../../../../src/renderer/src/stores/op-store'
import type { OpDetail, OutboxRow } from '../../../../src/shared/contract/op-views'
import { anOrder, fakeStation, good, refused } from '../fake-station'

const aRow = (seq: number, over: Partial<OutboxRow> = {}): OutboxRow => ({
  seq,
  opUid: `op-${seq}`,
  kind: 'create_shipment',
  orderId: 100,
  shipmentId: null,
  itemKey: null,
  state: 'held',
  heldReason: 'refused',
  capturedAt: '2026-11-21T10:00:00.000Z',
  capturedBy: 'jo',
  fromFile: false,
  sentAt: null,
  settledAt: null,
  attempts: 1,
  lastError: null,
  discardReason: null,
  answers: ['resend', 'discard'],
  ...over,
})
const aDetail = (seq: number, over: Partial<OutboxRow> = {}): OpDetail => ({
  row: aRow(seq, over),
  asked: {},
  explanations: [],
  changes: [],
  proposed: null,
  lookedAt: null,
  candidates: [],
  order: anOrder(100),
  item: null,
  history: [],
})

describe('one operation in full', () => {
  it('is re-read when the outbox or its order changed, and for no other order', async () => {
    let state: OutboxRow['state'] = 'held'
    const station = fakeStation({ 'outbox:read': ({ seq }) => good(aDetail(seq, { state })) })
    const store = createOpStore(station.bridge)
    await store.getState().open(7)
    expect(store.getState().detail?.row.state).toBe('held')
    state = 'confirmed'
    station.emit({ kind: 'orders_changed', orderIds: [101] })
    expect(station.asked).toHaveLength(1)
    station.emit({ kind: 'orders_changed', orderIds: [100] })
    station.emit({ kind: 'outbox_changed' })
    await expect.poll(() => store.getState().detail?.row.state).toBe('confirmed')
    expect(station.asked).toHaveLength(3)
  })

  it('shows nothing of an operation that was closed during the read', async () => {
    const station = fakeStation({ 'outbox:read': ({ seq }) => good(aDetail(seq)) })
    const store = createOpStore(station.bridge)
    const opened = store.getState().open(7)
    store.getState().close()
    await opened
    expect(store.getState()).toMatchObject({ seq: null, detail: null })
  })

  it('says why an answer was refused and shows the current state', async () => {
    const station = fakeStation({
      'outbox:read': ({ seq }) => good(aDetail(seq, { state: 'unknown' })),
      'outbox:answer': () => refused('answer_not_safe'),
    })
    const store = createOpStore(station.bridge)
    await store.getState().open(7)
    expect(await store.getState().answer('resend', '')).toMatchObject({ code: 'answer_not_safe' })
    expect(store.getState()).toMatchObject({ busy: false, detail: { row: { state: 'unknown' } } })
    expect(station.asked).toContainEqual({
      channel: 'outbox:answer',
      request: { seq: 7, answer: 'resend', reason: '' },
    })
  })

  it('answers once when the button bounces', async () => {
    const station = fakeStation({
      'outbox:read': ({ seq }) => good(aDetail(seq)),
      'outbox:adopt': () => good(null),
    })
    const store = createOpStore(station.bridge)
    await store.getState().open(7)
    await Promise.all([store.getState().adopt(55, ['a']), store.getState().adopt(55, ['a'])])
    expect(station.asked.filter(({ channel }) => channel === 'outbox:adopt')).toEqual([
      { channel: 'outbox:adopt', request: { seq: 7, serverId: 55, cancel: ['a'] } },
    ])
  })

  it('is closed when the station is replaced', async () => {
    const station = fakeStation({ 'outbox:read': ({ seq }) => good(aDetail(seq)) })
    const store = createOpStore(station.bridge)
    await store.getState().open(7)
    station.emit({ kind: 'station_replaced' })
    expect(store.getState().seq).toBeNull()
  })
})
