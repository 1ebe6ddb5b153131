import { useTranslation } from 'react-i18next'
import type { PlanView } from '../../../shared/contract/statistics-views'
import { useLocale } from '../locales/i18n'
import { forecastWords, paceWords, type Said } from './plan-words'
import type { TileTone } from './report-tile'
import { spanWords } from './time/ages'
import { showTime } from './time/station-time'
import { useZone } from './time/use-zone'

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
