import { useTranslation } from 'react-i18next'
import type { PlanView } from '../../../../shared/contract/statistics-views'
import { usePlanFigures } from '../../parts/plan-figures'
import { PlanTiles } from '../../parts/plan-tiles'
import report from '../../ui/report.module.css'

/** Are we on time today? */
export function PlanToday({ plan, nowMs }: { plan: PlanView; nowMs: number }) {
  const { t } = useTranslation()
  const { left, packed, late, held } = usePlanFigures(plan, nowMs)
  return (
    <>
      <PlanTiles figures={[left(t('statistics.plan.due'), plan.due), packed, late, held]} />
      <p className={report['about']}>{t('statistics.plan.about')}</p>
    </>
  )
}
