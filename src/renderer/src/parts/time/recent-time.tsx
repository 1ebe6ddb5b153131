import { useTranslation } from '../../locales/i18n'
import { recentWords } from './ages'
import { showMinute, showTime } from './station-time'
import { useNow } from './use-now'
import { useZone } from './use-zone'

/** A time as an age near now; exact when a person points at it. */
export function RecentTime({ at }: { at: string | null }) {
  const { t } = useTranslation()
  const zone = useZone()
  const nowMs = useNow()
  if (at === null) return null
  return (
    <time dateTime={at} title={showTime(at, zone)}>
      {recentWords(t, at, nowMs, (old) => showMinute(old, zone))}
    </time>
  )
}
