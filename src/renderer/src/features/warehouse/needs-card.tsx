import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { WarehouseStation } from '../../../../shared/contract/warehouse'
import { HELD_REASONS } from '../../../../shared/domain/outbox/held-reason'
import { needsOf, type StationNeed } from '../../../../shared/domain/station/station-needs'
import { useTranslation } from '../../locales/i18n'
import { useRead } from '../../parts/use-read'
import { TakenOver, TakeOverButton } from '../../parts/take-over-work'
import { useZone } from '../../parts/time/use-zone'
import { useStores } from '../../stores/stores'
import report from '../../ui/report.module.css'
import { isGrave, needWords, remedyWords } from './need-words'
import classes from './warehouse.module.css'

type Props = { stations: readonly WarehouseStation[]; nowMs: number }

/** Where is a person needed, and what do they do there? */
export function NeedsCard({ stations, nowMs }: Props) {
  const { t } = useTranslation()
  const needing = stations.filter((station) => needsOf(station).length > 0)
  return (
    <section className={`${report['card']} ${classes['needs']}`} aria-label={t('warehouse.needs.title')}>
      <h2 className={report['cardTitle']}>{t('warehouse.needs.title')}</h2>
      {needing.length === 0 ? (
        <p className={classes['fine']}>
          <IconCheck size={22} aria-hidden />
          {t('warehouse.needs.none')}
        </p>
      ) : (
        <ul className={classes['needList']} tabIndex={0} aria-label={t('warehouse.needs.title')}>
          {needing.map((station) => (
            <Needing key={station.stationId} station={station} nowMs={nowMs} />
          ))}
        </ul>
      )}
      <TakenOver />
    </section>
  )
}

function Needing({ station, nowMs }: { station: WarehouseStation; nowMs: number }) {
  const { t } = useTranslation()
  return (
    <li className={classes['need']}>
      <h3 className={classes['needName']}>
        {station.isThis ? t('warehouse.thisStation', { name: station.name }) : station.name}
      </h3>
      {needsOf(station).map((need) => (
        <Need key={need} need={need} station={station} nowMs={nowMs} />
      ))}
    </li>
  )
}

function Need({ need, station, nowMs }: { need: StationNeed; station: WarehouseStation; nowMs: number }) {
  const { t } = useTranslation()
  const zone = useZone()
  return (
    <div className={classes['needRow']}>
      <IconAlertTriangle size={20} aria-hidden className={classes[isGrave(need) ? 'stop' : 'warn']} />
      <div>
        <div className={classes['what']}>{needWords(t, need, station, nowMs, zone)}</div>
        {need === 'held' && <Reasons reasons={station.heldReasons} />}
        <Text className={report['quiet'] ?? ''}>{remedyWords(t, need, station)}</Text>
      </div>
      <Answer need={need} station={station} />
    </div>
  )
}

/** How many have which reason; one alone is that of all. Newer versions may know other reasons. */
function Reasons({ reasons }: { reasons: WarehouseStation['heldReasons'] }) {
  const { t } = useTranslation()
  return HELD_REASONS.flatMap((reason) => {
    const count = reasons.find((one) => one.reason === reason)?.count
    if (count === undefined) return []
    return [
      <div key={reason} className={classes['reason']}>
        {reasons.length === 1
          ? t(`outbox.heldReasons.${reason}`)
          : t('warehouse.needs.reason', { count, reason: t(`outbox.heldReasons.${reason}`) })}
      </div>,
    ]
  })
}

/** The way to the answer, where it can be given at this station. */
function Answer({ need, station }: { need: StationNeed; station: WarehouseStation }) {
  const { t } = useTranslation()
  const { screen, notices } = useStores()
  const { value: leftBehind } = useRead('warehouse:left-behind', need === 'unsent_offline' ? {} : null)
  const left = leftBehind?.find(({ stationId }) => stationId === station.stationId)
  if (need === 'unsent_offline')
    return left === undefined || left.atWork ? null : <TakeOverButton one={left} />
  if (!station.isThis) return null
  if (need === 'held')
    return (
      <Button variant="default" onClick={() => screen.getState().go('outbox')}>
        {t('nav.outbox')}
      </Button>
    )
  if (need === 'alarms')
    return (
      <Button variant="default" onClick={() => notices.getState().showList(true)}>
        {t('alarms.list')}
      </Button>
    )
  return null
}
