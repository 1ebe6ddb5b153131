import type { Requests } from '../../shared/contract/bridge'
import type { RequestChannel } from '../../shared/contract/channels'
import type { RequestOf } from '../../shared/contract/requests'
import type { StationEvent } from '../../shared/contract/views'
import { FIRST_PAGE } from './stores/first-page'

/** What the first screen shows. */
const FIRST_QUESTIONS: { [C in RequestChannel]?: RequestOf<C> } = {
  'station:bootstrap': {},
  'queue:list': FIRST_PAGE,
  'notices:list': {},
}

/**
 * Asks what the first screen needs, so that it is answered while the rest of the program is still being read. Whoever
 * then asks one of these first gets that answer, once.
 * @param onEvent any news makes the answers old, and they are dropped
 */
export function askAhead(
  requests: Requests,
  onEvent: (listener: (event: StationEvent) => void) => () => void,
): Requests {
  const answers = new Map(
    Object.entries(FIRST_QUESTIONS).map(([channel, request]) => {
      const ask = requests[channel as RequestChannel] as (request: unknown) => Promise<unknown>
      return [channel, { question: JSON.stringify(request), answer: ask(request) }]
    }),
  )
  const stopListening = onEvent(() => {
    answers.clear()
    stopListening()
  })
  const take = (channel: string, request: unknown): Promise<unknown> | null => {
    const ahead = answers.get(channel)
    answers.delete(channel)
    return ahead?.question === JSON.stringify(request) ? ahead.answer : null
  }
  const wrapped = Object.entries(requests).map(([channel, ask]) => [
    channel,
    (request: unknown) => take(channel, request) ?? (ask as (request: unknown) => Promise<unknown>)(request),
  ])
  return Object.fromEntries(wrapped) as Requests
}
