import type { RequestChannel } from '../../shared/contract/channels'
import type { Result } from '../../shared/contract/result'
import type { StationEvent } from '../../shared/contract/views'

/** What `--verbose` adds to the log: which calls and events there are. */

type Told = {
  handle(channel: RequestChannel, request: unknown): Promise<Result<unknown>>
  onEvent(listener: (event: StationEvent) => void): () => void
}

/**
 * Names each call of the window with its outcome and its milliseconds, and each event by its kind.
 * SECURITY: never what is in them, which may be a buyer's.
 * @returns the same station, whose calls are named
 */
export function nameCalls<Station extends Told>(
  station: Station,
  debug: (line: string) => void = (line) => console.debug(line),
): Station {
  station.onEvent(({ kind }) => debug(`event ${kind}`))
  return {
    ...station,
    async handle(channel, request) {
      const startedAt = performance.now()
      const result = await station.handle(channel, request)
      const outcome = result.ok ? 'ok' : `refused: ${result.error.code}`
      debug(`${channel} ${outcome} (${Math.round(performance.now() - startedAt)} ms)`)
      return result
    },
  }
}
