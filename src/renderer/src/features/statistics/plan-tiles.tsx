import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PlanView } from '../../../../shared/contract/statistics-views'
import { PAUSE_MS } from '../../../../shared/domain/statistics/forecast'
import { formatInstant } from '../../../../shared/domain/time/timestamps'
import { useLocale } from '../../locales/i18n'
import { ReportTile, type TileTone } from '../../parts/report-tile'
import { spanWords } from '../../parts/time/ages'
import { isSameDay, showClock, showMinute, showTime, type StationZone } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import report from '../../ui/report.module.css'
import { rateWords } from './figures'

/** The words below a figure. */
type Said = { hint: string; hintTone?: TileTone | undefined }

/** Are we on time today? In four figures, readable from a meter. */
export function PlanTiles({ plan, nowMs }: { plan: PlanView; nowMs: number }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const zone = useZone()
  const { due, late, lateSince, packed, held, heldSince } = plan
  const oldest = (since: string) =>
    t('statistics.plan.oldest', { span: spanWords(t, Date.parse(since), nowMs) })
  return (
    <>
      <dl className={report['tiles']} aria-label={t('statistics.plan.title')}>
        <ReportTile
          name={t('statistics.plan.due')}
          value={due.toLocaleString(locale)}
          {...forecastWords(t, plan, nowMs, zone)}
        />
        <ReportTile
          name={t('statistics.plan.packed')}
          value={packed.toLocaleString(locale)}
          hint={paceWords(t, plan, nowMs, locale, zone)}
        />
        <ReportTile
          name={t('statistics.plan.lateTitle')}
          value={late.toLocaleString(locale)}
          tone={late > 0 ? 'warn' : undefined}
          exact={lateSince === null ? undefined : showTime(lateSince, zone)}
          hint={lateSince === null ? t('statistics.plan.noneLate') : oldest(lateSince)}
        />
        <ReportTile
          name={t('statistics.plan.held')}
          value={held.toLocaleString(locale)}
          tone={held > 0 ? 'stop' : undefined}
          exact={heldSince === null ? undefined : showTime(heldSince, zone)}
          hint={heldSince === null ? t('statistics.plan.noneHeld') : oldest(heldSince)}
        />
      </dl>
      <p className={report['about']}>{t('statistics.plan.about')}</p>
    </>
  )
}

function forecastWords(t: TFunction, { forecast }: PlanView, nowMs: number, zone: StationZone): Said {
  if (forecast.kind === 'nothing_due') return { hint: t('statistics.plan.none') }
  if (forecast.kind === 'too_little') return { hint: t('statistics.plan.tooLittle') }
  if (forecast.kind === 'late')
    return { hint: t('statistics.plan.late', { count: forecast.orders }), hintTone: 'warn' }
  const { doneMs } = forecast
  // Past midnight the hour alone would be misread.
  const today = isSameDay(doneMs, nowMs, zone)
  const time = today ? showClock(doneMs, zone) : showMinute(formatInstant(doneMs), zone)
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
