import { describe, expect, it } from 'vitest'
import { compose, FIRST_PAGE, imported, nothing, openMarket, packOldest } from '../../support/composed'
import { eventually } from '../../support/eventually'
import { tempDir } from '../../support/temp-dir'

describe('drills in training', () => {
  it('network down: packing continues, and waiting operations are sent when the network is back', async () => {
    const { ask } = await compose(tempDir())
    await imported(ask)
    expect(await ask('training:drill', { drill: 'network_gone', on: true })).toMatchObject({
      gate: 'offline',
    })
    await packOldest(ask)
    const { status } = await ask('station:bootstrap', nothing)
    expect(status).toMatchObject({ gate: 'offline', waiting: 1 })
    await ask('training:drill', { drill: 'network_gone', on: false })
    await eventually(async () => {
      const { status: now } = await ask('station:bootstrap', nothing)
      expect(now).toMatchObject({ gate: 'online', waiting: 0, held: 0 })
    })
  })

  it('order canceled: the station knows at once, and raises the alarm for its parcel', async () => {
    const { ask } = await compose(tempDir())
    await imported(ask)
    const { order } = await packOldest(ask)
    const { orderId } = order
    await ask('training:drill', { drill: 'order_canceled', orderId })
    await eventually(async () => {
      expect(await ask('packing:open', { orderId })).toMatchObject({ canceled: true })
      expect(await ask('station:notices', nothing)).toEqual([expect.objectContaining({ orderId })])
    })
    // Acknowledging it leaves a trace under the order.
    const [{ noticeId = 0 } = {}] = await ask('station:notices', nothing)
    await ask('station:acknowledge', { noticeId })
    const { rows } = await ask('evidence:list', { orderId, offset: 0, limit: 1 })
    expect(rows).toEqual([
      expect.objectContaining({ kind: 'notice_seen', orderKnown: true, payload: { noticeId, orderId } }),
    ])
  })

  it('refuses an order that the marketplace does not have', async () => {
    const { refusal } = await compose(tempDir())
    const refused = await refusal('training:drill', { drill: 'order_canceled', orderId: 1 })
    expect(refused.code).toBe('order_not_found')
  })

  it('refuses to rehearse anything at a live marketplace', async () => {
    const market = await openMarket()
    const { ask, refusal } = await compose(tempDir(), market.live)
    await imported(ask)
    const { rows } = await ask('packing:queue', FIRST_PAGE)
    for (const request of [
      { drill: 'network_gone', on: true },
      { drill: 'order_canceled', orderId: rows[0]?.orderId ?? 0 },
    ] as const)
      expect((await refusal('training:drill', request)).code).toBe('training_only')
  })
})
