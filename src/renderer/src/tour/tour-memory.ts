import { TOUR_STEPS, type TourStep } from '../../../shared/domain/station/tour'
import { windowMemory, type WindowMemory } from '../ui/window-memory'

/** The tour's position, kept across reloads and restarts. */

export const TOUR_PHASES = ['offered', 'running', 'stopped', 'done'] as const
export type TourPhase = (typeof TOUR_PHASES)[number]

type Kept = { phase: TourPhase; step: TourStep; ownOrder: number | null }

/** An unreadable entry counts as a tour not yet started. */
export function readTour(memory: WindowMemory): Kept {
  const [phaseText, stepText, orderText = ''] = (memory.read() ?? '').split('.')
  const phase = TOUR_PHASES.find((one) => one === phaseText) ?? 'offered'
  const step = TOUR_STEPS.find((one) => one === stepText) ?? TOUR_STEPS[0]
  return { phase, step, ownOrder: /^\d+$/.test(orderText) ? Number(orderText) : null }
}

export function writeTour(memory: WindowMemory, { phase, step, ownOrder }: Kept): void {
  memory.write([phase, step, ownOrder ?? ''].join('.'))
}

export const tourMemory = (): WindowMemory => windowMemory('packbench-tour')
