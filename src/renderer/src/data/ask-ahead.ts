import type { Requests } from '../../../shared/contract/bridge'
import type { RequestChannel } from '../../../shared/contract/channels'
import type { FirstAnswers, FirstChannel } from '../../../shared/contract/first-screen'
import type { Result } from '../../../shared/contract/result'
import type { StationEvent } from '../../../shared/contract/views'
import { FIRST_ANSWERS_ID, FIRST_QUESTIONS } from '../../../shared/domain/station/first-screen'

/** The answers that the first screen needs, before it asks. */

type Ask = (request: unknown) => Promise<Result<unknown>>
type Listen = (listener: (event: StationEvent) => void) => () => void

/** What the host sent along with the page, or `null` where it sends nothing. */
export function readFirstAnswers(page: Document): FirstAnswers | null {
  const text = page.getElementById(FIRST_ANSWERS_ID)?.textContent ?? 'null'
  return JSON.parse(text) as FirstAnswers | null
}

/** Asks what the first screen needs, so that main answers while the window is still starting. */
export function askAhead(requests: Requests, onEvent: Listen): Requests {
  const ask = (channel: FirstChannel) => (requests[channel] as Ask)(FIRST_QUESTIONS[channel])
  return answerFirst(requests, ask, onEvent)
}

/**
 * The first caller of one of the first questions gets the answer that is there already, once.
 * @param answerTo `null` where there is no answer yet
 * @param onEvent an answer that was read before an event was announced is not given: it would be taken for newer
 */
export function answerFirst(
  requests: Requests,
  answerTo: (channel: FirstChannel) => Promise<Result<unknown>> | null,
  onEvent: Listen,
): Requests {
  const answers = new Map<string, { question: string; answer: Promise<Result<unknown>> }>()
  for (const channel of Object.keys(FIRST_QUESTIONS) as FirstChannel[]) {
    const answer = answerTo(channel)
    if (answer !== null) answers.set(channel, { question: JSON.stringify(FIRST_QUESTIONS[channel]), answer })
  }
  let announced = 0
  onEvent(({ revision }) => (announced = Math.max(announced, revision)))
  const take = (channel: string, request: unknown): Promise<Result<unknown>> | null => {
    const ahead = answers.get(channel)
    answers.delete(channel)
    return ahead?.question === JSON.stringify(request) ? ahead.answer : null
  }
  const wrapped = Object.keys(requests).map((channel) => {
    const ask = requests[channel as RequestChannel] as Ask
    const unlessOld = (request: unknown) => (answer: Result<unknown>) =>
      answer.ok && answer.revision < announced ? ask(request) : answer
    return [channel, (request: unknown) => take(channel, request)?.then(unlessOld(request)) ?? ask(request)]
  })
  return Object.fromEntries(wrapped) as Requests
}
