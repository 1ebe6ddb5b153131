import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlugOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useMayManageNow } from '../../parts/needs-supervisor'
import type { WarehouseStation } from '../../../../shared/contract/warehouse'
import { needsOf } from '../../../../shared/domain/station/station-needs'
import { useLocale, useTranslation } from '../../locales/i18n'
import { StateChip } from '../../parts/state-chip'
import { showMoment } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import report from '../../ui/report.module.css'
import { connectionWords, offsetWords } from './need-words'
import { RemoveDialog } from './remove-dialog'
import classes from './warehouse.module.css'

type Props = { stations: readonly WarehouseStation[]; nowMs: number }

/** Every station: who is there, what they do, and whether it is well. */
export function StationsTable({ stations, nowMs }: Props) {
  const { t } = useTranslation()
  const [removing, setRemoving] = useState<WarehouseStation | null>(null)
  return (
    <section className={report['card']} aria-label={t('warehouse.stations', { count: stations.length })}>
      <h2 className={report['cardTitle']}>{t('warehouse.stations', { count: stations.length })}</h2>
      <table className={`${report['table']} ${classes['stations']}`}>
        <thead>
          <tr>
            <th scope="col">{t('warehouse.columns.station')}</th>
            <th scope="col">{t('warehouse.columns.state')}</th>
            <th scope="col">{t('statistics.operator')}</th>
            <th scope="col">{t('warehouse.columns.bench')}</th>
            <th scope="col">{t('statistics.plan.packed')}</th>
            <th scope="col">{t('warehouse.columns.waiting')}</th>
            <th scope="col">
              <span className={report['unseen']}>{t('warehouse.remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {stations.map((station) => (
            <Row key={station.stationId} station={station} nowMs={nowMs} onRemove={setRemoving} />
          ))}
        </tbody>
      </table>
      {removing !== null && <RemoveDialog station={removing} onClose={() => setRemoving(null)} />}
    </section>
  )
}

type RowProps = { station: WarehouseStation; nowMs: number; onRemove: (station: WarehouseStation) => void }

function Row({ station, nowMs, onRemove }: RowProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const zone = useZone()
  const mayManage = useMayManageNow()
  const { name, hostName, version, operator, isThis, state, bench, packedToday, waiting } = station
  const at = (iso: string) => showMoment(Date.parse(iso), nowMs, zone)
  const figure = (count: number | null) => (count === null ? '–' : count.toLocaleString(locale))
  return (
    <tr data-state={state}>
      <th scope="row">
        {isThis ? t('warehouse.thisStation', { name }) : name}
        <div className={classes['facts']}>
          {[...(hostName === name ? [] : [hostName]), version].join(' · ')}
        </div>
      </th>
      <td>
        <State station={station} nowMs={nowMs} />
        <Trouble station={station} nowMs={nowMs} />
      </td>
      <td>{operator}</td>
      <td>
        {bench === null ? '–' : t('warehouse.onBench', { orderId: bench.orderId })}
        {bench !== null && bench.since !== null && (
          <div className={classes['facts']}>{t('warehouse.since', { at: at(bench.since) })}</div>
        )}
      </td>
      <td>{figure(packedToday)}</td>
      <td>{figure(waiting)}</td>
      <td>
        {state !== 'online' && !isThis && mayManage && (
          <Button
            variant="default"
            aria-label={t('warehouse.removeNamed', { name })}
            onClick={() => onRemove(station)}
          >
            {t('warehouse.remove')}
          </Button>
        )}
      </td>
    </tr>
  )
}

function State({ station: { state, heardAt }, nowMs }: { station: WarehouseStation; nowMs: number }) {
  const { t } = useTranslation()
  const zone = useZone()
  if (state === 'online')
    return (
      <StateChip tone="ok" icon={IconCircleCheck}>
        {t('status.online')}
      </StateChip>
    )
  const at = showMoment(Date.parse(heardAt), nowMs, zone)
  return (
    <StateChip tone={state === 'silent' ? 'warn' : 'plain'} icon={IconPlugOff}>
      {t(`warehouse.states.${state}`, { at })}
    </StateChip>
  )
}

/** What its PC or its connection suffers from. */
function Trouble({ station, nowMs }: { station: WarehouseStation; nowMs: number }) {
  const { t } = useTranslation()
  const zone = useZone()
  const needs = needsOf(station)
  const { noConnection, clock } = station
  const said = [
    ...(needs.includes('disk_full') ? [t('warehouse.needs.diskFull')] : []),
    ...(needs.includes('no_connection') && noConnection !== null
      ? [
          t('warehouse.noConnection', {
            at: showMoment(Date.parse(noConnection.since), nowMs, zone),
          }),
        ]
      : []),
    ...(needs.includes('token') ? [t('status.unauthorized')] : []),
    ...(needs.includes('clock')
      ? [t('warehouse.needs.clock', { span: offsetWords(t, clock.offsetMs) })]
      : []),
  ]
  if (said.length === 0) return null
  const why =
    noConnection === null ? undefined : `${connectionWords(t, noConnection.reason)} ${noConnection.detail}`
  return (
    <div className={classes['trouble']} title={why}>
      <IconAlertTriangle size={16} aria-hidden />
      {said.join(' · ')}
    </div>
  )
}
