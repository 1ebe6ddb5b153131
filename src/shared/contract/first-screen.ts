import type { FIRST_QUESTIONS } from '../domain/station/first-screen'
import type { Result } from './result'

export type FirstChannel = keyof typeof FIRST_QUESTIONS

/** The data that comes with a page opened by a link. */
export type FirstAnswers = {
  /** The highest revision of the events told before the answers were read; 0 before the first event. */
  told: number
  /** Empty while somebody must sign in. */
  answers: Partial<Record<FirstChannel, Result<unknown>>>
  /** The page's own secret, required for every call. */
  page: string
}

/**
 * The first message on an event socket. `told`: the highest revision of the events told so far. A page whose first
 * answers knew of a lower one has missed some.
 */
export type Hello = { kind: 'hello'; told: number }
