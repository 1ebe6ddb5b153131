import { format } from 'node:util'
import type { RequestChannel } from '../../shared/contract/channels'
import type { Result } from '../../shared/contract/result'
import type { StationEvent } from '../../shared/contract/views'

/** What `--verbose` prints: main's messages with time and level, and which calls and events there are. */

/** Where the lines go: stderr, so that stdout keeps the lines that people and scripts read. */
type Write = (line: string) => void
type Level = 'debug' | 'warn' | 'error'

/** A link's one-time token, an access token, and what was given in the environment. */
const SECRETS = /(token=|Bearer\s+)[^\s"'&]+/gi

/**
 * Gives each line of `console.error`, `console.warn` and `console.debug` its time and level.
 * SECURITY: tokens are blotted out. Calls and events are named without what is in them, which may be a buyer's.
 * @param accessToken the one that IT gave, or `null`
 */
export function logWithTime(
  accessToken: string | null,
  target: Pick<Console, Level> = console,
  write: Write = (line) => void process.stderr.write(line),
  now: () => Date = () => new Date(),
): void {
  for (const level of ['debug', 'warn', 'error'] as const) {
    target[level] = (...parts: unknown[]) => {
      const plain = format(...parts).replaceAll(SECRETS, '$1***')
      const text = accessToken === null ? plain : plain.replaceAll(accessToken, '***')
      write(`${now().toISOString()} ${level.padEnd(5)} ${text}\n`)
    }
  }
}

type Told = {
  handle(channel: RequestChannel, request: unknown): Promise<Result<unknown>>
  onEvent(listener: (event: StationEvent) => void): () => void
}

/**
 * Names each call of the window with its outcome and its milliseconds, and each event by its kind.
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
