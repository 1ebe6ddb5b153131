import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { StationStatus } from '../../../src/shared/contract/views'
import { createHurriedClock } from '../../support/clock'
import {
  compose,
  FIRST_PAGE,
  imported,
  nothing,
  openMarket,
  packOldest,
  type Ask,
} from '../../support/composed'
import { canMount, smallDisk } from '../../support/small-disk'
import { eventually } from '../../support/eventually'

const ACCOUNT = 'training-1'
const ALL = { view: 'all', offset: 0, limit: 50 } as const
type Market = Awaited<ReturnType<typeof openMarket>>

const statusOf = async (ask: Ask): Promise<StationStatus> => (await ask('station:bootstrap', nothing)).status
const shipmentsAt = async ({ control }: Market, orderId: number) =>
  (await control.readOrder(orderId)).shipments

/** A closed station with one operation that could not be sent, on a disk with this much space. */
async function leftOnFullDisk(bytes: number) {
  const market = await openMarket()
  const disk = smallDisk(24_000_000)
  const dataDir = join(disk.dir, 'data')
  const first = await compose(dataDir, market.live, false, createHurriedClock(60))
  await imported(first.ask)
  await market.control.setAccessToken(ACCOUNT, 'another')
  const { order } = await packOldest(first.ask)
  await first.close()
  disk.leave(bytes)
  await market.control.setAccessToken(ACCOUNT, market.accessToken)
  const reopen = () => compose(dataDir, market.live, false, createHurriedClock(60))
  return { market, disk, dataDir, orderId: order.orderId, reopen }
}

describe.skipIf(!canMount())('a station that starts on a full disk', () => {
  it.each([0, 45_000])(
    'shows queue and outbox, refuses in words, sends nothing, and goes on by itself (%i bytes left)',
    async (bytes) => {
      const { market, disk, orderId, reopen } = await leftOnFullDisk(bytes)
      const { ask, refusal } = await reopen()
      await eventually(async () => expect((await statusOf(ask)).diskFull).toBe(true))
      const { rows } = await ask('packing:queue', FIRST_PAGE)
      expect(rows.length).toBeGreaterThan(0)
      expect((await ask('outbox:list', ALL)).rows).toMatchObject([{ orderId }])

      const order = await ask('packing:open', {
        orderId: rows.find((row) => row.waiting === 0)?.orderId ?? 0,
      })
      const pack = {
        orderId: order.orderId,
        lineIds: order.lines.filter((line) => !line.isShippingFee).map((line) => line.lineId),
        carrier: 'UPS',
        trackingNumber: '',
        trackingUrl: null,
        warehouseId: 1,
      }
      expect(await refusal('packing:pack', pack)).toMatchObject({ code: 'disk_full' })
      await ask('station:sync', nothing)
      expect(await shipmentsAt(market, orderId)).toEqual([])

      disk.free()
      await vi.waitFor(async () => expect((await statusOf(ask)).diskFull).toBe(false), { timeout: 10_000 })
      await vi.waitFor(
        async () => expect((await ask('outbox:list', ALL)).rows).toMatchObject([{ state: 'confirmed' }]),
        { timeout: 15_000 },
      )
      expect(await shipmentsAt(market, orderId)).toHaveLength(1)
      await ask('packing:pack', pack)
    },
    60_000,
  )

  it('passes the open operations to the window when no export file can be written', async () => {
    const { dataDir, orderId, reopen } = await leftOnFullDisk(0)
    const { ask } = await reopen()
    const exported = await ask('outbox:export', {})
    expect(exported).toMatchObject({ path: null, ops: 1 })
    expect(exported.content).toContain(`"orderId":${orderId}`)
    const account = join(dataDir, 'live', readdirSync(join(dataDir, 'live'))[0] ?? '')
    const left = readdirSync(account).includes('exports') ? readdirSync(join(account, 'exports')) : []
    expect(left).toEqual([])
  }, 60_000)

  it('accepts a confirmation as soon as there is space, without waiting for the next check', async () => {
    const { disk, reopen } = await leftOnFullDisk(0)
    const { ask } = await reopen()
    expect((await statusOf(ask)).diskFull).toBe(true)
    disk.free()
    await packOldest(ask)
    expect((await statusOf(ask)).diskFull).toBe(false)
  }, 60_000)

  it('closes without an error, and is whole at the next start', async () => {
    const { disk, orderId, reopen } = await leftOnFullDisk(0)
    const { close } = await reopen()
    await close()
    disk.free()
    const { ask } = await reopen()
    expect((await ask('outbox:list', ALL)).rows).toMatchObject([{ orderId }])
  }, 60_000)
})
