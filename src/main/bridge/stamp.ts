import type { RequestChannel } from '../../shared/contract/channels'
import type { ParsedRequestOf } from '../../shared/contract/requests'
import type { NextRevision } from '../base/revision'
import type { Handlers, StampedHandlers } from './handle'

/**
 * The same handlers, whose values carry their revision. A value that comes at once has just been read. One that takes
 * time may have been read at any moment since the question: it gets the question's revision, so that it never passes
 * for newer than it is.
 */
export function stamped(handlers: Handlers, revision: NextRevision): StampedHandlers {
  const stamp = <C extends RequestChannel>(channel: C): StampedHandlers[C] => {
    const handler = handlers[channel]
    return (async (request: ParsedRequestOf<C>) => {
      const asked = revision()
      const answer = handler(request)
      if (answer instanceof Promise) return { value: await answer, revision: asked }
      return { value: answer, revision: revision() }
    }) as StampedHandlers[C]
  }
  const channels = Object.keys(handlers) as RequestChannel[]
  return Object.fromEntries(channels.map((channel) => [channel, stamp(channel)])) as StampedHandlers
}
