import { useTranslation } from 'react-i18next'
import type { WallView } from '../../../../shared/contract/warehouse-views'
import { useLocale } from '../../locales/i18n'
import { usePlanFigures, type PlanFigure } from '../../parts/plan-figures'
import classes from './wall.module.css'

/** What is left, late, done, and waiting for a person. */
export function WallFigures({ wall: { plan, toPack, at } }: { wall: WallView }) {
  const { t } = useTranslation()
  const { left, late, packed, held } = usePlanFigures(plan, Date.parse(at))
  return (
    <dl className={classes['figures']}>
      {[left(t('warehouse.toPack'), toPack), late, packed, held].map((figure) => (
        <Figure key={figure.name} {...figure} />
      ))}
    </dl>
  )
}

function Figure({ name, value, hint, tone, hintTone }: PlanFigure) {
  const locale = useLocale()
  const figure = value?.toLocaleString(locale) ?? '–'
  return (
    <div className={classes['figure']} data-tone={tone}>
      <dt>{name}</dt>
      <dd className={classes['value']} data-tone={tone} style={{ '--chars': figure.length }}>
        {figure}
      </dd>
      <dd className={classes['hint']} data-tone={hintTone}>
        {hint}
      </dd>
    </div>
  )
}
