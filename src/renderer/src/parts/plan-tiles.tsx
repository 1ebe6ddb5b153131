import { useTranslation } from 'react-i18next'
import { useLocale } from '../locales/i18n'
import report from '../ui/report.module.css'
import type { PlanFigure } from './plan-figures'
import { ReportTile } from './report-tile'

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
