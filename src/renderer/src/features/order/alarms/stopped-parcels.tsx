import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconHandStop, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { OrderView, ShipmentView } from '../../../../../shared/contract/views'
import { useTranslation } from '../../../locales/i18n'
import { OrderChanges, ParcelItems } from '../../../parts/order-changes'
import { stoppedParcels } from '../../../stores/order-store'
import { useStoreOf } from '../../../stores/stores'

type AlertProps = {
  title?: string
  icon?: TablerIcon
  /** A parcel is in the packer's hands: read from a metre away. */
  large?: boolean
  children: ReactNode
}

/** Something of the order on the page must not go on as it is. */
export function StopAlert({ title, icon: Icon = IconAlertTriangle, large = false, children }: AlertProps) {
  return (
    <Alert
      role="alert"
      variant="filled"
      color="red.9"
      radius={0}
      mb="sm"
      icon={<Icon size={large ? 40 : 24} aria-hidden />}
      title={title}
      styles={large ? { title: { fontSize: '1.5rem' }, icon: { width: 44, height: 44 } } : {}}
    >
      {children}
    </Alert>
  )
}

/** The boxes that stand here and must not leave as they are: why, what is in them, and what to do with them. */
export function StoppedParcels({ order }: { order: OrderView }) {
  return stoppedParcels(order).map((shipment) => (
    <StoppedParcel key={shipment.shipmentId} order={order} shipment={shipment} />
  ))
}

type Props = { order: OrderView; shipment: ShipmentView }

function StoppedParcel({ order, shipment }: Props) {
  const { t } = useTranslation()
  const go = useStoreOf('screen', (state) => state.go)
  const { stop, held, changes } = shipment
  if (stop === null) return null
  return (
    <StopAlert title={t(`stops.${stop}.title`)} icon={IconHandStop} large>
      <Text>{t(`stops.${stop}.text`)}</Text>
      <ItemsOf order={order} shipment={shipment} />
      <OrderChanges changes={changes} />
      {held === 0 && <SeenTo shipment={shipment} />}
      {held > 0 && (
        <Button variant="white" color="dark" mt="sm" onClick={() => go('outbox')}>
          {t('nav.outbox')}
        </Button>
      )}
    </StopAlert>
  )
}

/** A person deals with what others changed, and says so. */
function SeenTo({ shipment: { shipmentId, stop } }: Pick<Props, 'shipment'>) {
  const { t } = useTranslation()
  const acknowledge = useStoreOf('notices', (state) => state.acknowledge)
  const notice = useStoreOf('notices', ({ notices }) =>
    notices.find(({ kind, shipmentIds }) => kind === stop && shipmentIds.includes(shipmentId)),
  )
  if (notice === undefined || (stop !== 'items_changed' && stop !== 'address_changed')) return null
  return (
    <Button variant="white" color="dark" mt="sm" onClick={() => void acknowledge(notice.noticeId)}>
      {t(`alarms.seen.${stop}`)}
    </Button>
  )
}

/** Which parcel it is, and its items as one finds them in the box. */
export function ItemsOf({ order, shipment }: Props) {
  const { t } = useTranslation()
  const { shipmentId, trackingNumber, lineIds } = shipment
  const index = order.shipments.findIndex((one) => one.shipmentId === shipmentId) + 1
  const inside = order.lines.filter(({ lineId }) => lineIds.includes(lineId))
  const count = lineIds.length - inside.length
  return (
    <>
      <Text fw={700} mt="xs">
        {t('shipments.name', { index })}
        {trackingNumber !== null && `, ${t('alarms.tracking', { trackingNumber })}`}
      </Text>
      <ParcelItems lines={inside} />
      {count > 0 && <Text mt="xs">{t('stops.unlisted', { count })}</Text>}
    </>
  )
}
