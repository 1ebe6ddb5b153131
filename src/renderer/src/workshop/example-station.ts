import { REQUEST_CHANNELS, type RequestChannel } from '../../../shared/contract/channels'
import type { Requests, StationBridge, ValueOf } from '../../../shared/contract/bridge'
import type { LanView } from '../../../shared/contract/neighbors'
import type { SignInView } from '../../../shared/contract/operators'
import type { Preferences } from '../../../shared/contract/preferences'
import type { RequestOf } from '../../../shared/contract/requests'
import type { Result } from '../../../shared/contract/result'
import type {
  Bootstrap,
  LineView,
  OrderView,
  QueueRow,
  ShipmentView,
  StationStatus,
} from '../../../shared/contract/views'

/** A fake station: the bridge answers from a table, without a main process. */

export type Answers = {
  [C in RequestChannel]?: (request: RequestOf<C>) => ValueOf[C]
}

/** Requests missing from the table are refused, as the screens show it. */
export function exampleBridge(answers: Answers): StationBridge {
  const table = answers as Partial<Record<RequestChannel, (request: unknown) => unknown>>
  const answer = async (channel: RequestChannel, request: unknown): Promise<Result<unknown>> => {
    const known = table[channel]
    if (known !== undefined) return { ok: true, value: known(request), revision: 1 }
    return { ok: false, error: { code: 'internal', message: `the workshop has no example for ${channel}` } }
  }
  return {
    requests: Object.fromEntries(
      REQUEST_CHANNELS.map((channel) => [channel, (request: unknown) => answer(channel, request)]),
    ) as unknown as Requests,
    onEvent: () => () => undefined,
  }
}

export function exampleStatus(over: Partial<StationStatus> = {}): StationStatus {
  return {
    gate: 'online',
    noConnection: null,
    throttledUntil: null,
    waiting: 0,
    held: 0,
    dataAsOf: minutesAgo(1),
    dataAgeKnown: true,
    importing: null,
    unreadable: 0,
    notices: 0,
    clock: { state: 'right', offsetMs: 0 },
    diskFull: false,
    diskFails: false,
    ...over,
  }
}

export function exampleSignIn(over: Partial<SignInView> = {}): SignInView {
  return {
    signedIn: null,
    barred: null,
    recordedAs: 'packer',
    operators: [],
    signInNeeded: false,
    mayManage: true,
    ...over,
  }
}

const LAN: LanView = {
  state: 'training',
  problem: null,
  name: 'Station 3',
  hostName: 'station-3',
  hasPassphrase: false,
  reach: null,
  full: false,
  stations: [],
  ignored: { foreign: 0, newer: 0, older: 0, unreadable: 0 },
  hub: null,
}

const PREFERENCES: Preferences = {
  scanner: {
    prefix: '',
    suffix: '',
    terminator: 'enter',
    layout: 'us',
    groupSeparator: '',
    sameItemMs: 300,
    maxGapMs: 50,
    calibratedAt: minutesAgo(1_000),
  },
  sound: { volume: 0, speech: false },
  language: { locale: null, dateFormat: null },
  printing: {
    printer: null,
    paper: 'a4',
    onLabels: [],
    labelPrinter: null,
    slipWhenPacked: false,
    pricesOnSlip: false,
  },
  sender: { name: '', address: '', returnAddress: '', thanks: '' },
  labels: { confirm: false, oneBox: false },
  labelFolder: { path: '', zplPrinter: '', printWhenPacked: false },
  lock: { signInNeeded: false, idleMinutes: 0 },
  packing: { everyItemScanned: false, packersTeach: true, serials: 'none', serialCategories: [] },
  putWall: { slots: 12 },
  queue: { dueAfterHours: 24, dueFirst: false },
  money: { refundAskAboveCents: 10_000 },
  accounts: { packersSwitch: false },
  prices: { floorOfPresentPercent: 70, floorOfMsrpPercent: 0 },
  camera: { on: false, keepDays: 90, deviceId: null, deviceName: '' },
  carriers: { list: [], choices: {} },
  lan: { on: false, stationName: '', port: 47_766, addresses: [] },
}

