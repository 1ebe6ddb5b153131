import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { BridgeError } from '../../../../../shared/contract/result'
import type { WallView } from '../../../../../shared/contract/warehouse'
import { useRead } from '../../../parts/use-read'
import { wordsOfError, useLocale, useTranslation } from '../../../locales/i18n'
import { showMoment, showClock } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { useStoreOf } from '../../../stores/stores'
import { useSize } from './use-size'
import { useTurns } from './use-turns'
import { WallStations } from './wall-stations'
import { WallTrucks } from './wall-trucks'
import classes from './wall.module.css'
import { usePlanFigures, type PlanFigure } from '../../../parts/plan'

const READ_AGAIN_MS = 3_000
/** In a smaller window there is room for one of the views at a time, at a size that is read from 3 m. */
const ROOM = { width: 1_000, height: 560 }

/**
 * The warehouse for a screen in the hall, readable from 3 m. It has no orders, no buyers and no operators, takes no
 * scans and changes nothing, so it goes on while its station is locked; leaving it leads to the lock screen.
 */
export function WallPage() {
  const { t } = useTranslation()
  const { value: wall, error } = useRead('warehouse:wall', {}, { everyMs: READ_AGAIN_MS })
  const go = useStoreOf('screen', (state) => state.go)
  const mayReturn = useStoreOf('station', ({ bootstrap }) => bootstrap?.lan.hub != null)
  const leave = () => go(mayReturn ? 'warehouse' : 'queue')
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') go(mayReturn ? 'warehouse' : 'queue')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [go, mayReturn])
  return (
    <main className={classes['wall']}>
      <header className={classes['head']}>
        <h1 className={classes['title']}>{t('nav.warehouse')}</h1>
        <Notes wall={wall} error={error} />
        {wall !== null && <Clock at={wall.at} />}
        <ActionIcon variant="subtle" size={44} aria-label={t('warehouse.wall.leave')} onClick={leave}>
          <IconX aria-hidden />
        </ActionIcon>
      </header>
      {wall !== null && <Views wall={wall} />}
    </main>
  )
}

/** What makes the figures older than they look. */
function Notes({ wall, error }: { wall: WallView | null; error: BridgeError | null }) {
  const { t } = useTranslation()
  const zone = useZone()
  const link = useStoreOf('station', (state) => state.link)
  const hub = wall?.hub ?? null
  const words =
    link !== 'up'
      ? t('banner.downTitle')
      : error !== null
        ? wordsOfError(t, error)
        : hub?.state === 'away' && wall !== null
          ? t('warehouse.hub.away', { at: showMoment(Date.parse(hub.since), Date.parse(wall.at), zone) })
          : null
  return (
    <p role="status" className={classes['note']}>
      {words}
    </p>
  )
}

function Clock({ at }: { at: string }) {
  const zone = useZone()
  return (
    <time className={classes['clock']} dateTime={at}>
      {showClock(Date.parse(at), zone)}
    </time>
  )
}

function Views({ wall }: { wall: WallView }) {
  const [ref, { width, height }] = useSize()
  const isSmall = width > 0 && (width < ROOM.width || height < ROOM.height)
  const views = wall.trucks.length > 0 ? [...VIEWS, WallTrucks] : VIEWS
  const shown = useTurns(isSmall ? views.length : 1)
  return (
    <div ref={ref} className={classes[isSmall ? 'one' : 'all']}>
      {views.map((View, index) => (!isSmall || index === shown) && <View key={index} wall={wall} />)}
    </div>
  )
}

const VIEWS = [WallFigures, WallChart, WallStations]

/** How much is packed in each hour of today? Each bar has its number: nobody reads an axis from 3 m. */
function WallChart({ wall: { hours } }: { wall: WallView }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const most = Math.max(1, ...hours.map(({ orders }) => orders))
  return (
    <section className={classes['panel']} aria-label={t('warehouse.perHour')}>
      <h2 className={classes['panelTitle']}>{t('warehouse.perHour')}</h2>
      {hours.length === 0 ? (
        <p className={classes['quiet']}>{t('warehouse.nothingPacked')}</p>
      ) : (
        <ol className={classes['bars']} data-many={MANY.find(({ from }) => hours.length >= from)?.name}>
          {hours.map(({ hour, orders }, index) => (
            <li key={hour}>
              <span className={classes['hour']}>{hour.replace(/:00$/, '')}</span>
              <div className={classes['place']}>
                <div
                  className={classes['bar']}
                  data-now={index === hours.length - 1}
                  style={{ height: `${(100 * orders) / most}%` }}
                >
                  <span className={classes['count']}>{orders.toLocaleString(locale)}</span>
                </div>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** So many hours get smaller type. */
const MANY = [
  { from: 17, name: 'all' },
  { from: 11, name: 'many' },
]

/** What is left, late, done, and waiting for a person. */
function WallFigures({ wall: { plan, toPack, at } }: { wall: WallView }) {
  const { t } = useTranslation()
  const { left, late, packed, held } = usePlanFigures(plan, Date.parse(at))
  return (
    <dl className={classes['figures']}>
      {[left(t('warehouse.toPack'), toPack), late, packed, held].map((figure) => (
        <Figure key={figure.name} {...figure} />
      ))}
    </dl>
  )
}

function Figure({ name, value, hint, tone, hintTone }: PlanFigure) {
  const locale = useLocale()
  const figure = value?.toLocaleString(locale) ?? '–'
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
