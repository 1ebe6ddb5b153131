import type { WallView } from '../../../../../shared/contract/warehouse'
import { isSoon } from '../../../../../shared/domain/carriers/truck'
import { useTranslation } from '../../../locales/i18n'
import { showClock } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import classes from './wall.module.css'

/** As many as are read from 3 m; the earliest ones matter first. */
const MOST_SHOWN = 4

/** Today's next trucks: when they leave, and how many parcels wait for them. A round at another station's dock is not known here. */
export function WallTrucks({ wall: { trucks, at } }: { wall: WallView }) {
  const { t } = useTranslation()
  const zone = useZone()
  return (
    <section className={`${classes['panel']} ${classes['trucks']}`} aria-label={t('trucks.wall.title')}>
      <ul>
        {trucks.slice(0, MOST_SHOWN).map(({ carrier, leavesAt, notAtDock, atDock }) => {
          const count = notAtDock + atDock
          const isUrgent = count > 0 && isSoon(Date.parse(leavesAt), Date.parse(at))
          return (
            <li key={carrier}>
              <span className={classes['name']} title={carrier}>
                {carrier}
              </span>
              <b>{showClock(Date.parse(leavesAt), zone)}</b>
              <span className={classes['hint']} data-tone={isUrgent ? 'warn' : undefined}>
                {count > 0 ? t('trucks.wall.left', { count }) : t('trucks.wall.nothing')}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
