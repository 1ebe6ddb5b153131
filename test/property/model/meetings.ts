import { setTimeout as pause } from 'node:timers/promises'
import { perform } from '../steps'
import type { FAULT_KINDS, Schedule, StationName, Step, Target } from '../schedule'
import type { World } from '../world'

/**
 * Brings creates into each state and then lets a fault happen: chance alone needs thousands of schedules for the rare pairs.
 * Each meeting is a world of its own, which is drained and checked like any other schedule.
 */

export type Meeting = { name: string; meet: (world: World) => Promise<void> }

/** Nothing is wrong, and a second create is accepted. */
export const CALM: Schedule = {
  settings: {
    timestampPrecision: 'milliseconds',
    secondShipmentOnLine: 'accept',
    absentCarrierText: 'null',
    duplicateExternalId: 'refuse',
    repeatedCancel: 'refuse',
    cancelOrderCancelsPackedShipments: false,
    cancelationReason: 'dropshipper_canceled',
    deletedItems: 'visible',
    carrierCase: 'as_given',
    warehouseEcho: 'shown',
    replicaLagMs: 0,
    replicaReads: 'all',
    dateHeader: 'sent',
    paymentsShown: 'charge',
    refundSign: 'plus',
  },
  orders: 4,
  hidden: false,
  clockOffMs: 0,
  steps: [],
  alone: false,
}

/** What each order's create is brought to. The second create of an order waits behind the first, `ready`. */
const CONFIRMED = 0
const HELD = 1
const UNKNOWN = 2
const SENDING = 3
const FIRST_LINE = 0
const ALL_LINES = 6
const RECHECKED_MS = 31_000
/** Longer than it takes until a confirmed create is looked for. */
const VERIFIED_MS = 70_000

type FaultKind = (typeof FAULT_KINDS)[number]

const pack = (order: number, lines = ALL_LINES, station: StationName = 'A'): Step => ({
  do: 'pack',
  station,
  order,
  lines,
  label: { carrier: 'UPS', trackingNumber: 'T1', warehouseId: 1 },
})

/** The second one is packed when the first one is there. */
export const TWINS: readonly Step[] = [
  pack(CONFIRMED),
  { do: 'turn', ms: 1 },
  pack(CONFIRMED, ALL_LINES, 'B'),
  { do: 'turn', ms: 1 },
]

const fault = (kind: FaultKind, target: Target, when: 'before' | 'after' = 'before'): Step => ({
  do: 'fault',
  kind,
  target,
  when,
  status: 503,
  retryAfter: null,
  skip: 0,
  count: 1,
  variant: 0,
})

const STRIKES: Readonly<Record<string, Step>> = {
  restart: { do: 'restart', station: 'A' },
  'file put back by app': { do: 'goBack', station: 'A', by: 'app' },
  'file put back by hand': { do: 'goBack', station: 'A', by: 'hand' },
  'taken over': { do: 'carry', station: 'A', to: 'B' },
  'full disk': { do: 'disk', station: 'A', full: true },
  'no network': { do: 'network', up: false },
  'clock set': { do: 'jump', station: 'A', ms: 90_000 },
  'token refused': { do: 'token', change: 'revoke' },
  'change by others': { do: 'other', order: SENDING, shipment: 0, action: 'touch' },
}

/** A step of a schedule meets creates in all states at once. */
function strike(name: string, step: Step): Meeting {
  return {
    name,
    async meet(world) {
      await reachStates(world)
      await perform(world, step, 0)
      await world.turn(RECHECKED_MS)
    },
  }
}

/** One create each is confirmed, held, unknown and on its way, and another one waits behind that. */
async function reachStates(world: World): Promise<void> {
  const steps: Step[] = [
    pack(CONFIRMED),
    { do: 'turn', ms: 1_000 },
    { do: 'other', order: HELD, shipment: 0, action: 'cancelOrder' },
    pack(HELD),
    { do: 'turn', ms: 1_000 },
    fault('drop', 'createShipment'),
    pack(UNKNOWN),
    { do: 'turn', ms: 1_000 },
    { do: 'keepCopy', station: 'A' },
    fault('hang', 'createShipment'),
    pack(SENDING, FIRST_LINE),
    pack(SENDING),
  ]
  for (const [index, step] of steps.entries()) await perform(world, step, index)
  await untilSending(world)
}

const MOST_TRIES = 2_000

/** The request hangs for a quarter of a second. */
async function untilSending({ observer }: World): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (observer.states('A').includes('sending')) return
    await pause(1)
  }
  throw new Error('no create was on its way')
}

/** A process dies around a write: of another order, so that the creates may be in any state. */
function crash(when: 'before' | 'after'): Meeting {
  return {
    name: `crash ${when} a write`,
    async meet(world) {
      await reachStates(world)
      await perform(world, { do: 'crash', station: 'A', when, writes: 0 }, 0)
      await perform(world, { do: 'refund', station: 'A', order: CONFIRMED, amount: 100 }, 1)
      await world.turn(RECHECKED_MS)
    },
  }
}

/** One create after the other meets the fault: before it is sent, on its way, looked for, confirmed. */
function wire(kind: FaultKind): Meeting {
  return {
    name: kind,
    async meet(world) {
      const steps: Step[] = [
        fault(kind, 'readOrder'),
        pack(CONFIRMED),
        { do: 'turn', ms: RECHECKED_MS },
        fault(kind, 'readOrder'),
        { do: 'turn', ms: VERIFIED_MS },
        fault(kind, 'createShipment'),
        pack(SENDING),
        { do: 'turn', ms: VERIFIED_MS },
        fault('drop', 'createShipment'),
        pack(UNKNOWN),
        { do: 'turn', ms: 1_000 },
        fault(kind, 'readOrder'),
        { do: 'turn', ms: RECHECKED_MS },
        { do: 'clearFaults' },
      ]
      for (const [index, step] of steps.entries()) await perform(world, step, index)
    },
  }
}

const WIRE = [
  'delay',
  'drop',
  'reset',
  'hang',
  'status',
  'html',
  'truncate',
  'garble',
  'late',
  'foreign',
] as const

export const MEETINGS: readonly Meeting[] = [
  crash('before'),
  crash('after'),
  ...Object.entries(STRIKES).map(([name, step]) => strike(name, step)),
  ...WIRE.map(wire),
]
