import type { TFunction } from 'i18next'
import type { PlanView } from '../../../shared/contract/statistics-views'
import { PAUSE_MS } from '../../../shared/domain/statistics/forecast'
import type { TileTone } from './report-tile'
import { showMoment, showClock, type StationZone } from './time/station-time'

/** Whether today's orders leave on time, in words. */

/** The words below a figure. */
export type Said = { hint: string; hintTone?: TileTone | undefined }

export function forecastWords(t: TFunction, { forecast }: PlanView, nowMs: number, zone: StationZone): Said {
  if (forecast === null) return { hint: '' }
  if (forecast.kind === 'nothing_due') return { hint: t('statistics.plan.none') }
  if (forecast.kind === 'too_little') return { hint: t('statistics.plan.tooLittle') }
  if (forecast.kind === 'late')
    return { hint: t('statistics.plan.late', { count: forecast.orders }), hintTone: 'warn' }
  const time = showMoment(forecast.doneMs, nowMs, zone)
  if (forecast.kind === 'only_late') return { hint: t('statistics.plan.onlyLate', { time }) }
  return { hint: t('statistics.plan.onTime', { time }), hintTone: 'ok' }
}

export function paceWords(
  t: TFunction,
  { perHour, lastPackedAt }: PlanView,
  nowMs: number,
  locale: string,
  zone: StationZone,
): string {
  if (perHour === null || lastPackedAt === null) return t('statistics.plan.noRate')
  const rate = rateWords(perHour, locale)
  const lastMs = Date.parse(lastPackedAt)
  if (nowMs - lastMs <= PAUSE_MS) return t('statistics.plan.perHour', { rate })
  return t('statistics.plan.paused', { rate, time: showClock(lastMs, zone) })
}

/** `3.5`, and `15` once decimals say nothing. */
export function rateWords(rate: number, locale: string): string {
  return rate.toLocaleString(locale, { maximumFractionDigits: rate < 10 ? 1 : 0 })
}
