import { countRevisions } from '../../../src/main/base/revision'
import type { ScanOutlets } from '../../../src/renderer/src/scan/scan-store'
import { REQUEST_CHANNELS, type RequestChannel } from '../../../src/shared/contract/channels'
import type { Requests, StationBridge, ValueOf } from '../../../src/shared/contract/bridge'
import type { RequestOf } from '../../../src/shared/contract/requests'
import type { LanView } from '../../../src/shared/contract/neighbors'
import type { ErrorCode, Result } from '../../../src/shared/contract/result'
import type { Scanned } from '../../../src/shared/domain/scanning/scanned'
import type {
  LineView,
  OrderView,
  ShipmentView,
  StationChange,
  StationEvent,
} from '../../../src/shared/contract/views'

/**
 * A station whose answers a test writes; every request is recorded. It counts revisions as main does: by default, an
 * immediate answer is stamped when it is read, a delayed one when it was requested.
 */

/** The revision of an answer that the station stamps itself. */
const UNSTAMPED = -1

type Answers = {
  [C in RequestChannel]?: (request: RequestOf<C>) => Result<ValueOf[C]> | Promise<Result<ValueOf[C]>>
}

export type FakeStation = {
  bridge: StationBridge
  asked: { channel: RequestChannel; request: unknown }[]
  answers: Answers
  /** The next revision, for an answer that a test stamps. */
  revision(): number
  /** @param revision when the change was announced, unless just now */
  emit(change: StationChange, revision?: number): void
}

export function fakeStation(answers: Answers): FakeStation {
  const listeners = new Set<(event: StationEvent) => void>()
  const next = countRevisions()
  const station: FakeStation = {
    asked: [],
    answers,
    revision: next,
    emit: (change, revision = next()) => listeners.forEach((listener) => listener({ ...change, revision })),
    bridge: {
      requests: Object.fromEntries(
        REQUEST_CHANNELS.map((channel) => [
          channel,
          async (request: never) => {
            station.asked.push({ channel, request })
            const answer = station.answers[channel]
            if (answer === undefined) throw new Error(`no answer written for ${channel}`)
            const asked = next()
            const written = answer(request)
            const revision = written instanceof Promise ? asked : next()
            const result = await written
            return result.ok && result.revision === UNSTAMPED ? { ...result, revision } : result
          },
        ]),
      ) as unknown as Requests,
      onEvent(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
  }
  return station
}

/** A bench without sound, evidence log, printer and dock. */
export function silent(): ScanOutlets {
  return {
    play: () => undefined,
    record: () => undefined,
    everyItemScanned: () => false,
    reprint: () => null,
    openRound: () => undefined,
  }
}

/** The scan listener's result for a plain code. */
export function scanned(code: string): Scanned {
  return { raw: code, codes: [code], problem: null }
}

/** @param revision the station's own unless given */
export function good<T>(value: T, revision = UNSTAMPED): Result<T> {
  return { ok: true, value, revision }
}

export function refused(code: ErrorCode, fields?: Record<string, string>): Result<never> {
  return { ok: false, error: { code, message: code, ...(fields === undefined ? {} : { fields }) } }
}

/** Of an item of which nothing is known. */
export const NO_LOOK = { title: null, size: null, quality: null, condition: null } as const

export function aLine(lineId: number, over: Partial<LineView> = {}): LineView {
  return {
    lineId,
    itemNumber: `ITEM${lineId}`,
    externalId: `SKU${lineId}`,
    mpn: null,
    title: `Title ${lineId}`,
    size: null,
    taught: [],
    quality: null,
    condition: null,
    amountCents: 1_000,
    isShippingFee: false,
    shipmentId: null,
    elsewhere: null,
    instructions: [],
    serial: null,
    picture: null,
    ...over,
  }
}

export function anOrder(orderId: number, over: Partial<OrderView> = {}): OrderView {
  return {
    orderId,
    state: 'paid',
    canceled: false,
    cancelationReason: null,
    purchasedAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    amountCents: 2_000,
    buyer: null,
    buyerLocked: false,
    lines: [aLine(1), aLine(2)],
    shipments: [],
    refunds: [],
    hold: null,
    hasGivenNumber: false,
    unreadable: null,
    bench: null,
    changes: [],
    readAt: '2026-11-21T09:00:00.000Z',
    pending: [],
    moves: { cancel: true, refund: true },
    refundRestCents: 2_000,
    ...over,
  }
}

/** A station without neighbors. */
export const NO_LAN: LanView = {
  state: 'open',
  problem: null,
  name: 'pc',
  hostName: 'pc',
  hasPassphrase: false,
  reach: null,
  full: false,
  stations: [],
  ignored: { foreign: 0, newer: 0, older: 0, unreadable: 0 },
  hub: null,
}

export function aShipment(over: Partial<ShipmentView> = {}): ShipmentView {
  return {
    shipmentId: '00000000-0000-4000-8000-000000000001',
    serverId: null,
    state: 'packed',
    carrier: 'UPS',
    trackingNumber: null,
    trackingUrl: null,
    warehouseId: 7,
    packedAt: '2026-11-21T10:00:00.500Z',
    shippedAt: null,
    expectedToDeliverAt: null,
    deliveredAt: null,
    canceledAt: null,
    lineIds: [1],
    byHand: [],
    carrierLocked: false,
    packedHere: true,
    stop: null,
    changes: [],
    moves: { ship: 'usual', deliver: 'unusual', cancel: 'usual' },
    waiting: 0,
    held: 0,
    ...over,
  }
}

/** A slip whose station has entered no sender. */
export const NO_SENDER = { name: '', address: '', returnAddress: '', thanks: '', logo: null }
