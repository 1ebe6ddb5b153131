import { COMMAND_CODES } from '../../../shared/domain/scanning/command'
import type { OrderView, StationStatus } from '../../../shared/contract/views'
import {
  exampleBootstrap,
  exampleLine,
  exampleOrder,
  exampleRow,
  exampleShipment,
  exampleSignIn,
  exampleStatus,
  minutesAgo,
  type Answers,
} from './example-station'

/** States of the bench, each produced by answers of main and a packer's scans. */

export type BenchState = {
  name: string
  answers: Answers
  /** Typed as a scanner types them, one after the other. */
  scans: readonly string[]
}

const ORDER = 100_047
const FOREIGN = 100_052
const NEIGHBOR = { station: 'Station 2', operator: 'Kim', since: minutesAgo(4), tookOver: false }
const SUPERVISOR = {
  operatorId: '00000000-0000-4000-8000-00000000000a',
  name: 'Robin',
  role: 'supervisor' as const,
}
/** What a parcel that must not leave can still do. */
const STAYS = { ship: 'no', deliver: 'no', cancel: 'usual' } as const
const codeOf = (lineId: number) => exampleLine(lineId).itemNumber ?? ''

function answersFor(order: OrderView = exampleOrder(ORDER), status: Partial<StationStatus> = {}): Answers {
  const packed = exampleOrder(order.orderId, {
    lines: order.lines.map((line) => ({ ...line, shipmentId: exampleShipment().shipmentId })),
    shipments: [exampleShipment()],
  })
  const orderIds = [order.orderId, FOREIGN, 100_053, 100_054, 100_061]
  return {
    'station:bootstrap': () => exampleBootstrap({ status: exampleStatus(status) }),
    'packing:queue': () => ({ total: orderIds.length, rows: orderIds.map((orderId) => exampleRow(orderId)) }),
    'packing:counts': ({ view }) => ({
      view,
      filters: { any: orderIds.length, late: 1, one_item: 2, begun: 0 },
      packedToday: 231,
      perHour: 38,
    }),
    'station:notices': () => [],
    'packing:open': ({ orderId }) => (orderId === order.orderId ? order : exampleOrder(orderId)),
    'packing:refresh': ({ orderId }) => (orderId === order.orderId ? order : exampleOrder(orderId)),
    'packing:scan': ({ codes }) => {
      if (codes.includes(String(order.orderId))) return { kind: 'order', orderId: order.orderId }
      if (codes.includes('SKU-9')) return { ...exampleLine(9), kind: 'item', orderId: FOREIGN, exact: true }
      return { kind: 'unknown' }
    },
    'packing:pack': () => ({ shipmentId: exampleShipment().shipmentId, seq: 1, order: packed }),
    'packing:put': () => null,
    'evidence:record': () => null,
    'operators:active': () => null,
  }
}

const open = String(ORDER)

