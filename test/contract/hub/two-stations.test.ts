import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@nats-io/transport-node'
import { jetstreamManager } from '@nats-io/jetstream'
import { Kvm } from '@nats-io/kv'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createControl } from '../../../src/marketplace/control-client'
import { NOT_PROVISIONED } from '../../../src/main/app/provisioning/provisioning'
import type { OrderView } from '../../../src/shared/contract/views'
import { compose, imported, nothing, type Ask } from '../../support/composed'
import { IS_FULL } from '../../support/full'
import { openTestMarketplace } from '../../support/marketplace'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { tempDir } from '../../support/temp-dir'

/** Two complete stations of one account at a real hub. */

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 20 })
const read = (ask: Ask, orderId: number): Promise<OrderView> => ask('packing:open', { orderId })
const pack = (orderId: number, lineIds: number[]) =>
  ({ orderId, lineIds, carrier: 'UPS', trackingNumber: '', trackingUrl: null, warehouseId: 1 }) as const
const goods = ({ lines }: OrderView) =>
  lines.filter((line) => !line.isShippingFee).map(({ lineId }) => lineId)
const elsewhere = ({ lines }: OrderView) =>
  lines.filter((line) => line.elsewhere !== null).map(({ lineId }) => lineId)

/** @param config of the server; default: everybody may do everything */
async function openBenches({ config }: { config?: string } = {}) {
  const server = await startNatsServer(config)
  const marketplace = await openTestMarketplace({ dataDir: tempDir(), seed: 5, orders: 6, items: 5 })
  onTestFinished(() => marketplace.close())
  const { baseUrl, accessToken } = marketplace
  const open = async (stationName: string) => {
    const dataDir = tempDir()
    mkdirSync(dataDir, { recursive: true })
    // Multicast would find the other station, too: nothing listens at this port.
    writeFileSync(join(dataDir, 'preferences.json'), JSON.stringify({ lan: { stationName } }))
    const hub = { servers: [server.url], credentials: null }
    const provisioned = { baseUrl, accessToken, warehouseId: 1 }
    const station = await compose(dataDir, provisioned, false, undefined, NOT_PROVISIONED, undefined, { hub })
    station.packbench.onEvent(() => {})
    return station
  }
  const [a, b] = [await open('Bench 1'), await open('Bench 2')]
  for (const { ask } of [a, b]) {
    await imported(ask)
    if (config === undefined)
      await eventually(async () =>
        expect((await ask('warehouse:neighbors', nothing)).stations).toHaveLength(1),
      )
  }
  const { id: orderId } = await createControl(marketplace.controlUrl).placeOrder({ lines: 3 })
  for (const { ask } of [a, b]) {
    await ask('station:sync', nothing)
    await eventually(async () => void (await read(ask, orderId)))
  }
  return { server, a, b, orderId, order: await read(a.ask, orderId) }
}

