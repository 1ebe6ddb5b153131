import type { FIRST_QUESTIONS } from '../domain/station/first-screen'
import type { Result } from './result'

export type FirstChannel = keyof typeof FIRST_QUESTIONS

/** What comes with the page that a link opened. */
export type FirstAnswers = {
  /** How many events the station had told before the answers were read. */
  told: number
  /** Empty while somebody must sign in. */
  answers: Partial<Record<FirstChannel, Result<unknown>>>
  /** The page's own secret, without which it is answered nothing. */
  page: string
}

/** The first that an event socket says: how many events were told before it. Whoever knows of fewer has missed some. */
export type Hello = { kind: 'hello'; told: number }
