import type { TFunction } from 'i18next'
import type { PlanView } from '../../../shared/contract/statistics'
import { PAUSE_MS } from '../../../shared/domain/statistics/forecast'
import { useLocale, useTranslation } from '../locales/i18n'
import report from '../ui/report.module.css'
import { ReportTile, type TileTone } from './report'
import { spanWords } from './time/ages'
import { showMoment, showClock, showTime, type StationZone } from './time/station-time'
import { useZone } from './time/use-zone'

/** Whether today's orders leave on time: in words, in figures, and as tiles of a report. */

/** The words below a figure. */
type Said = { hint: string; hintTone?: TileTone | undefined }

function forecastWords(t: TFunction, { forecast }: PlanView, nowMs: number, zone: StationZone): Said {
  if (forecast === null) return { hint: '' }
  if (forecast.kind === 'nothing_due') return { hint: t('statistics.plan.none') }
  if (forecast.kind === 'too_little') return { hint: t('statistics.plan.tooLittle') }
  if (forecast.kind === 'late')
    return { hint: t('statistics.plan.late', { count: forecast.orders }), hintTone: 'warn' }
  const time = showMoment(forecast.doneMs, nowMs, zone)
  if (forecast.kind === 'only_late') return { hint: t('statistics.plan.onlyLate', { time }) }
  return { hint: t('statistics.plan.onTime', { time }), hintTone: 'ok' }
}

function paceWords(
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

/** A figure of the day, and what is said of it. `exact`: the time that the words are about. */
export type PlanFigure = Said & {
  name: string
  /** `null` until it is known. */
  value: number | null
  tone?: TileTone | undefined
  exact?: string | undefined
}

/**
 * Are we on time today? In figures, for reports, the warehouse and its wall.
 * @param nowMs when the plan was read, milliseconds since the epoch
 */
export function usePlanFigures(
  plan: PlanView,
  nowMs: number,
): Record<'late' | 'packed' | 'held', PlanFigure> & {
  left: (name: string, value: number | null) => PlanFigure
} {
  const { t } = useTranslation()
  const locale = useLocale()
  const zone = useZone()
  const { late, lateSince, packed, held, heldSince } = plan
  const since = (from: string | null, otherwise: string): Pick<PlanFigure, 'hint' | 'exact'> =>
    from === null
      ? { hint: otherwise }
      : {
          hint: t('statistics.plan.oldest', { span: spanWords(t, Date.parse(from), nowMs) }),
          exact: showTime(from, zone),
        }
  return {
    left: (name, value) => ({ name, value, ...forecastWords(t, plan, nowMs, zone) }),
    late: {
      name: t('statistics.plan.lateTitle'),
      value: late,
      tone: (late ?? 0) > 0 ? 'warn' : undefined,
      ...since(lateSince, late === null ? '' : t('statistics.plan.noneLate')),
    },
    packed: {
      name: t('statistics.plan.packed'),
      value: packed,
      hint: paceWords(t, plan, nowMs, locale, zone),
    },
    held: {
      name: t('statistics.plan.held'),
      value: held,
      tone: held > 0 ? 'stop' : undefined,
      // Of another station's operations it may not be known since when they wait.
      ...since(heldSince, held === 0 ? t('statistics.plan.noneHeld') : ''),
    },
  }
}

/** The day's figures as tiles, readable from a meter. */
export function PlanTiles({ figures }: { figures: readonly PlanFigure[] }) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <dl className={report['tiles']} aria-label={t('statistics.plan.title')}>
      {figures.map((figure) => (
        <ReportTile key={figure.name} {...figure} value={figure.value?.toLocaleString(locale) ?? '–'} />
      ))}
    </dl>
  )
}
