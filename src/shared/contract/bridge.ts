import type { Contract } from './contract'
import type { RequestOf } from './requests'
import type { Result } from './result'
import type { StationEvent } from './views'

/** Types only: the interface of `window.station` in both hosts. */

export type ValueOf = { [C in keyof Contract]: Contract[C]['value']['type'] }

export type Requests = {
  [C in keyof Contract]: (request: RequestOf<C>) => Promise<Result<ValueOf[C]>>
}

export type StationBridge = {
  requests: Requests
  /** Returns the function that stops listening. */
  onEvent(listener: (event: StationEvent) => void): () => void
}