describe.skipIf(!HAS_NATS)('an order at the hub', () => {
  it('is on one bench, cannot be packed at another, and changes hands by a takeover (H3)', async () => {
    const { a, b, orderId, order } = await openBenches()
    await a.ask('packing:put', { orderId })
    await eventually(async () =>
      expect((await read(b.ask, orderId)).bench).toMatchObject({ station: 'Bench 1', tookOver: false }),
    )
    await b.ask('packing:put', { orderId })
    expect(await b.refusal('packing:pack', pack(orderId, goods(order)))).toMatchObject({
      code: 'order_elsewhere',
      fields: { station: 'Bench 1' },
    })
    await b.ask('packing:take', { orderId })
    await eventually(async () =>
      expect((await read(a.ask, orderId)).bench).toMatchObject({ station: 'Bench 2', tookOver: true }),
    )
    expect((await a.refusal('packing:pack', pack(orderId, goods(order)))).code).toBe('order_elsewhere')
    await b.ask('packing:pack', pack(orderId, goods(order).slice(0, 1)))
    // What one has packed, the other sees before the marketplace shows it.
    await eventually(async () =>
      expect(elsewhere(await read(a.ask, orderId))).toEqual(goods(order).slice(0, 1)),
    )
  })

  it('is on one bench although the stations’ messages to one another do not get through (H3)', async () => {
    const { a, b, orderId, order } = await openBenches({
      config:
        'no_auth_user: s\nauthorization { users = [{ user: s, password: s, permissions: { publish: { deny: "packbench.*.neighbors" } } }] }',
    })
    await a.ask('packing:put', { orderId })
    await eventually(async () =>
      expect((await read(b.ask, orderId)).bench).toMatchObject({ station: 'Bench 1', tookOver: false }),
    )
    expect((await b.ask('warehouse:neighbors', nothing)).stations).toEqual([])
    expect((await b.refusal('packing:pack', pack(orderId, goods(order)))).code).toBe('order_elsewhere')
    await a.ask('packing:put', { orderId: null })
    await eventually(async () => expect((await read(b.ask, orderId)).bench).toBeNull())
    await b.ask('packing:pack', pack(orderId, goods(order)))
  })

  it.runIf(IS_FULL)('is packed without the hub as alone, which people see (H2)', async () => {
    const { server, a, b, orderId, order } = await openBenches()
    await a.ask('packing:put', { orderId })
    await eventually(async () => expect((await read(b.ask, orderId)).bench).not.toBeNull())
    await server.kill()
    await eventually(async () =>
      expect((await b.ask('warehouse:neighbors', nothing)).hub).toMatchObject({
        state: 'away',
        servers: [server.url],
      }),
    )
    await eventually(async () => expect((await read(b.ask, orderId)).bench).toBeNull())
    await b.ask('packing:put', { orderId })
    await b.ask('packing:pack', pack(orderId, goods(order)))
    await server.start()
    for (const { ask } of [a, b])
      await eventually(async () =>
        expect((await ask('warehouse:neighbors', nothing)).hub?.state).toBe('open'),
      )
  })

  it('is free at the others when its station leaves the network', async () => {
    const { a, b, orderId } = await openBenches()
    await a.ask('packing:put', { orderId })
    await eventually(async () => expect((await read(b.ask, orderId)).bench).not.toBeNull())
    await a.ask('settings:save-preferences', {
      lan: { on: false, stationName: '', port: 47_766, addresses: [] },
    })
    // Sooner than the hub lets a claim expire.
    const soon = { timeout: 15_000, interval: 20 }
    await vi.waitFor(async () => expect((await read(b.ask, orderId)).bench).toBeNull(), soon)
  })

  it.runIf(IS_FULL)('is claimed again after somebody has wiped the hub', async () => {
    const { server, a, b, orderId } = await openBenches()
    await a.ask('packing:put', { orderId })
    await eventually(async () => expect((await read(b.ask, orderId)).bench).not.toBeNull())
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const manager = await jetstreamManager(connection)
    const streams = await manager.streams.list().next()
    expect(streams.map(({ config }) => config.name).join(' ')).toContain('_claims')
    for (const { config } of streams) await manager.streams.delete(config.name)
    // Each says so until it has a bucket again.
    await Promise.all(
      [a, b].map(({ ask }) =>
        eventually(async () =>
          expect((await ask('warehouse:neighbors', nothing)).hub?.refusal).not.toBeNull(),
        ),
      ),
    )
    await eventually(async () => {
      expect((await b.ask('warehouse:neighbors', nothing)).hub).toMatchObject({
        state: 'open',
        refusal: null,
      })
      expect((await read(b.ask, orderId)).bench).toMatchObject({ station: 'Bench 1' })
    })
  })

  it('ignores and counts what means nothing in its buckets (H7)', async () => {
    const { server, a, b, orderId } = await openBenches()
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const kvm = new Kvm(connection)
    const buckets = []
    for await (const { bucket } of kvm.list()) buckets.push(bucket)
    const [name = ''] = buckets.filter((bucket) => bucket.endsWith('_claims'))
    const kv = await kvm.open(name)
    await kv.put(String(orderId), 'a letter')
    await kv.put(String(orderId + 1), new Uint8Array(500_000))
    await eventually(async () => {
      const { hub } = await a.ask('warehouse:neighbors', nothing)
      expect(hub?.ignored.foreign).toBe(2)
    })
    expect((await read(b.ask, orderId)).bench).toBeNull()
  })
})
