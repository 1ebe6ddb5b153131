import { Button, Center, Loader, Stack, Text, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useCallback, useEffect, useState, type ComponentType } from 'react'
import type { OrderView } from '../../../../shared/contract/views'
import { useEscape } from '../../scan/use-escape'
import { cancelWaits, packableIds } from '../../stores/order-store'
import { useStoreOf, useStores } from '../../stores/stores'
import { wordsOfError, useTranslation } from '../../locales/i18n'
import { CommandButtons } from './command-buttons'
import { InstructionCard } from './lines/instruction-card'
import { LineList } from './lines/line-list'
import { useProgress } from './next-step'
import { OrderAlarms } from './alarms/order-alarms'
import { OrderDetails } from './order-details'
import { OrderHead, type Panel } from './order-head'
import classes from './order.module.css'
import { PackButton, PackPanel } from './parcel/pack-panel'
import { TimelinePanel } from './timeline/timeline-panel'
import { MoveForm } from './parcel/move-form'
import { ShipmentCard } from './parcel/shipment-card'

type OrderPart = ComponentType<{ order: OrderView }>

/** Only where carrier software writes labels, or a file has given the order its number. */
const OrderLabels = lazy(async () => ({ default: (await import('./labels/order-labels')).OrderLabels }))

/** @param Notes what other capabilities have to say about it */
export function OrderPage({ Notes }: { Notes: OrderPart }) {
  const order = useStoreOf('order', (state) => state.order)
  // The key folds the details of the order before.
  return order === null ? <NotOpen /> : <Bench key={order.orderId} order={order} Notes={Notes} />
}

/** What is still to scan on the left, the parcel on the right; the rest of the order only for who asks for it. */
function Bench({ order, Notes }: { order: OrderView; Notes: OrderPart }) {
  const { t } = useTranslation()
  const [panel, setPanel] = usePanel()
  const leave = useStoreOf('screen', (state) => state.leave)
  // The innermost: what was opened on this page, before the page.
  useEscape(useCallback(() => (panel === null ? leave() : setPanel(null)), [leave, panel, setPanel]))
  // A scrolling area is reached by keyboard through its checkboxes; without any, it must take the focus itself.
  const reach = packableIds(order).length > 0 && panel === null ? {} : { tabIndex: 0 }
  return (
    <div className={classes['page']}>
      <VisuallyHidden component="h1">{t('order.title', { orderId: order.orderId })}</VisuallyHidden>
      <OrderAlarms order={order} />
      <div className={classes['columns']}>
        <div className={classes['main']}>
          <div>
            <OrderHead order={order} panel={panel} onPanel={setPanel} />
            {panel === null && <InstructionCard order={order} />}
          </div>
          <div className={classes['scroll']} data-scrolls {...reach}>
            {panel === null && <LineList order={order} />}
            {panel === 'details' && <OrderDetails order={order} />}
            {panel === 'timeline' && <TimelinePanel order={order} />}
          </div>
        </div>
        <Side order={order} Notes={Notes} />
      </div>
    </div>
  )
}

/** Orders whose numbers may have been taken back: one may be in the parcel already, and its card says so. */
const hadNumber = new Set<number>()

function Side({ order, Notes }: { order: OrderView; Notes: OrderPart }) {
  const packs = !order.canceled && !cancelWaits(order)
  const left = packableIds(order).length
  const hasFolder = useStoreOf('station', (state) => state.bootstrap?.preferences.labelFolder.path !== '')
  const { hasGivenNumber, orderId } = order
  useEffect(() => {
    if (hasGivenNumber) hadNumber.add(orderId)
  }, [hasGivenNumber, orderId])
  return (
    <div className={classes['side']}>
      <div className={classes['cards']} data-scrolls tabIndex={0}>
        <Notes order={order} />
        {packs && <PackPanel order={order} />}
        {packs && (hasFolder || hasGivenNumber || hadNumber.has(orderId)) && (
          <Suspense fallback={null}>
            <OrderLabels order={order} />
          </Suspense>
        )}
        {order.shipments.length > 0 && <ShipmentList order={order} />}
      </div>
      <div className={classes['act']}>
        {packs && left > 0 && <PackButton held={order.bench !== null} />}
        <Commands order={order} />
      </div>
    </div>
  )
}

/** A component of its own, or each scan would render the parcel's card, too. */
function Commands({ order }: { order: OrderView }) {
  const { situation } = useProgress(order)
  return <CommandButtons order={order} situation={situation} />
}

/** Open until the next item is chosen: then the packer needs the list. */
function usePanel(): [Panel | null, (panel: Panel | null) => void] {
  const { order } = useStores()
  const [opened, setOpened] = useState<{ panel: Panel | null; chosen: number }>({ panel: null, chosen: 0 })
  // Not the number itself, or each scan would render the whole bench.
  const open = useStoreOf('order', (state) => state.chosen.size === opened.chosen)
  const show = useCallback(
    (panel: Panel | null) => setOpened({ panel, chosen: order.getState().chosen.size }),
    [order],
  )
  return [open ? opened.panel : null, show]
}

function NotOpen() {
  const { t } = useTranslation()
  const orderId = useStoreOf('order', (state) => state.orderId)
  const error = useStoreOf('order', (state) => state.error)
  const open = useStoreOf('order', (state) => state.open)
  const leave = useStoreOf('screen', (state) => state.leave)
  useEscape(leave)
  if (orderId !== null && error === null) {
    return (
      <Center h="100%">
        <Loader aria-label={t('order.opening', { orderId })} />
      </Center>
    )
  }
  return (
    <Center h="100%">
      <Stack align="center" role="alert">
        {error !== null && <Text size="xl">{wordsOfError(t, error)}</Text>}
        {orderId !== null && <Button onClick={() => void open(orderId)}>{t('app.retry')}</Button>}
        <Button variant="default" onClick={leave}>
          {t('order.backShort')}
        </Button>
      </Stack>
    </Center>
  )
}

/** The order's shipments, newest first, and the form of the move in progress. */
function ShipmentList({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const moving = useStoreOf('order', (state) => state.moving)
  const setMoving = useStoreOf('order', (state) => state.setMoving)
  const movingIndex = order.shipments.findIndex(({ shipmentId }) => shipmentId === moving?.shipmentId)
  const movingShipment = order.shipments[movingIndex]
  return (
    <section className={classes['card']} aria-label={t('shipments.title')}>
      <h2 className={classes['cardTitle']}>{t('shipments.title')}</h2>
      {order.shipments.length === 0 && <p className={classes['quiet']}>{t('shipments.none')}</p>}
      {order.shipments.toReversed().map((shipment, place) => (
        <ShipmentCard
          key={shipment.shipmentId}
          shipment={shipment}
          index={order.shipments.length - place}
          onMove={(move) => setMoving({ shipmentId: shipment.shipmentId, move })}
        />
      ))}
      {moving !== null && movingShipment !== undefined && (
        <MoveForm
          key={`${moving.shipmentId} ${moving.move}`}
          shipment={movingShipment}
          index={movingIndex + 1}
          move={moving.move}
          proposeTimes={moving.proposeTimes ?? false}
          onClose={() => setMoving(null)}
        />
      )}
    </section>
  )
}
