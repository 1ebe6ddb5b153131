import report from '../ui/report.module.css'

export type TileTone = 'ok' | 'warn' | 'stop'

type Props = {
  name: string
  value: string | null
  tone?: TileTone | undefined
  hint: string
  hintTone?: TileTone | undefined
  /** The exact time that the hint is about. */
  exact?: string | undefined
}

/** One figure of a report, in a list of them. */
export function ReportTile({ name, value, tone, hint, hintTone, exact }: Props) {
  return (
    <div className={report['tile']}>
      <dt>{name}</dt>
      <dd className={report['figure']} data-tone={tone}>
        {value}
      </dd>
      <dd className={report['hint']} data-tone={hintTone} title={exact}>
        {hint}
      </dd>
    </div>
  )
}
