import { useTranslation } from 'react-i18next'
import type { WarehouseView } from '../../../../shared/contract/warehouse-views'
import { useLocale } from '../../locales/i18n'
import { forecastWords, paceWords } from '../../parts/plan-words'
import { ReportTile } from '../../parts/report-tile'
import { spanWords } from '../../parts/time/ages'
import { showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import report from '../../ui/report.module.css'

/** The day in four figures. */
export function WarehouseTiles({ view: { plan, toPack, at } }: { view: WarehouseView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const zone = useZone()
  const nowMs = Date.parse(at)
  const { late, lateSince, packed, held, heldSince } = plan
  const oldest = (since: string) =>
    t('statistics.plan.oldest', { span: spanWords(t, Date.parse(since), nowMs) })
  return (
    <dl className={report['tiles']} aria-label={t('statistics.plan.title')}>
      <ReportTile
        name={t('warehouse.toPack')}
        value={toPack.toLocaleString(locale)}
        {...forecastWords(t, plan, nowMs, zone)}
      />
      <ReportTile
        name={t('statistics.plan.lateTitle')}
        value={late.toLocaleString(locale)}
        tone={late > 0 ? 'warn' : undefined}
        exact={lateSince === null ? undefined : showTime(lateSince, zone)}
        hint={lateSince === null ? t('statistics.plan.noneLate') : oldest(lateSince)}
      />
      <ReportTile
        name={t('statistics.plan.packed')}
        value={packed.toLocaleString(locale)}
        hint={paceWords(t, plan, nowMs, locale, zone)}
      />
      <ReportTile
        name={t('statistics.plan.held')}
        value={held.toLocaleString(locale)}
        tone={held > 0 ? 'stop' : undefined}
        exact={heldSince === null ? undefined : showTime(heldSince, zone)}
        hint={held === 0 ? t('statistics.plan.noneHeld') : heldSince === null ? '' : oldest(heldSince)}
      />
    </dl>
  )
}
