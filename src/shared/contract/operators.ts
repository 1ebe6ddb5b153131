import type { OperatorRole } from '../domain/operator-role'

/** Who works at this PC, as the window sees it. */

export type OperatorView = { operatorId: string; name: string; role: OperatorRole }

/** As supervisors see them; the badge signs its owner in, so it goes nowhere else. */
export type OperatorDetail = OperatorView & { badge: string; hasPin: boolean; active: boolean }

/** An act that a supervisor allowed once. */
export type LentView = { supervisor: string; seconds: number }

export type SignInView = {
  signedIn: OperatorView | null
  /** Somebody must sign in before anything is recorded: nobody has, or the station was locked. */
  barred: 'sign_in_needed' | 'station_locked' | null
  /** The name that is kept with what is confirmed now. */
  recordedAs: string
  /** Who may sign in, by name. */
  operators: readonly (OperatorView & { hasPin: boolean })[]
  /** Whether somebody must sign in, because the preferences say so or because there is a supervisor. */
  signInNeeded: boolean
  /** Whether operators and settings may be changed now. */
  mayManage: boolean
}
