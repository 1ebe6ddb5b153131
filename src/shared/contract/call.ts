import type { z } from 'zod'
import type { ActKind } from '../domain/evidence/evidence-kind'
import type { Act } from '../domain/operators/permissions'
import type { ErrorCode } from './result'

/** The definition of one call. Every part is mandatory: a call without a policy does not compile. */

/** Codes that any call may return. */
export const ERRORS_OF_EVERY_CALL = [
  'invalid_request',
  'sign_in_needed',
  'station_locked',
  'supervisor_needed',
  'operators_unknown',
  'disk_full',
  'database_error',
  'save_unknown',
  'internal',
  'session_missing',
] as const satisfies readonly ErrorCode[]
export type OwnErrorCode = Exclude<ErrorCode, (typeof ERRORS_OF_EVERY_CALL)[number]>

/** `anyone`: allowed even while the station is locked or signed out. Otherwise a row of the table of permissions. */
export type Need = 'anyone' | Act

/** Carries a type only; there is no `type` to read at run time. */
export type Typed<V> = { readonly type: V }

/** The type of a call's value. */
export const typed = <V>(): Typed<V> => ({}) as Typed<V>

export type Facts = Readonly<Record<string, unknown>>

/** Facts about the station that neither the request nor the value contains. */
export type Known = {
  /** An operation's order, shipment and last history entry. */
  op: (seq: number) => Facts
  /** The order of an alarm, if it is about one. */
  notice: (noticeId: number) => Facts
  /** The evidence kind of a call with this request; the call's name if it has none or its request does not parse. */
  kindOf: (channel: string, request: unknown) => string
}

/** The evidence of a call with request `R` and value `V`, done or refused. */
export type Evidence<R, V> = {
  kind: ActKind | ((request: R) => ActKind)
  /** SECURITY: never buyers' data, tokens, PINs or badges. */
  asked?: (request: R, known: Known) => Facts
  /** Facts known only after the call. */
  done?: (value: V, request: R, known: Known) => Facts
  /** One entry for each of these, if any, so that a search for one parcel finds its entries. */
  each?: (value: V, request: R) => readonly Facts[]
  /** Records the operator after the change instead of the one before. */
  entering?: true
}

export type Call<S extends z.ZodType, V> = {
  /** Main parses every request with it first. */
  request: S
  value: Typed<V>
  /** Error codes of its own, in addition to `ERRORS_OF_EVERY_CALL`. */
  errors: readonly OwnErrorCode[]
  /** SECURITY: a call with `anyone` must neither reveal nor change an order, a buyer or an operator. */
  needs: Need | ((request: z.output<S>) => Need)
  records: 'nothing' | Evidence<z.output<S>, V>
}

/** Any call, for code that handles all of them; its functions take their own request only. */
export type AnyCall = {
  request: z.ZodType
  value: Typed<unknown>
  errors: readonly OwnErrorCode[]
  needs: Need | ((request: never) => Need)
  records: 'nothing' | Evidence<never, never>
}

/** Defines a call; the request and the value give their types to the policy and the evidence. */
export const call = <S extends z.ZodType, V>(definition: Call<S, V>): Call<S, V> => definition
