import type { LeftBehindView } from '../../../../shared/contract/neighbors'
import { useTranslation } from '../../locales/i18n'
import { TakenOver, TakeOverButton, useLeftBehind } from '../../parts/take-over-work'
import { showMinute } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import classes from '../../ui/section.module.css'

/** Stations with open operations at the hub. The work of one that is gone can be taken over here. */
export function LeftBehind() {
  const { t } = useTranslation()
  const leftBehind = useLeftBehind(true)
  return (
    <>
      {leftBehind.length > 0 && (
        <>
          <h3 className={classes['partTitle']}>{t('stations.leftBehind.title')}</h3>
          <ul className={classes['list']} aria-label={t('stations.leftBehind.title')}>
            {leftBehind.map((one) => (
              <Station key={one.stationId} one={one} />
            ))}
          </ul>
        </>
      )}
      <TakenOver />
    </>
  )
}

function Station({ one }: { one: LeftBehindView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { station, operations, since, owner, atWork } = one
  return (
    <li className={classes['entry']}>
      <div>
        <strong>{station}</strong>
        <div className={classes['quiet']}>
          {t('stations.leftBehind.count', { count: operations, at: showMinute(since, zone) })}
          {owner !== null && ` ${t('stations.leftBehind.owner', { station: owner })}`}
        </div>
      </div>
      {atWork ? (
        <span className={classes['quiet']}>{t('stations.leftBehind.atWork')}</span>
      ) : (
        <TakeOverButton one={one} />
      )}
    </li>
  )
}
