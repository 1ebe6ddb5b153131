import { onTestFinished, vi } from 'vitest'
import { createControl, type Control, type ControlOrder } from '../../src/marketplace/control-client'
import {
  startMarketplace,
  type MarketplaceOptions,
  type RunningMarketplace,
} from '../../src/marketplace/server'
import { listOutbox } from '../../src/main/store/views/outbox-list'
import { packShipment } from '../../src/main/areas/packing/pack-shipment'
import { moveShipment } from '../../src/main/areas/packing/move-shipment'
import type { ShipmentMove } from '../../src/shared/domain/shipments/shipment'
import type { OutboxRow } from '../../src/shared/contract/op-views'
import type { Order } from '../../src/shared/partner-api/order'
import { makeStation, type TestStation, type TestStationOptions } from './account'
import { createManualClock, type ManualClock } from './clock'
import { leaveOpen } from './damage'
import { tempDir } from './temp-dir'

export type SyncBench = {
  clock: ManualClock
  marketplace: RunningMarketplace
  control: Control
  station: TestStation
  /** Closes the marketplace: from now on its port refuses connections. */
  goOffline(): Promise<void>
  /** Opens it again on the same port with the same data. */
  goOnline(): Promise<void>
  /** Simulates another process on the same database: the old loops end first. */
  restartStation(options?: Checked): Promise<void>
  /** The same after a power cut: nobody has noted that the file was closed. */
  cutPower(options?: Checked): Promise<void>
  /** A customer's order, already on the station. */
  newOrder(): Promise<ControlOrder>
  pack(orderId: number, lineIds: readonly number[]): { shipmentId: string; seq: number }
  move(shipmentId: string, move: ShipmentMove, times?: Times): number
  op(seq: number): OutboxRow
  /** Advances the clock and lets the engine work until nothing is in flight. */
  turn(ms: number): Promise<void>
  /** Waits until the op is in one of these states, advancing the clock until then. */
  until(seq: number, ...states: OutboxRow['state'][]): Promise<OutboxRow>
}

/** What is not done after so many seconds waits for minutes, which would take seconds. */
const FINE_TURNS = 20

/** How its file is checked behind the first screen. */
type Checked = Pick<TestStationOptions, 'check'>

type Times = Partial<
  Record<'trackingNumber' | 'shippedAt' | 'expectedToDeliverAt' | 'deliveredAt' | 'canceledAt', string | null>
> & { confirmedUnusual?: boolean }

/**
 * A real marketplace with its control API and a real station on a clock that the test moves.
 * @param file path of the station's database; by default in a folder of its own
 * @param seenAs the clock as the station sees it
 */
export async function makeSyncBench(
  settings: MarketplaceOptions['settings'] = {},
  file?: string,
  seenAs: (clock: ManualClock) => ManualClock = (clock) => clock,
): Promise<SyncBench> {
  const clock = createManualClock()
  const stationClock = seenAs(clock)
  const dataDir = tempDir()
  const start = (port: number) =>
    startMarketplace({
      dataDir,
      port,
      seed: 1,
      orders: 0,
      items: 20,
      control: true,
      settings,
      nowMs: () => clock.wallMs(),
    })
  let marketplace = await start(0)
  const port = Number(new URL(marketplace.baseUrl).port)
  let open = true
  onTestFinished(async () => {
    if (open) await marketplace.close()
  })
  const control = createControl(marketplace.controlUrl ?? '')
  const newStation = (at = file, options: Checked = {}) =>
    makeStation({
      ...options,
      ...(at === undefined ? {} : { file: at }),
      clock: stationClock,
      baseUrl: marketplace.baseUrl,
      accessToken: () => marketplace.accessToken,
    })
  let station = newStation()

  const op = (seq: number): OutboxRow => {
    const row = listOutbox(station.db, 'all', 0, 500).rows.find((candidate) => candidate.seq === seq)
    if (row === undefined) throw new Error(`no op ${seq}`)
    return row
  }
  const turn = async (ms: number): Promise<void> => {
    clock.advance(ms)
    await station.engine.settled()
  }

  return {
    clock,
    get marketplace() {
      return marketplace
    },
    control,
    get station() {
      return station
    },
    async goOffline() {
      open = false
      await marketplace.close()
    },
    async goOnline() {
      marketplace = await start(port)
      open = true
    },
    async restartStation(options) {
      await station.close()
      station = newStation(station.file, options)
    },
    async cutPower(options) {
      await station.close()
      leaveOpen(station.file)
      station = newStation(station.file, options)
    },
    async newOrder() {
      const order = await control.placeOrder({ lines: 3, shippingFee: true })
      station.take(order as unknown as Order)
      return order
    },
    pack: (orderId, lineIds) =>
      packShipment(station, {
        orderId,
        lineIds: [...lineIds],
        carrier: 'UPS',
        trackingNumber: '1Z999',
        trackingUrl: null,
        warehouseId: 1,
      }),
    move: (shipmentId, move, times = {}) => {
      const nowIso = new Date(clock.wallMs()).toISOString()
      const { confirmedUnusual = false, ...given } = times
      return moveShipment(station, {
        shipmentId,
        move,
        carrier: null,
        trackingNumber: null,
        trackingUrl: null,
        shippedAt: nowIso,
        expectedToDeliverAt: nowIso,
        deliveredAt: nowIso,
        canceledAt: nowIso,
        ...given,
        confirmedUnusual,
      }).seq
    },
    op,
    turn,
    async until(seq, ...states) {
      let turns = 0
      return vi.waitFor(
        async () => {
          turns += 1
          await turn(turns < FINE_TURNS ? 1_000 : 10_000)
          const row = op(seq)
          if (!states.includes(row.state)) throw new Error(`op is ${row.state} (${row.heldReason ?? ''})`)
          return row
        },
        { timeout: 15_000, interval: 5 },
      )
    },
  }
}

/** The goods lines of an order, without its shipping fee. */
export function goodsOf(order: ControlOrder): number[] {
  return order.order_lines.filter((line) => !line.is_shipping_fee).map((line) => line.id)
}

/**
 * The next POST to `write` is lost (`after` it was applied, or before), and so is its first read-back, so that its op
 * becomes unknown.
 * @param skip how many requests to `read` still get through: those before the send and, if there is one, right after it
 */
export async function loseAnswerAndReadBack(
  { control }: SyncBench,
  { write, read, skip, after = false }: { write: string; read: string; skip: number; after?: boolean },
): Promise<void> {
  const when = after ? { when: 'after' as const } : {}
  await control.addFault({ kind: 'drop', ...when, method: 'POST', route: write, count: 1 })
  await control.addFault({ kind: 'status', status: 503, method: 'GET', route: read, skip, count: 1 })
}
