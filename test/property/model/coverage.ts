import { OP_STATES, type OpState } from '../../../src/shared/domain/outbox/operation'
import type { Step } from '../schedule'
import type { Totals } from '../totals'
import type { World } from '../world'

/** Which kind of fault met a create in which state. */

const STATES = OP_STATES.filter((state) => state !== 'discarded')
const PREFIX = 'met '

/** Notes what a step does to stations that have creates, right before it does so. */
export function noteStrike({ observer }: World, step: Step): void {
  const fault = strikeOf(step)
  if (fault === null) return
  for (const station of 'station' in step ? [step.station] : (['A', 'B'] as const))
    observer.strikes(station, fault)
}

function strikeOf(step: Step): string | null {
  switch (step.do) {
    case 'restart':
      return 'restart'
    case 'goBack':
      return `file put back by ${step.by}`
    case 'carry':
      return 'taken over'
    case 'disk':
      return step.full ? 'full disk' : null
    case 'network':
      return step.up ? null : 'no network'
    case 'jump':
      return 'clock set'
    case 'token':
      return step.change === 'tell' ? null : 'token refused'
    case 'other':
      return 'change by others'
    default:
      return null
  }
}

/** Adds what the schedule's creates met to its counts. */
export function countMet({ observer, count }: World): void {
  for (const { fault, state } of observer.met) count(`${PREFIX}${fault} / ${state}`)
}

/** A row for each fault: how many creates it met in each state. */
export function coverageTable(totals: Totals): string {
  const cells = (fault: string): string =>
    STATES.map((state) => String(timesMet(totals, fault, state)).padStart(10)).join('')
  return [
    `  ${'faults that met a create'.padEnd(24)}${STATES.map((state) => state.padStart(10)).join('')}`,
    ...[...STRIKES, ...WIRE].map((fault) => `  ${fault.padEnd(24)}${cells(fault)}`),
  ].join('\n')
}

/** Faults that met no create in a state in which they can. */
export function neverMet(totals: Totals): string[] {
  return [...STRIKES, ...WIRE].flatMap((fault) =>
    STATES.filter((state) => isPossible(fault, state) && timesMet(totals, fault, state) === 0).map(
      (state) => `${fault} / ${state}`,
    ),
  )
}

function timesMet(totals: Totals, fault: string, state: OpState): number {
  return totals[`${PREFIX}${fault} / ${state}`] ?? 0
}

/** What happens to a station, whatever it is doing. */
const STRIKES = [
  'crash before a write',
  'crash after a write',
  'restart',
  'file put back by app',
  'file put back by hand',
  'taken over',
  'full disk',
  'no network',
  'clock set',
  'token refused',
  'change by others',
] as const

/** What happens to one request, as the marketplace's journal calls it. */
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
  'answer',
] as const

/** A station asks nothing about a held create, except for a few that it could not read. */
function isPossible(fault: string, state: OpState): boolean {
  return state !== 'held' || !(WIRE as readonly string[]).includes(fault)
}
