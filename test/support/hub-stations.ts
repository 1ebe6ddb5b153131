import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { Kvm } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'
import { onTestFinished, vi } from 'vitest'
import { NOT_PROVISIONED } from '../../src/main/app/provisioning/provisioning'
import type { Clock } from '../../src/main/base/clock'
import { streamAtHub } from '../../src/main/warehouse/nats/storage/places'
import { hubGroup } from '../../src/main/warehouse/nats/storage/seal'
import { groupKey } from '../../src/main/warehouse/multicast/seal'
import { createControl } from '../../src/marketplace/control-client'
import { compose, imported, nothing, packOldest, type Ask } from './composed'
import { openTestMarketplace, type TestMarketplace } from './marketplace'
import type { NatsServer } from './nats-process'
import { sealedAtHub } from './sealed-at-hub'
import { tempDir } from './temp-dir'

/** Complete stations of one account at a real hub and a real marketplace. */

export const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 40_000, interval: 20 })

export async function openHubMarket(orders = 6): Promise<TestMarketplace> {
  const marketplace = await openTestMarketplace({ dataDir: tempDir(), seed: 5, orders, items: 5 })
  onTestFinished(() => marketplace.close())
  return marketplace
}

export async function openHubStation(
  server: Pick<NatsServer, 'url'>,
  { baseUrl, accessToken }: Pick<TestMarketplace, 'baseUrl' | 'accessToken'>,
  stationName: string,
  { dataDir = tempDir(), clock }: { dataDir?: string; clock?: Clock } = {},
) {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, 'preferences.json'), JSON.stringify({ lan: { stationName } }))
  const hub = { servers: [server.url], credentials: null }
  const provisioned = { baseUrl, accessToken, warehouseId: 1 }
  const station = await compose(dataDir, provisioned, false, clock, NOT_PROVISIONED, undefined, { hub })
  station.packbench.onEvent(() => {})
  return { ...station, dataDir }
}

/** Packs the oldest orders to pack, each whole. @returns their numbers */
export async function packMany(ask: Ask, count: number): Promise<number[]> {
  const packed: number[] = []
  for (let done = 0; done < count; done += 1) packed.push((await packOldest(ask)).order.orderId)
  return packed
}

/** Puts an item of the oldest order into the put wall. */
export async function putOldestIn(ask: Ask): Promise<{ orderId: number; code: string }> {
  const { orderIds } = await ask('packing:picks', { orders: 10, filter: 'any' })
  const { lines } = await ask('packing:open', { orderId: orderIds[0] ?? 0 })
  const line = lines.find((one) => !one.isShippingFee && one.itemNumber !== null)
  const code = line?.itemNumber ?? ''
  const { answer } = await ask('put-wall:scan', { codes: [code] })
  if (answer.kind !== 'in' && answer.kind !== 'complete') throw new Error(`not put in: ${answer.kind}`)
  return { orderId: answer.slot.orderId, code }
}

/** Imports everything, then stands alone with the hub: the marketplace is not reached. */
export async function ready(ask: Ask): Promise<void> {
  await imported(ask)
  await atHub(ask)
}

export const atHub = (ask: Ask) =>
  soon(async () => {
    const { hub } = await ask('warehouse:neighbors', nothing)
    if (hub?.state !== 'open' || hub.journal === null) throw new Error('not at the hub yet')
  })

/** How many open operations the station says are only on its PC. */
export const onlyHere = async (ask: Ask): Promise<number> =>
  (await ask('warehouse:neighbors', nothing)).hub?.journal?.waiting ?? -1

/** What anybody with the server's address sees of the journal: the subject of each entry, and its size. */
export async function journalEntries(
  server: Pick<NatsServer, 'url'>,
  group = '',
): Promise<Map<string, number>> {
  const connection = await connect({ servers: server.url })
  try {
    const manager = await jetstreamManager(connection)
    for await (const { config } of manager.streams.list()) {
      if (!config.name.endsWith(`${group}_journal`)) continue
      const { state } = await manager.streams.info(config.name, { subjects_filter: '>' })
      const entries = new Map<string, number>()
      for (const subject of Object.keys(state.subjects ?? {})) {
        const newest = await manager.streams.getMessage(config.name, { last_by_subj: subject })
        // Places of operations that have ended are empty.
        if (newest !== null && newest.data.length > 0) entries.set(subject, state.subjects?.[subject] ?? 0)
      }
      return entries
    }
    return new Map()
  } finally {
    await connection.close()
  }
}

/** What the station says at the hub of its open operations, opened with the group's key. */
export async function outboxSaid(
  server: Pick<NatsServer, 'url'>,
  { baseUrl, accessToken }: Pick<TestMarketplace, 'baseUrl' | 'accessToken'>,
  station: string,
): Promise<unknown> {
  const group = hubGroup(groupKey({ accessToken }, baseUrl))
  const connection = await connect({ servers: server.url })
  try {
    const kv = await new Kvm(connection).open(`packbench_${group.name}_stations`)
    const bucket = await sealedAtHub(connection, group, 'stations')
    for await (const key of await kv.keys()) {
      const said = (await bucket.read(key)) as { station: string; outbox: unknown } | undefined
      if (said?.station === station) return said.outbox
    }
    return null
  } finally {
    await connection.close()
  }
}

/** As the set-up makes the journal, but smaller. */
export async function limitJournal(
  server: Pick<NatsServer, 'url'>,
  { baseUrl, accessToken }: Pick<TestMarketplace, 'baseUrl' | 'accessToken'>,
  bytes: number,
): Promise<void> {
  const { name } = hubGroup(groupKey({ accessToken }, baseUrl))
  const connection = await connect({ servers: server.url })
  const manager = await jetstreamManager(connection)
  const place = streamAtHub(name, 'journal', { final: null, replicas: 1 })
  await manager.streams.add({ ...place, max_bytes: bytes })
  await connection.close()
}

/** Deletes everything at the server, as somebody may who sets it up again. */
export async function wipe(server: Pick<NatsServer, 'url'>): Promise<void> {
  const connection = await connect({ servers: server.url })
  const manager = await jetstreamManager(connection)
  for await (const { config } of manager.streams.list()) await manager.streams.delete(config.name)
  await connection.close()
}

/** Live shipments of each order, as the marketplace has them. */
export async function shipmentsOf(
  { controlUrl }: Pick<TestMarketplace, 'controlUrl'>,
  orderIds: readonly number[],
): Promise<number[]> {
  const control = createControl(controlUrl)
  const counts: number[] = []
  for (const id of orderIds) {
    const { shipments } = await control.readOrder(id)
    counts.push(shipments.filter(({ canceled_at: canceledAt }) => canceledAt == null).length)
  }
  return counts
}
