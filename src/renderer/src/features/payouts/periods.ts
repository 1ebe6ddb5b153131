import type { RequestOf } from '../../../../shared/contract/requests'

/** ISO 8601 days, both included. */
export type Period = RequestOf<'statistics:payouts'>

export const PRESETS = ['week', 'month', 'last_month'] as const
export type Preset = (typeof PRESETS)[number]

const DAY_MS = 86_400_000
/** What main accepts at once: three years. */
const MOST_DAYS = 1_100
const DAYS_OF_WEEK = 7

/** Weeks begin on Monday. A period that is not over ends today. */
export function periodOf(preset: Preset, today: string): Period {
  const month = `${today.slice(0, 7)}-01`
  if (preset === 'month') return { from: month, to: today }
  if (preset === 'last_month') {
    const to = plusDays(month, -1)
    return { from: `${to.slice(0, 7)}-01`, to }
  }
  const weekday = (new Date(noonOf(today)).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK
  return { from: plusDays(today, -weekday), to: today }
}

/** Why a period cannot be shown; `null` if it can. */
export function periodProblem({ from, to }: Period): 'incomplete' | 'backwards' | 'too_long' | null {
  const days = (noonOf(to) - noonOf(from)) / DAY_MS
  if (Number.isNaN(days)) return 'incomplete'
  if (days < 0) return 'backwards'
  return days >= MOST_DAYS ? 'too_long' : null
}

function plusDays(day: string, days: number): string {
  return new Date(noonOf(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Calendar days have no hours, so no DST change can skip one. */
function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00.000Z`)
}
