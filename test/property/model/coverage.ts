import { OP_STATES, type OpState } from '../../../src/shared/domain/outbox/operation'
import type { Step } from '../schedule'
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

/** The table of a run, a line for each fault. */
export function coverageTable(totals: Readonly<Record<string, number>>): string {
  const faults = [...new Set(cellsIn(totals).map(({ fault }) => fault))].toSorted()
  const cell = (fault: string, state: OpState): string =>
    String(totals[`${PREFIX}${fault} / ${state}`] ?? 0).padStart(10)
  return [
    `  ${'faults that met a create'.padEnd(24)}${STATES.map((state) => state.padStart(10)).join('')}`,
    ...faults.map((fault) => `  ${fault.padEnd(24)}${STATES.map((state) => cell(fault, state)).join('')}`),
  ].join('\n')
}

function cellsIn(totals: Readonly<Record<string, number>>): { fault: string; state: string }[] {
  return Object.keys(totals)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => {
      const [fault = '', state = ''] = name.slice(PREFIX.length).split(' / ')
      return { fault, state }
    })
}
