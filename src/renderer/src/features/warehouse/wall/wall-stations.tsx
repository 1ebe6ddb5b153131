import { IconAlertTriangle, IconCircleCheck, IconPlugOff } from '@tabler/icons-react'
import type { WallView } from '../../../../../shared/contract/warehouse'
import { useTranslation } from '../../../locales/i18n'
import { showMoment } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { useSize } from './use-size'
import { useTurns } from './use-turns'
import classes from './wall.module.css'

/** How high a row is in the size of the wall's type, as in wall.module.css. */
const ROW = 2.6
/** The size of the wall's type, as in wall.module.css. */
const typePx = (): number => Math.min(0.015 * window.innerWidth, 0.026 * window.innerHeight)

/** Where a person is needed, and which stations are offline. Turns its pages by itself where they do not fit. */
export function WallStations({ wall }: { wall: WallView }) {
  const { t } = useTranslation()
  const [ref, { height }] = useSize()
  const rows = useRows(wall)
  const perPage = Math.max(1, Math.floor(height / (ROW * typePx())))
  const pages = Math.max(1, Math.ceil(rows.length / perPage))
  const page = useTurns(height === 0 ? 1 : pages)
  return (
    <section className={classes['panel']} aria-label={t('warehouse.wall.stations')}>
      <h2 className={classes['panelTitle']}>
        {t('warehouse.wall.online', { count: wall.online })}
        {pages > 1 && <span className={classes['quiet']}>{`${page + 1}/${pages}`}</span>}
      </h2>
      <div ref={ref} className={classes['rows']}>
        {rows.length === 0 ? (
          <p className={classes['fine']}>
            <IconCircleCheck aria-hidden />
            {t('warehouse.wall.fine')}
          </p>
        ) : (
          <ul>{rows.slice(page * perPage, (page + 1) * perPage)}</ul>
        )}
      </div>
    </section>
  )
}

function useRows({ needing, offline, at }: WallView) {
  const { t } = useTranslation()
  const zone = useZone()
  return [
    ...needing.map(({ name, count }, index) => (
      <li key={`needing ${index}`} className={classes['row']}>
        <IconAlertTriangle className={classes['stop']} aria-hidden />
        <span className={classes['name']} title={name}>
          {name}
        </span>
        <span className={classes['stop']}>{t('nav.needYou', { count })}</span>
      </li>
    )),
    ...offline.map(({ name, since }, index) => (
      <li key={`offline ${index}`} className={classes['row']}>
        <IconPlugOff className={classes['quiet']} aria-hidden />
        <span className={classes['name']} title={name}>
          {name}
        </span>
        <span className={classes['quiet']}>
          {t('warehouse.states.silent', { at: showMoment(Date.parse(since), Date.parse(at), zone) })}
        </span>
      </li>
    )),
  ]
}
