import type { z } from 'zod'
import type { ActKind } from '../domain/evidence/evidence-kind'
import type { Act } from '../domain/operators/permissions'
import type { ErrorCode } from './result'

/** What one call of the bridge is. Every part is mandatory: a call without a policy does not compile. */

/** Codes that any call may answer, whatever it does. */
export const ERRORS_OF_EVERY_CALL = [
  'invalid_request',
  'sign_in_needed',
  'station_locked',
  'supervisor_needed',
  'disk_full',
  'database_error',
  'internal',
  'session_missing',
] as const satisfies readonly ErrorCode[]
export type OwnErrorCode = Exclude<ErrorCode, (typeof ERRORS_OF_EVERY_CALL)[number]>

/** `anyone`: also while the station is locked or nobody has signed in. Otherwise what the table of permissions says. */
export type Need = 'anyone' | Act

/** Carries a type and nothing else; there is no `type` to read at run time. */
export type Typed<V> = { readonly type: V }

/** The type of a call's value. */
export const typed = <V>(): Typed<V> => ({}) as Typed<V>

export type Facts = Readonly<Record<string, unknown>>

/** What main tells about the station, for facts that neither the request nor the value has. */
export type Known = {
  /** What is known of an op: its order, its shipment, and the last note of its history. */
  op: (seq: number) => Facts
  /** The evidence kind of a call with this request; the call's name where it has none or its request does not parse. */
  kindOf: (channel: string, request: unknown) => string
}

/** What a call with request `R` and value `V` leaves in the evidence log, done or refused. */
export type Evidence<R, V> = {
  kind: ActKind | ((request: R) => ActKind)
  /** SECURITY: never buyers' data, tokens, PINs or badges. */
  asked?: (request: R, known: Known) => Facts
  /** What is known only afterwards. */
  done?: (value: V, request: R, known: Known) => Facts
  /** An entry for each of these, where there are any: a search for one parcel finds what was done with it. */
  each?: (value: V, request: R) => readonly Facts[]
  /** Kept under the name of who did it after the change, not before. */
  entering?: true
}

export type Call<S extends z.ZodType, V> = {
  /** Parsed in main before anything is done with it. */
  request: S
  value: Typed<V>
  /** Codes of its own, besides `ERRORS_OF_EVERY_CALL`. */
  errors: readonly OwnErrorCode[]
  /** SECURITY: what says `anyone` tells and does nothing that is an order's, a buyer's or an operator's. */
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
