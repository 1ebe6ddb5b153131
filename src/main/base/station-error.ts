import type { ErrorCode } from '../../shared/contract/result'
import type { Diagnosis } from '../../shared/domain/station/connection-reason'

/** A refusal that is shown to a person: the renderer has a text for `code`, and `fields` names the fields at fault. */
export class StationError extends Error {
  override readonly name = 'StationError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields?: Readonly<Record<string, string>>,
    /** The other order that it is about. */
    readonly orderId?: number,
    /** Why an address cannot be used. */
    readonly diagnosis?: Diagnosis,
  ) {
    super(message)
  }
}

export type StartErrorCode =
  | 'newer_schema'
  | 'older_schema'
  | 'database_corrupt'
  | 'database_unusable'
  | 'data_dir_unusable'

/** Packbench cannot start; the message is one clear line for the person at the screen. */
export class StartError extends Error {
  override readonly name = 'StartError'

  constructor(
    readonly code: StartErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}