export const BENCH_STATES: readonly BenchState[] = [
  { name: 'Orders to pack', answers: answersFor(), scans: [] },
  {
    name: 'Nothing to pack',
    answers: { ...answersFor(), 'packing:queue': () => ({ total: 0, rows: [] }) },
    scans: [],
  },
  { name: 'Order open', answers: answersFor(), scans: [open] },
  { name: 'Item accepted', answers: answersFor(), scans: [open, codeOf(1)] },
  { name: 'Item scanned twice', answers: answersFor(), scans: [open, codeOf(1), codeOf(1)] },
  { name: 'Everything chosen', answers: answersFor(), scans: [open, codeOf(1), codeOf(2), codeOf(3)] },
  {
    name: 'Packed',
    answers: answersFor(),
    scans: [open, codeOf(1), codeOf(2), codeOf(3), COMMAND_CODES.confirm],
  },
  { name: 'Item of another order', answers: answersFor(), scans: [open, 'SKU-9'] },
  { name: 'Unknown code', answers: answersFor(), scans: [open, '5012345678900'] },
  {
    name: 'Order canceled',
    answers: answersFor(
      exampleOrder(ORDER, { canceled: true, state: 'canceled', cancelationReason: 'buyer' }),
    ),
    scans: [open],
  },
  {
    name: 'Packed order canceled',
    answers: answersFor(
      exampleOrder(ORDER, {
        ...{ canceled: true, state: 'canceled', cancelationReason: 'fraud' },
        lines: [exampleLine(1, { shipmentId: exampleShipment().shipmentId }), exampleLine(2), exampleLine(3)],
        shipments: [exampleShipment({ lineIds: [1], stop: 'order_canceled', moves: STAYS })],
      }),
    ),
    scans: [open],
  },
  {
    name: 'Another bench was first',
    answers: answersFor(
      exampleOrder(ORDER, {
        lines: [1, 2, 3].map((lineId) => exampleLine(lineId, { shipmentId: exampleShipment().shipmentId })),
        shipments: [
          exampleShipment({ shipmentId: 'theirs', packedHere: false, waiting: 0, moves: STAYS }),
          exampleShipment({
            stop: 'lines_elsewhere',
            waiting: 0,
            held: 1,
            moves: { ...STAYS, cancel: 'no' },
          }),
        ],
      }),
    ),
    scans: [open],
  },
  {
    name: 'Shipment canceled elsewhere',
    answers: answersFor(
      exampleOrder(ORDER, {
        shipments: [
          exampleShipment({ state: 'canceled', stop: 'shipment_canceled', moves: STAYS, waiting: 0 }),
        ],
      }),
    ),
    scans: [open],
  },
  {
    name: 'Order on hold',
    answers: answersFor(
      exampleOrder(ORDER, {
        hold: { reason: 'Waiting for a ring size', heldBy: 'Kim', heldAt: minutesAgo(30) },
      }),
    ),
    scans: [open],
  },
  {
    name: 'Order on another bench',
    answers: answersFor(exampleOrder(ORDER, { bench: NEIGHBOR })),
    scans: [open],
  },
  {
    name: 'Parcel packed before',
    answers: answersFor(
      exampleOrder(ORDER, {
        lines: [exampleLine(1, { shipmentId: exampleShipment().shipmentId }), exampleLine(2), exampleLine(3)],
        shipments: [exampleShipment({ lineIds: [1] })],
      }),
    ),
    scans: [open],
  },
  {
    name: 'An alarm',
    answers: {
      ...answersFor(exampleOrder(ORDER), { notices: 1 }),
      'station:notices': () => [
        {
          noticeId: 1,
          kind: 'order_canceled',
          orderId: ORDER,
          shipmentIds: [exampleShipment().shipmentId],
          trackingNumbers: ['1Z999AA10123456784'],
          count: null,
          raisedAt: minutesAgo(1),
        },
      ],
    },
    scans: [],
  },
  {
    name: 'Offline',
    answers: answersFor(exampleOrder(ORDER), { gate: 'offline', waiting: 12 }),
    scans: [open],
  },
  {
    name: 'Token refused',
    answers: answersFor(exampleOrder(ORDER), { gate: 'unauthorized', waiting: 12 }),
    scans: [],
  },
  { name: 'Two need you', answers: answersFor(exampleOrder(ORDER), { held: 2, waiting: 1 }), scans: [] },
  { name: 'Disk full', answers: answersFor(exampleOrder(ORDER), { diskFull: true }), scans: [open] },
  { name: 'Disk fails', answers: answersFor(exampleOrder(ORDER), { diskFails: true }), scans: [open] },
  {
    name: 'Clock wrong',
    answers: answersFor(exampleOrder(ORDER), { clock: { state: 'refused', offsetMs: -7_200_000 } }),
    scans: [],
  },
  {
    name: 'First import',
    answers: answersFor(exampleOrder(ORDER), {
      importing: { orders: 1_240, secondsLeft: 720 },
      dataAsOf: null,
    }),
    scans: [],
  },
  {
    name: 'Locked',
    answers: {
      ...answersFor(),
      'station:bootstrap': () =>
        exampleBootstrap({
          signIn: exampleSignIn({
            barred: 'station_locked',
            signInNeeded: true,
            mayManage: false,
            operators: [{ ...SUPERVISOR, hasPin: true }],
          }),
        }),
    },
    scans: [],
  },
]
