import { TOUR_STEPS, type TourStep } from '../../../shared/domain/station/tour'

/** The tour's position, kept across reloads and restarts. */

export const TOUR_PHASES = ['offered', 'running', 'stopped', 'done'] as const
export type TourPhase = (typeof TOUR_PHASES)[number]

type Kept = { phase: TourPhase; step: TourStep; ownOrder: number | null }

/** One short text without spaces; `null` when there is none. */
export type TextMemory = { read(): string | null; write(text: string): void }

/** An unreadable entry counts as a tour not yet started. */
export function readTour(memory: TextMemory): Kept {
  const [phaseText, stepText, orderText = ''] = (memory.read() ?? '').split('.')
  const phase = TOUR_PHASES.find((one) => one === phaseText) ?? 'offered'
  const step = TOUR_STEPS.find((one) => one === stepText) ?? TOUR_STEPS[0]
  return { phase, step, ownOrder: /^\d+$/.test(orderText) ? Number(orderText) : null }
}

export function writeTour(memory: TextMemory, { phase, step, ownOrder }: Kept): void {
  memory.write([phase, step, ownOrder ?? ''].join('.'))
}

const NAME = 'packbench-tour'
const MAX_AGE_S = 400 * 24 * 3_600

/** Also in a cookie: the browser host's port, and with it the local storage, may differ at every start. */
export function tourMemory(): TextMemory {
  return {
    read: () =>
      new RegExp(`(?:^|; )${NAME}=([\\w.]+)`).exec(document.cookie)?.[1] ?? localStorage.getItem(NAME),
    write(text) {
      document.cookie = `${NAME}=${text}; path=/; max-age=${MAX_AGE_S}; SameSite=Strict`
      localStorage.setItem(NAME, text)
    },
  }
}
