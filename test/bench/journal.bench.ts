import { randomBytes, randomUUID } from 'node:crypto'
import { DiscardPolicy, jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { expect, it, onTestFinished } from 'vitest'
import type { Account } from '../../src/main/app/account/open'
import { journalSourceOf } from '../../src/main/warehouse/at-hub/journal'
import { systemClock } from '../../src/main/base/clock'
import { packShipment } from '../../src/main/areas/packing/pack-shipment'
import { createJournal } from '../../src/main/warehouse/nats/journal/journal'
import { hubGroup } from '../../src/main/warehouse/nats/storage/seal'
import { makeStation } from '../support/account'
import { measure } from '../support/measure'
import { HAS_NATS } from '../support/nats-process'
import { startNatsServer } from '../support/nats-server'
import { makeOrder } from '../support/orders'

/**
 * What it costs to copy a station's open operations to the hub, from its database to the last answer, beside NATS alone:
 * as many bytes to as many subjects of a stream of the same kind, as many on their way at a time.
 */

const OPERATIONS = 2_000
const ROUNDS = 7
/** How many operations the journal sends before it waits for their answers. */
const PIPELINED = 200
const BENCHMARK_WITHIN_MS = 600_000

async function arrived(connection: NatsConnection, stream: string) {
  const { state } = await (await jetstreamManager(connection)).streams.info(stream)
  return { count: state.messages, bytes: state.bytes }
}

it.skipIf(!HAS_NATS)('the journal at the hub', { timeout: BENCHMARK_WITHIN_MS }, async () => {
  const server = await startNatsServer()
  const station = makeStation()
  for (let id = 1; id <= OPERATIONS; id += 1) {
    const order = makeOrder({ id })
    station.take(order)
    const [first] = order.order_lines
    packShipment(station, {
      orderId: id,
      lineIds: [first?.id ?? 0],
      ...{
        carrier: 'UPS',
        trackingNumber: `1Z999AA1${String(id).padStart(10, '0')}`,
        trackingUrl: null,
        warehouseId: 1,
      },
    })
  }
  const [own, other] = [await connect({ servers: server.url }), await connect({ servers: server.url })]
  onTestFinished(async () => {
    await own.close()
    await other.close()
  })
  const group = hubGroup(randomBytes(32))
  const kept = `packbench_${group.name}_journal`
  const source = journalSourceOf({ db: station.db } as Account, 'account', systemClock, () => {})
  const copyAll = async (): Promise<void> => {
    // Each round is a station of its own, of which the hub has nothing yet.
    const stationId = randomUUID()
    const journal = createJournal({
      clock: systemClock,
      who: () => ({ stationId, station: 'Bench 1' }),
      source: () => source,
      onFault: (error) => {
        throw error
      },
      onChange: () => {},
    })
    await journal.use({ connection: own, group, replicas: 1, onIgnored: () => {} })
    await journal.settled()
    expect(journal.view()?.waiting).toBe(0)
    await journal.close()
  }

  await copyAll()
  const first = await arrived(own, kept)
  expect(first.count).toBe(OPERATIONS)
  const streams = await jetstreamManager(own)
  const one = await streams.streams.getMessage(kept, { seq: 1 })
  const [subject, sealed, note] = [
    one?.subject ?? '',
    one?.data.length ?? 0,
    one?.header.get('Packbench-Note'),
  ]
  // A sealed operation with what another station must know of its order, and a note.
  expect(sealed).toBeGreaterThan(1_000)
  expect(note).toMatch(/^\d+ \S{16}$/)

  await streams.streams.add({
    ...{ name: 'bare', subjects: ['bare.>'], storage: StorageType.File, max_msgs_per_subject: 1 },
    ...{ discard: DiscardPolicy.New, allow_direct: true, num_replicas: 1 },
  })
  const js = jetstream(other)
  const stem = 'bare.'.padEnd(subject.length - 36, 'x')
  const publishAll = async (): Promise<number> => {
    for (let from = 0; from < OPERATIONS; from += PIPELINED)
      await Promise.all(Array.from({ length: PIPELINED }, () => js.publish(`${stem}${randomUUID()}`, value)))
    return OPERATIONS
  }
  const value = randomBytes(sealed)
  await measure(
    { name: 'journal', baseline: 'bare publish', unit: 'operations', rounds: ROUNDS },
    async () => {
      await copyAll()
      return OPERATIONS
    },
    publishAll,
  )
  const [ours, bare] = [await arrived(own, kept), await arrived(other, 'bare')]
  expect(ours.count).toBe((ROUNDS + 1) * OPERATIONS)
  expect(bare.count).toBe(ROUNDS * OPERATIONS)
  const each = (of: typeof ours): string => (of.bytes / of.count).toFixed(0)
  console.log(
    `journal: ${sealed} sealed bytes an operation, at the server ${each(ours)}; bare ${each(bare)} (goal: ratio 0.8)`,
  )
})
