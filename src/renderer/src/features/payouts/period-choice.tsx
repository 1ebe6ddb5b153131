import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../locales/i18n'
import classes from './payouts.module.css'
import { periodOf, periodProblem, PRESETS, type Period, type Preset } from './periods'

type Props = { period: Period; today: string; onChoose: (period: Period) => void }

/** A week, a month, or any days. */
export function PeriodChoice({ period, today, onChoose }: Props) {
  const { t } = useTranslation()
  const [own, setOwn] = useState(false)
  const preset = own ? undefined : PRESETS.find((one) => isSame(periodOf(one, today), period))
  const choose = (value: string) => {
    setOwn(value === 'own')
    if (value !== 'own') onChoose(periodOf(value as Preset, today))
  }
  return (
    <>
      <SegmentedControl
        aria-label={t('payouts.period')}
        data={[...PRESETS, 'own' as const].map((value) => ({ value, label: t(`payouts.presets.${value}`) }))}
        value={preset ?? 'own'}
        onChange={choose}
      />
      {preset === undefined && <Days period={period} onChoose={onChoose} />}
    </>
  )
}

/** Its days are shown as soon as both are right. */
function Days({ period, onChoose }: Omit<Props, 'today'>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(period)
  const problem = periodProblem(typed)
  const change = (part: Partial<Period>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    if (periodProblem(next) === null) onChoose(next)
  }
  return (
    <div className={classes['days']}>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={t(`payouts.${end}`)}
          value={typed[end]}
          error={end === 'to' && problem !== null ? t(`payouts.problems.${problem}`) : null}
          onChange={(event) => change({ [end]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

function isSame(one: Period, other: Period): boolean {
  return one.from === other.from && one.to === other.to
}
