import type { WallClock } from '../time/wall-clock'

/** When a carrier's truck leaves the dock: at most once a day, at a time for each weekday. */

/** Stored; never rename. In the sequence of the week. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Hours and minutes by the station's clock, `16:30`; no truck comes on a weekday that is not named. Stored. */
export type TruckTimes = Readonly<Partial<Record<Weekday, string>>>

/** Whose days they are. `isHoliday`: no truck comes on that day, ISO 8601. */
export type TruckCalendar = { clock: WallClock; isHoliday: (day: string) => boolean }

/** So long before a truck leaves, every page of the bench says what is not at the dock. */
const TRUCK_SOON_MS = 30 * 60_000
/** A driver comes late, or the round is marked after loading: a parcel handed over within this time went with the truck. */
export const TRUCK_GRACE_MS = 60 * 60_000
/** Longer than any row of holidays. */
const LONGEST_SEARCH_DAYS = 31
const DAY_MS = 86_400_000

/** Whether the carrier has any truck at all. */
export function hasTruck(times: TruckTimes): boolean {
  return WEEKDAYS.some((weekday) => times[weekday] !== undefined)
}

/** Whether a truck leaves within the half hour. */
export function isSoon(leavesMs: number, nowMs: number): boolean {
  return leavesMs - nowMs <= TRUCK_SOON_MS
}

/** When the next truck leaves, in milliseconds since the epoch; `null` if none does within a month. */
export function nextTruck(times: TruckTimes, nowMs: number, calendar: TruckCalendar): number | null {
  if (!hasTruck(times)) return null
  return trucksBetween(times, nowMs, nowMs + LONGEST_SEARCH_DAYS * DAY_MS, calendar)[0] ?? null
}

/** When trucks left or leave after `fromMs`, up to and with `toMs`, the earliest first. */
export function trucksBetween(
  times: TruckTimes,
  fromMs: number,
  toMs: number,
  { clock, isHoliday }: TruckCalendar,
): number[] {
  const lastDay = clock.dayAt(toMs)
  const trucks: number[] = []
  for (let day = clock.dayAt(fromMs); day <= lastDay; day = dayAfter(day)) {
    const time = times[weekdayOf(day)]
    if (time === undefined || isHoliday(day)) continue
    const ms = clock.momentOf(day, time)
    if (ms > fromMs && ms <= toMs) trucks.push(ms)
  }
  return trucks
}

/**
 * When an order has to leave: with the last truck that keeps its promise, if that truck leaves after the order was bought;
 * else when it was promised. All in milliseconds since the epoch.
 * @param trucks when trucks leave, the earliest first; beyond the last one nothing is known
 */
export function leaveBy(promisedMs: number, boughtMs: number, trucks: readonly number[]): number {
  if (promisedMs > (trucks.at(-1) ?? 0)) return promisedMs
  const truckMs = trucks.findLast((ms) => ms <= promisedMs) ?? 0
  return truckMs > boughtMs ? truckMs : promisedMs
}

/** @param day ISO 8601 */
function weekdayOf(day: string): Weekday {
  // JavaScript's weeks begin on Sunday.
  return WEEKDAYS[(new Date(`${day}T12:00:00.000Z`).getUTCDay() + 6) % 7] ?? 'monday'
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00.000Z`) + DAY_MS).toISOString().slice(0, 10)
}

/** Hours and minutes as people type them, `16:30`, `9:05`, `16.30` or `16h30`, in the stored form; `null` if it is none. */
export function readTruckTime(typed: string): string | null {
  const match = /^(\d{1,2})\s?[:.h]\s?(\d{2})$/i.exec(typed.trim())
  if (match === null) return null
  const [hour, minute] = [Number(match[1]), Number(match[2])]
  return hour > 23 || minute > 59
    ? null
    : `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** `too_late`: packed in the last half hour before it; `not_handed_over`: packed before that, and still here after it. */
export type MissedWhy = 'too_late' | 'not_handed_over'

export type PackedParcel = { packedMs: number; /** `null`: it is still here. */ shippedMs: number | null }

/** The trucks that left without parcels that were packed before, the latest first. */
export function missedTrucks(
  trucks: readonly number[],
  parcels: readonly PackedParcel[],
): { leftMs: number; missed: Record<MissedWhy, number> }[] {
  return trucks
    .map((leftMs) => {
      const left = parcels.filter(
        ({ packedMs, shippedMs }) =>
          packedMs < leftMs && (shippedMs === null || shippedMs > leftMs + TRUCK_GRACE_MS),
      )
      const tooLate = left.filter(({ packedMs }) => packedMs > leftMs - TRUCK_SOON_MS).length
      return { leftMs, missed: { too_late: tooLate, not_handed_over: left.length - tooLate } }
    })
    .filter(({ missed }) => missed.too_late + missed.not_handed_over > 0)
    .toReversed()
}
