import { useEffect, useState } from 'react'
import { useTranslation } from '../../locales/i18n'
import classes from './coach.module.css'

type Place = { top: number; left: number; width: number; height: number }

/** Room that the words need beside the target, in pixels. */
const ROOM = 190

/**
 * Shows what to press: a ring around the first visible element with this `data-tour`, and the words. Screen readers
 * have the coach's text instead.
 */
export function Pointer({ to }: { to: string }) {
  const { t } = useTranslation()
  const place = usePlaceOf(to)
  if (place === null) return null
  const { top, left, width, height } = place
  const beside = left + width + ROOM < window.innerWidth
  const middle = { top: top + height / 2, left: left + width + 14 }
  const above = { top: top - 14, left: left + width / 2 }
  return (
    <div aria-hidden>
      <div
        className={classes['ring']}
        style={{ top: top - 4, left: left - 4, width: width + 8, height: height + 8 }}
      />
      <div className={classes['here']} data-side={beside ? 'right' : 'above'} style={beside ? middle : above}>
        {t('guide.pressHere')}
      </div>
    </div>
  )
}

/** Looks at every frame, because pages scroll, load and move without an event. */
function usePlaceOf(to: string): Place | null {
  const [place, setPlace] = useState<Place | null>(null)
  useEffect(() => {
    let frame = 0
    const look = () => {
      const shown = [...document.querySelectorAll(`[data-tour="${to}"]`)].find((one) => one.checkVisibility())
      setPlace((before) => unlessSame(before, shown?.getBoundingClientRect()))
      frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [to])
  return place
}

function unlessSame(before: Place | null, now: Place | undefined): Place | null {
  if (now === undefined) return null
  const same =
    before?.top === now.top &&
    before.left === now.left &&
    before.width === now.width &&
    before.height === now.height
  return same ? before : { top: now.top, left: now.left, width: now.width, height: now.height }
}
