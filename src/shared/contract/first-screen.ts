import type { FIRST_QUESTIONS } from '../domain/first-screen'
import type { Result } from './result'

export type FirstChannel = keyof typeof FIRST_QUESTIONS

/** Answers that come with the page, and how many events the station had told before they were read. */
export type FirstAnswers = { told: number; answers: Record<FirstChannel, Result<unknown>> }

/** The first that an event socket says: how many events were told before it. Whoever knows of fewer has missed some. */
export type Hello = { kind: 'hello'; told: number }
