import { z } from 'zod'
import type { MissedWhy } from '../domain/carriers/truck'
import { call, typed } from './call'
import { nothing } from './fields'

/** The carriers' trucks: what the next ones find at the dock, and what earlier ones left behind. */

export type TruckView = {
  /** The carrier's name as stored on the station. */
  carrier: string
  /** ISO 8601 UTC. */
  leavesAt: string
  /** Its parcels that are packed and neither scanned at the dock nor handed over. */
  notAtDock: number
  /** Those that are scanned at this station's dock and not handed over. */
  atDock: number
  /**
   * Of the orders to pack, whatever their carrier, how many are packed when it leaves, at the present pace; `null` unless
   * it leaves within half an hour and a pace can be told.
   */
  forecast: { packed: number; toPack: number } | null
}

export type TrucksView = {
  /** When this was read, ISO 8601 UTC. */
  at: string
  /** The next truck of each carrier in use, the earliest first. */
  trucks: readonly TruckView[]
}

/** A truck that left without parcels that were packed before. */
export type MissedTruckView = {
  carrier: string
  /** ISO 8601 UTC. */
  leftAt: string
  /** Parcels that it left behind. */
  missed: Readonly<Record<MissedWhy, number>>
}

export const truckCalls = {
  'trucks:next': call({
    request: nothing,
    value: typed<TrucksView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Of the last days, today included; the latest first. Judged by the times as they are set now. */
  'trucks:missed': call({
    request: z.strictObject({ days: z.int().min(1).max(92) }),
    value: typed<readonly MissedTruckView[]>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
}
