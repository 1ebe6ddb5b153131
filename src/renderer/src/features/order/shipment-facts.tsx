import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShipmentView } from '../../../../shared/contract/views'
import { showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import classes from './order.module.css'

const TIMES = ['packedAt', 'shippedAt', 'expectedToDeliverAt', 'deliveredAt', 'canceledAt'] as const

/** All known data of a shipment; unknown fields take no space. */
export function ShipmentFacts({ shipment }: { shipment: ShipmentView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const facts: [string, string | null][] = [
    [t('shipments.carrier'), shipment.carrier],
    [t('shipments.tracking'), shipment.trackingNumber],
    [t('shipments.trackingUrl'), shipment.trackingUrl],
    [t('shipments.warehouse'), shipment.warehouseId === null ? null : String(shipment.warehouseId)],
    ...TIMES.map((field): [string, string | null] => {
      const at = shipment[field]
      return [t(`shipments.${field}`), at === null ? null : showTime(at, zone)]
    }),
  ]
  return (
    <>
      <dl className={classes['facts']}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
      <div className={classes['quiet']}>
        {shipment.serverId === null
          ? t('shipments.noServerId')
          : t('shipments.serverId', { id: shipment.serverId })}
      </div>
    </>
  )
}
