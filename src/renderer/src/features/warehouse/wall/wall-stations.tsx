import { IconAlertTriangle, IconCircleCheck, IconPlugOff, type Icon } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { WallStation, WallView } from '../../../../../shared/contract/warehouse'
import { needsOfAll, type StationNeed } from '../../../../../shared/domain/station/station-needs'
import { useTranslation } from '../../../locales/i18n'
import { showMoment, type StationZone } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { isGrave, needWords } from '../need-words'
import { useSize } from './use-size'
import { useTurns } from './use-turns'
import classes from './wall.module.css'

/** How high a row is in the size of the wall's type, as in wall.module.css. */
const ROW = 3.6
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

function useRows({ stations, at }: WallView) {
  const { t } = useTranslation()
  const zone = useZone()
  const nowMs = Date.parse(at)
  const needing = needsOfAll(stations).map(({ station, need }) => {
    return (
      <Row
        key={`${station.stationId} ${need}`}
        icon={IconAlertTriangle}
        tone={isGrave(need) ? 'stop' : 'warn'}
        name={station.name}
        words={wallWords(t, need, station, nowMs, zone)}
      />
    )
  })
  const offline = stations.flatMap(({ stationId, name, state, heardAt, waiting, held }) => {
    // Offline and unsent is said above.
    if (state === 'online' || waiting + held > 0) return []
    const words = t(`warehouse.states.${state}`, { at: showMoment(Date.parse(heardAt), nowMs, zone) })
    const tone = state === 'silent' ? 'warn' : 'quiet'
    return [<Row key={stationId} icon={IconPlugOff} tone={tone} name={name} words={words} />]
  })
  return [...needing, ...offline]
}

/** As on the warehouse page, but short enough for one line of large type. The oldest is in the figure of the wall. */
function wallWords(
  t: TFunction,
  need: StationNeed,
  station: WallStation,
  nowMs: number,
  zone: StationZone,
): string {
  const { noConnection, waiting: count } = station
  if (need !== 'no_connection' || noConnection === null)
    return needWords(t, need, { ...station, heldSince: null }, nowMs, zone)
  const since = t('warehouse.noConnection', { at: showMoment(Date.parse(noConnection.since), nowMs, zone) })
  return count === 0 ? since : `${since} · ${t('status.waitingShort', { count })}`
}

type RowProps = { icon: Icon; tone: 'stop' | 'warn' | 'quiet'; name: string; words: string }

function Row({ icon: RowIcon, tone, name, words }: RowProps) {
  return (
    <li className={classes['row']}>
      <RowIcon className={classes[tone]} aria-hidden />
      <span className={classes['name']} title={name}>
        {name}
      </span>
      <span className={`${classes['words']} ${classes[tone]}`} title={words}>
        {words}
      </span>
    </li>
  )
}
