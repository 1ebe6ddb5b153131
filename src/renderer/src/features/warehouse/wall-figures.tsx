import { useTranslation } from 'react-i18next'
import type { WallView } from '../../../../shared/contract/warehouse-views'
import { useLocale } from '../../locales/i18n'
import { forecastWords, paceWords } from '../../parts/plan-words'
import type { TileTone } from '../../parts/report-tile'
import { spanWords } from '../../parts/time/ages'
import { useZone } from '../../parts/time/use-zone'
import classes from './wall.module.css'

/** What is left, late, done, and waiting for a person. */
export function WallFigures({ wall: { plan, toPack, at } }: { wall: WallView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const zone = useZone()
  const nowMs = Date.parse(at)
  const { late, lateSince, packed, held, heldSince } = plan
  const oldest = (since: string) =>
    t('statistics.plan.oldest', { span: spanWords(t, Date.parse(since), nowMs) })
  return (
    <dl className={classes['figures']}>
      <Figure name={t('warehouse.toPack')} value={toPack} {...forecastWords(t, plan, nowMs, zone)} />
      <Figure
        name={t('statistics.plan.lateTitle')}
        value={late}
        tone={late > 0 ? 'warn' : undefined}
        hint={lateSince === null ? t('statistics.plan.noneLate') : oldest(lateSince)}
      />
      <Figure
        name={t('statistics.plan.packed')}
        value={packed}
        hint={paceWords(t, plan, nowMs, locale, zone)}
      />
      <Figure
        name={t('statistics.plan.held')}
        value={held}
        tone={held > 0 ? 'stop' : undefined}
        hint={held === 0 ? t('statistics.plan.noneHeld') : heldSince === null ? '' : oldest(heldSince)}
      />
    </dl>
  )
}

type Props = {
  name: string
  value: number
  hint: string
  tone?: TileTone | undefined
  hintTone?: TileTone | undefined
}

function Figure({ name, value, hint, tone, hintTone }: Props) {
  const figure = value.toLocaleString(useLocale())
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
