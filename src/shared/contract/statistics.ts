import { z } from 'zod'
import { call, typed } from './call'
import { table, type SavedTable } from './tables'
import type { Forecast } from '../domain/statistics/forecast'

/** The station's work as the window sees it. */

/** The work of an hour, a day or an operator. */
export type WorkView = {
  /** Codes that a scanner typed, accepted or refused, apart from commands. */
  scans: number
  refusals: number
  /** Orders whose last item was packed. */
  orders: number
  lines: number
  /** Those of them that were ticked by hand. */
  byHand: number
  /** Average seconds from the first scan to the packed parcel; `null` if none was timed. */
  secondsPerOrder: number | null
}

export type OperatorWorkView = WorkView & {
  /** Empty for work that was done while nobody was signed in. */
  operator: string
  /** Hours in which something was done, in quarters of an hour. */
  hours: number
}

/** Scans that were refused for one reason. */
export type RefusalsView = {
  /** The kind of the station's answer, as the evidence log stores it. */
  reason: string
  scans: number
  /** Most first. */
  operators: readonly { operator: string; scans: number }[]
}

/** Whether the orders of today leave on time, at all stations of the account. */
export type PlanView = {
  /**
   * Orders to pack that have to leave before the end of the day, late ones included, without those on hold; `null` while
   * the number would change by itself, as are `late`, `lateSince` and `forecast`.
   */
  due: number | null
  /** Of those: their time has passed. */
  late: number | null
  /** When the latest of them had to leave, ISO 8601 UTC. */
  lateSince: string | null
  /** Orders whose last item was packed today. */
  packed: number
  /** In the last hour of work, pauses left out; `null` when there is too little to tell. */
  perHour: number | null
  lastPackedAt: string | null
  forecast: Forecast | null
  /** Operations that need a person, and the oldest. */
  held: number
  heldSince: string | null
}

export type StatisticsView = {
  /** IANA name of the time zone of hours and days. */
  timeZone: string
  /** When this was read, ISO 8601 UTC. */
  at: string
  plan: PlanView
  /** Today's hours, from the first to the last with any work; `hour` like `14:00`. */
  hours: readonly (WorkView & { hour: string })[]
  /** Oldest first, today last; `day` like `2026-11-21`. */
  days: readonly (WorkView & { day: string })[]
  /** All requested days together, most items first. */
  operators: readonly OperatorWorkView[]
  /** All requested days together, most scans first. */
  refusals: readonly RefusalsView[]
  today: WorkView
}

export const statisticsCalls = {
  'statistics:read': call({
    request: z.strictObject({ days: z.int().min(1).max(92) }),
    value: typed<StatisticsView>(),
    errors: ['evidence_unusable'],
    needs: 'look',
    records: 'nothing',
  }),
  'statistics:save': call({
    request: z.strictObject({ name: z.enum(['operators', 'refusals', 'days']), table }),
    value: typed<SavedTable>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
}