export function exampleBootstrap(over: Partial<Bootstrap> = {}): Bootstrap {
  return {
    version: 'workshop',
    host: 'browser',
    status: exampleStatus(),
    preferences: PREFERENCES,
    signIn: exampleSignIn(),
    lan: LAN,
    accounts: { atWork: 'training', mark: null, others: 0 },
    settings: {
      warehouseId: 7,
      currency: 'EUR',
      timeZone: null,
      transitDays: 3,
      carrier: 'UPS',
      operator: 'packer',
      purgeDays: 30,
      archiveDays: 90,
      evidenceMonths: 24,
    },
    connection: {
      mode: 'training',
      baseUrl: 'http://127.0.0.1',
      hasToken: true,
      provisioned: false,
      firstStart: false,
      openElsewhere: 0,
    },
    fixed: [],
    kiosk: false,
    ...over,
  }
}

const TITLES = [
  'Single ring, silver',
  'Wristwatch with a leather strap',
  'Fountain pen, fine nib, refillable',
]

export function exampleLine(lineId: number, over: Partial<LineView> = {}): LineView {
  return {
    lineId,
    itemNumber: `4006381${333_900 + lineId}`,
    externalId: `SKU-${lineId}`,
    mpn: null,
    title: TITLES[(lineId - 1) % TITLES.length] ?? null,
    size: null,
    taught: [],
    quality: 'new',
    condition: null,
    amountCents: 2_499,
    isShippingFee: false,
    shipmentId: null,
    elsewhere: null,
    instructions: [],
    serial: null,
    picture: null,
    ...over,
  }
}

export function exampleShipment(over: Partial<ShipmentView> = {}): ShipmentView {
  return {
    shipmentId: '00000000-0000-4000-8000-000000000001',
    serverId: null,
    state: 'packed',
    carrier: 'UPS',
    trackingNumber: '1Z999AA10123456784',
    trackingUrl: null,
    warehouseId: 7,
    packedAt: minutesAgo(2),
    shippedAt: null,
    expectedToDeliverAt: null,
    deliveredAt: null,
    canceledAt: null,
    lineIds: [1, 2, 3],
    byHand: [2],
    carrierLocked: false,
    packedHere: true,
    stop: null,
    changes: [],
    moves: { ship: 'usual', deliver: 'unusual', cancel: 'usual' },
    waiting: 1,
    held: 0,
    ...over,
  }
}

export function exampleOrder(orderId: number, over: Partial<OrderView> = {}): OrderView {
  return {
    orderId,
    state: 'paid',
    canceled: false,
    cancelationReason: null,
    purchasedAt: minutesAgo(300),
    updatedAt: minutesAgo(300),
    amountCents: 7_497,
    buyer: {
      name: 'Astrid Lindqvist-Hohenstein',
      email: 'astrid@example.org',
      phone: null,
      address: ['Lange Gasse 12', '20095 Hamburg', 'DE'],
    },
    buyerLocked: false,
    lines: [exampleLine(1), exampleLine(2), exampleLine(3)],
    shipments: [],
    refunds: [],
    hold: null,
    hasGivenNumber: false,
    unreadable: null,
    bench: null,
    changes: [],
    readAt: minutesAgo(1),
    pending: [],
    moves: { cancel: true, refund: true },
    refundRestCents: 7_497,
    ...over,
  }
}

export function exampleRow(orderId: number, over: Partial<QueueRow> = {}): QueueRow {
  return {
    orderId,
    state: 'paid',
    canceled: false,
    purchasedAt: minutesAgo(300),
    lines: 3,
    unpacked: 3,
    packedShipments: 0,
    shippedShipments: 0,
    preview: TITLES,
    waiting: 0,
    held: 0,
    dueAt: minutesAgo(-400),
    lateFrom: minutesAgo(-400),
    hold: null,
    bench: null,
    ...over,
  }
}

export function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString()
}
