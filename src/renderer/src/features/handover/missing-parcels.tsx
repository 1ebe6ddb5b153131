import { Progress } from '@mantine/core'
import { IconCircleCheck, IconTruckDelivery } from '@tabler/icons-react'
import type { HandoverGroup, HandoverParcel } from '../../../../shared/contract/handover'
import { carrierKey } from '../../../../shared/domain/shipments/handover'
import { readableCode } from '../../../../shared/domain/text/codes'
import { useTranslation } from '../../locales/i18n'
import { EmptyState } from '../../parts/empty-state'
import { showMoment } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { truckOf, useTrucks } from '../../parts/use-trucks'
import { useStoreOf } from '../../stores/stores'
import classes from './handover.module.css'

/** Parcels that are not at the dock yet, carrier by carrier. */
export function MissingParcels() {
  const { t } = useTranslation()
  const mode = useStoreOf('handover', (state) => state.mode)
  const view = useStoreOf('handover', (state) => state.view)
  const carrier = useStoreOf('handover', (state) => state.carrier)
  const groups = (view?.groups ?? []).filter(
    (group) => carrier === null || carrierKey(group.carrier) === carrierKey(carrier),
  )
  return (
    // Keys scroll it: it may have no button to tab to.
    <section className={classes['card']} aria-label={t('handover.missing.title')} tabIndex={0}>
      <h2 className={classes['cardTitle']}>{t('handover.missing.title')}</h2>
      {view !== null && groups.length === 0 && (
        <EmptyState icon={IconTruckDelivery}>{t(`handover.missing.none.${mode}`)}</EmptyState>
      )}
      {groups.length > 0 && (
        <ul className={classes['list']} aria-label={t('handover.missing.list')}>
          {groups.map((group) => (
            <Group key={group.carrier} group={group} />
          ))}
        </ul>
      )}
      <Strange />
    </section>
  )
}

/** No round takes them, so this is where people look for them. */
function Strange() {
  const { t } = useTranslation()
  const strange = useStoreOf('handover', (state) => state.view?.strange) ?? []
  if (strange.length === 0) return null
  return (
    <>
      <h3 className={classes['count']}>{t('handover.missing.strange')}</h3>
      <ul className={classes['missing']} aria-label={t('handover.missing.strange')}>
        {strange.map((parcel) => (
          <li key={parcel.shipmentId}>
            <ParcelNames parcel={parcel} />{' '}
            <span className={classes['quiet']}>{readableCode(parcel.state)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Group({ group }: { group: HandoverGroup }) {
  const { t } = useTranslation()
  const { total, scanned, missing } = group
  const name = group.carrier === '' ? t('handover.noCarrier') : group.carrier
  const more = total - scanned - missing.length
  const label = t('handover.missing.count', { scanned, total, carrier: name })
  return (
    <li className={classes['group']}>
      <div className={classes['count']}>{label}</div>
      <NextTruck carrier={group.carrier} />
      <Progress
        value={total === 0 ? 0 : (scanned / total) * 100}
        size="sm"
        color="indigo"
        aria-label={label}
      />
      {scanned === total ? (
        <div className={classes['complete']}>
          <IconCircleCheck aria-hidden /> {t('handover.missing.all')}
        </div>
      ) : (
        <ul className={classes['missing']}>
          {missing.map((parcel) => (
            <li key={parcel.shipmentId}>
              <ParcelNames parcel={parcel} />
            </li>
          ))}
          {more > 0 && <li className={classes['quiet']}>{t('handover.missing.more', { count: more })}</li>}
        </ul>
      )}
    </li>
  )
}

/** When the carrier's next truck leaves, if that is known. */
function NextTruck({ carrier }: Pick<HandoverGroup, 'carrier'>) {
  const { t } = useTranslation()
  const zone = useZone()
  const mode = useStoreOf('handover', (state) => state.mode)
  const next = truckOf(useTrucks(), carrier)
  if (mode !== 'ship' || next === null) return null
  const time = showMoment(next.leavesMs, next.nowMs, zone)
  return <div className={classes['truck']}>{t('trucks.next', { time })}</div>
}

/** The parcel's tracking number, and its order. */
export function ParcelNames({ parcel }: { parcel: HandoverParcel }) {
  const { t } = useTranslation()
  const { orderId, items: count } = parcel
  return (
    <>
      <span className={classes['number']}>{parcel.trackingNumber ?? t('handover.scanned.noNumber')}</span>
      <span className={classes['quiet']}>
        {t('handover.scanned.order', { orderId })} · {t('handover.scanned.items', { count })}
      </span>
    </>
  )
}
