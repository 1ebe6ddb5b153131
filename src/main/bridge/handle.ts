import { REQUEST_CHANNELS, type RequestChannel } from '../../shared/contract/channels'
import type { z } from 'zod'
import type { ValueOf } from '../../shared/contract/bridge'
import type { AnyCall } from '../../shared/contract/call'
import { CONTRACT, type Contract } from '../../shared/contract/contract'
import type { ParsedRequestOf } from '../../shared/contract/requests'
import type { BridgeError, Result } from '../../shared/contract/result'
import { StationError } from '../base/station-error'

/**
 * One handler for each call of an area; its result is the value in the envelope. What needs no waiting is returned
 * plainly, because only then its revision is exact (see `stamped`).
 */
export type HandlersOf<Calls extends Readonly<Record<string, AnyCall>>> = {
  [C in keyof Calls]: (
    request: z.output<Calls[C]['request']>,
  ) => Calls[C]['value']['type'] | Promise<Calls[C]['value']['type']>
}
export type Handlers = HandlersOf<Contract>

/** What a handler answered, and the station's revision at which it was read. */
export type Stamped<T> = { value: T; revision: number }

export type StampedHandlers = {
  [C in RequestChannel]: (request: ParsedRequestOf<C>) => Promise<Stamped<ValueOf[C]>>
}

/** Never throws: every outcome is an envelope. */
export type Handle = (channel: RequestChannel, rawRequest: unknown) => Promise<Result<unknown>>

/** True for the name of a request channel, whatever its static type. */
export function isRequestChannel(name: unknown): name is RequestChannel {
  return (REQUEST_CHANNELS as readonly unknown[]).includes(name)
}

/**
 * Parses each request before its use-case sees it and turns every outcome into an envelope.
 * Codes: `invalid_request` for an unknown channel or a request that does not parse, a `StationError`'s own code,
 * `disk_full` or `database_error` from SQLite, else `internal`.
 * @param log Gets details for an engineer; never the request.
 * @param onError Gets every error as thrown.
 */
export function createHandler(
  handlers: StampedHandlers,
  log: (line: string) => void = console.error,
  onError: (error: unknown) => void = () => {},
): Handle {
  return async (channel, rawRequest) => {
    if (!isRequestChannel(channel)) return refusal({ code: 'invalid_request', message: 'unknown channel' })
    try {
      return await parseAndRun(handlers, channel, rawRequest)
    } catch (error) {
      onError(error)
      return refusal(describe(error, channel, log))
    }
  }
}

async function parseAndRun<C extends RequestChannel>(
  handlers: StampedHandlers,
  channel: C,
  rawRequest: unknown,
): Promise<Result<unknown>> {
  const parsed = CONTRACT[channel].request.safeParse(rawRequest)
  if (!parsed.success) {
    const fields = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.code]))
    return refusal({ code: 'invalid_request', message: `${channel}: the request does not parse`, fields })
  }
  // The table pairs each channel's schema with its handler; TypeScript cannot follow that through a union.
  const { value, revision } = await handlers[channel](parsed.data as ParsedRequestOf<C>)
  return { ok: true, value, revision }
}

function describe(error: unknown, channel: RequestChannel, log: (line: string) => void): BridgeError {
  if (error instanceof StationError) {
    const { code, message, fields, orderId, diagnosis } = error
    return {
      code,
      message,
      ...(fields === undefined ? {} : { fields }),
      ...(orderId === undefined ? {} : { orderId }),
      ...(diagnosis === undefined ? {} : { diagnosis }),
    }
  }
  log(`${channel} failed: ${error instanceof Error ? (error.stack ?? error.message) : typeof error}`)
  const sqliteCode = sqliteCodeOf(error)
  if (sqliteCode?.startsWith('SQLITE_FULL')) return { code: 'disk_full', message: 'the disk is full' }
  if (sqliteCode !== null) return { code: 'database_error', message: `the database refused (${sqliteCode})` }
  return { code: 'internal', message: 'an unexpected error; see the log' }
}

/** By shape, so that the bridge does not import the database library. */
function sqliteCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'SqliteError') return null
  return 'code' in error && typeof error.code === 'string' ? error.code : null
}

function refusal(error: BridgeError): Result<never> {
  return { ok: false, error }
}
