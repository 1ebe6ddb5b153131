import type { NewFault } from '../../src/marketplace/control-client'
import { at, type StepOf } from './person'
import { TARGETS } from './schedule'
import type { World } from './world'

/** Faults on the wire. */

type FaultStep = StepOf<'fault'>

/** Inside the settle window, and far beyond it. */
const LATE_MS = [1_000, 31_000, 100_000] as const
const TOO_LATE_MS = [130_000, 250_000, 400_000] as const
const STORM_REQUESTS = 80

/**
 * Successful answers to somebody else's request; for faked answers of the marketplace itself see PRETENCES in
 * journal.ts.
 */
const FOREIGN = [
  { contentType: 'text/plain', body: 'Please sign in to the guest network' },
  { contentType: null, body: '<!doctype html><title>Sign in</title>' },
  { contentType: 'application/json', body: '{"error":"maintenance"}' },
  { contentType: 'application/json', body: '{"id":7,"order_id":999999,"state":"packed"}' },
] as const

export async function addFault(world: World, step: FaultStep): Promise<void> {
  if (!world.online()) return
  if (step.kind === 'late' || step.kind === 'tooLate') world.expectLate()
  await world.control.addFault(faultOf(step))
}

function faultOf(step: FaultStep): NewFault {
  const aim = { ...TARGETS[step.target], skip: step.skip, count: step.count }
  const { kind, when, variant } = step
  switch (kind) {
    case 'delay':
      return { kind, ms: 10, when, ...aim }
    case 'status':
      return { ...refusalOf(step), ...aim }
    case 'late':
      return { kind: 'late', by: 'clock', ms: at(LATE_MS, variant), ...aim }
    case 'tooLate':
      return { kind: 'late', by: 'clock', ms: at(TOO_LATE_MS, variant), ...aim }
    case 'foreign':
      return { kind: 'answer', status: 200, when, ...at(FOREIGN, variant), ...aim }
    case 'pretend':
      return pretence(step)
    case 'storm':
      return { kind: 'status', status: 429, ...waiting(step), ...aim, count: STORM_REQUESTS }
    case 'truncate':
    case 'garble':
      return { kind, ...aim }
    default:
      return { kind, when, ...aim }
  }
}

function refusalOf(step: FaultStep): Extract<NewFault, { kind: 'status' }> {
  return {
    kind: 'status',
    route: '/',
    status: statusOf(step),
    // No marketplace answers "not done" after doing it: after applying, only its own failures are drawn.
    when: step.status >= 500 || step.status === 408 ? step.when : 'before',
    ...waiting(step),
  }
}

function waiting({ retryAfter }: FaultStep): { retryAfter?: string } {
  return retryAfter === null ? {} : { retryAfter }
}

/** Reports a pack, a refund or a change as done that is not. */
function pretence({ variant, skip }: FaultStep): NewFault {
  const aim = { skip, count: 1 }
  const made = { kind: 'answer' as const, status: 201, contentType: 'application/json' }
  switch (variant % 4) {
    case 0:
      return { ...made, body: `{"id":${900_000 + variant}}`, ...TARGETS.createShipment, ...aim }
    case 1:
      return { ...made, body: `{"id":${910_000 + variant}}`, ...TARGETS.refund, ...aim }
    default:
      return { kind: 'status', status: variant % 4 === 2 ? 200 : 204, ...TARGETS.updateShipment, ...aim }
  }
}

const READS_ITEMS: ReadonlySet<FaultStep['target']> = new Set(['anything', 'changeItem'])

/** A wrong 404 for an item means that it is gone and need not be delisted: nobody could know better. */
function statusOf({ status, target }: FaultStep): number {
  return status === 404 && READS_ITEMS.has(target) ? 503 : status
}
