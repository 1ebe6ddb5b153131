import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from '../locales/i18n'
import { clockStops } from '../stores/station-store'
import { useStoreOf } from '../stores/stores'
import classes from './band-step.module.css'

type Props = {
  /** What the region is called for screen readers. */
  label: string
  /** The line above: where the packer is. */
  about: ReactNode
  title: string
  /** The title says to stop, which comes before everything else. */
  stops?: boolean
  /** A large figure at the right end, and what belongs to it; it stays while a scan is answered. */
  children?: ReactNode
}

/**
 * What to do next on a page of the bench, in letters that are read from a meter away. With a clock by which nothing
 * can be packed, that is to set it.
 */
export function BandStep({ label, about, title, stops = false, children }: Props) {
  const { t } = useTranslation()
  const clock = useStoreOf('station', clockStops)
  return (
    <section className={classes['region']} aria-label={label}>
      <div className={classes['step']} data-step>
        <div className={classes['about']}>{about}</div>
        <BandTitle title={clock && !stops ? t('nextStep.set_clock') : title} />
      </div>
      {children !== undefined && <div className={classes['end']}>{children}</div>}
    </section>
  )
}

/** The band's headline. It is never cut: where one line is too narrow, it takes two. */
export function BandTitle({ title }: { title: string }) {
  return (
    <div className={classes['title']} style={{ '--letters': title.length } as CSSProperties} title={title}>
      {title}
    </div>
  )
}
