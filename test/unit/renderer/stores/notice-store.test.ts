import { describe, expect, it } from 'vitest'
import { createNoticeStore, interrupting } from '../../../../src/renderer/src/stores/notice-store'
import type { NoticeView, StationStatus } from '../../../../src/shared/contract/views'
import { anOrder, fakeStation, good, refused } from '../fake-station'

const aNotice = (noticeId: number, over: Partial<NoticeView> = {}): NoticeView => ({
  noticeId,
  kind: 'order_canceled',
  orderId: 100 + noticeId,
  shipmentIds: [],
  trackingNumbers: [],
  count: null,
  raisedAt: '2026-11-21T10:00:00.000Z',
  ...over,
})

function aBench(initial: NoticeView[]) {
  let open = initial
  const station = fakeStation({
    'station:notices': () => good(open),
    'station:acknowledge': ({ noticeId }) => {
      open = open.filter((notice) => notice.noticeId !== noticeId)
      return good(null)
    },
    'packing:open': ({ orderId }) => (orderId === 102 ? refused('order_not_found') : good(anOrder(orderId))),
  })
  const store = createNoticeStore(station.bridge)
  return { station, store, raise: (notice: NoticeView) => (open = [notice, ...open]) }
}

const idOf = (notice: NoticeView | null) => notice?.noticeId ?? null

describe('alarms', () => {
  it('interrupt one after the other, the oldest first, until each is acknowledged', async () => {
    const { store } = aBench([aNotice(2), aNotice(1)])
    await store.getState().load()
    expect(idOf(interrupting(store.getState()))).toBe(1)
    await store.getState().acknowledge(1)
    expect(idOf(interrupting(store.getState()))).toBe(2)
    await store.getState().acknowledge(2)
    expect(interrupting(store.getState())).toBeNull()
  })

  it('that were postponed stay in the list and no longer interrupt, but new ones do', async () => {
    const { store, station, raise } = aBench([aNotice(1)])
    await store.getState().load()
    store.getState().putAside(1)
    expect(interrupting(store.getState())).toBeNull()
    expect(store.getState().notices).toHaveLength(1)
    raise(aNotice(3))
    station.emit({ kind: 'notices_changed' })
    await expect.poll(() => idOf(interrupting(store.getState()))).toBe(3)
  })

  it('load the orders they concern; an unknown order hides no alarm', async () => {
    const { store } = aBench([aNotice(2), aNotice(1)])
    await store.getState().load()
    expect([...store.getState().orders.keys()]).toEqual([101])
    expect(store.getState().notices).toHaveLength(2)
  })

  it('that were raised while nobody listened are found by the count in the status', async () => {
    const { store, station } = aBench([aNotice(1)])
    station.emit({ kind: 'status', status: { notices: 1 } as StationStatus })
    await expect.poll(() => idOf(interrupting(store.getState()))).toBe(1)
    const asked = station.asked.length
    station.emit({ kind: 'status', status: { notices: 1 } as StationStatus })
    expect(station.asked).toHaveLength(asked)
  })

  it('stay if the acknowledgement could not be saved, and say why', async () => {
    const { store, station } = aBench([aNotice(1)])
    await store.getState().load()
    station.answers['station:acknowledge'] = () => refused('disk_full')
    await store.getState().acknowledge(1)
    expect(idOf(interrupting(store.getState()))).toBe(1)
    expect(store.getState().error?.code).toBe('disk_full')
  })
})
