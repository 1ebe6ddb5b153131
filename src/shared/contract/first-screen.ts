import type { FIRST_QUESTIONS } from '../domain/station/first-screen'
import type { Result } from './result'

export type FirstChannel = keyof typeof FIRST_QUESTIONS

/** The data that comes with a page opened by a link. */
export type FirstAnswers = {
  /** The number of events sent before the answers were read. */
  told: number
  /** Empty while somebody must sign in. */
  answers: Partial<Record<FirstChannel, Result<unknown>>>
  /** The page's own secret, required for every call. */
  page: string
}

/**
 * The first message on an event socket: the number of events sent before. A page that has received fewer has missed
 * some.
 */
export type Hello = { kind: 'hello'; told: number }
