import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconLock,
  IconPackage,
  IconTruck,
  IconPrinter,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState, Fragment } from 'react'
import type { ShipmentView } from '../../../../../shared/contract/views'
import {
  isShipmentState,
  SHIPMENT_MOVES,
  type ShipmentMove,
  type ShipmentState,
  isLive,
} from '../../../../../shared/domain/shipments/shipment'
import { readableCode } from '../../../../../shared/domain/text/codes'
import { useTranslation } from '../../../locales/i18n'
import { useFormGuard } from '../../../scan/use-form-guard'
import { useStoreOf, useStores } from '../../../stores/stores'
import classes from '../order.module.css'
import { showTime } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { StateChip, type ChipTone } from '../../../parts/state-chip'
import { shipmentStateWords } from '../../../parts/state-words'
import { Unbroken } from '../../../parts/unbroken'
import { PrintResult } from '../../../parts/print-result'

const STATE_LOOKS: Readonly<Record<ShipmentState, { tone: ChipTone; icon: TablerIcon }>> = {
  packed: { tone: 'accent', icon: IconPackage },
  shipped: { tone: 'accent', icon: IconTruck },
  delivered: { tone: 'ok', icon: IconCircleCheck },
  canceled: { tone: 'plain', icon: IconBan },
}

type Props = { shipment: ShipmentView; index: number; onMove: (move: ShipmentMove) => void }

export function ShipmentCard({ shipment, index, onMove }: Props) {
  const { t } = useTranslation()
  const go = useStoreOf('screen', (state) => state.go)
  const { waiting, held } = shipment
  return (
    <article className={classes['shipment']} aria-label={t('shipments.name', { index })}>
      <Group gap="sm">
        <Text fw={700} size="lg">
          {t('shipments.name', { index })}
        </Text>
        <StateBadge state={shipment.state} />
        <span className={classes['quiet']}>{t('shipments.lines', { count: shipment.lineIds.length })}</span>
        {shipment.byHand !== null && shipment.byHand.length > 0 && (
          <span className={classes['quiet']}>{t('shipments.byHand', { hand: shipment.byHand.length })}</span>
        )}
      </Group>
      {waiting > 0 && (
        <div className={classes['note']}>
          <IconClock size={20} aria-hidden /> {t('shipments.waiting', { count: waiting })}
        </div>
      )}
      {held > 0 && (
        <Alert role="alert" variant="filled" color="red.9" mt="xs" icon={<IconAlertTriangle aria-hidden />}>
          <Group justify="space-between">
            {t('shipments.held', { count: held })}
            <Button variant="white" color="dark" onClick={() => go('outbox')}>
              {t('nav.outbox')}
            </Button>
          </Group>
        </Alert>
      )}
      <ShipmentFacts shipment={shipment} />
      {shipment.carrierLocked && (
        <div className={`${classes['note']} ${classes['quiet']}`}>
          <IconLock size={20} aria-hidden />{' '}
          {t(isShipmentState(shipment.state) ? 'shipments.locked' : 'shipments.lockedUnknown')}
        </div>
      )}
      <Moves shipment={shipment} onMove={onMove} />
      <SlipButton shipment={shipment} index={index} />
    </article>
  )
}

/** The state by color, icon and word; an unknown state is shown as it came. */
function StateBadge({ state }: { state: string }) {
  const { t } = useTranslation()
  if (!isShipmentState(state)) return <StateChip tone="plain">{readableCode(state)}</StateChip>
  return <StateChip {...STATE_LOOKS[state]}>{t(`shipments.states.${state}`)}</StateChip>
}

function Moves({ shipment, onMove }: Omit<Props, 'index'>) {
  const { t } = useTranslation()
  const [more, setMore] = useState(false)
  const [unusual, setUnusual] = useState<ShipmentMove | null>(null)
  const withVerdict = (verdict: string) => SHIPMENT_MOVES.filter((move) => shipment.moves[move] === verdict)
  const hidden = withVerdict('unusual')
  return (
    <Group mt="xs" gap="xs">
      {withVerdict('usual').map((move) => (
        <Button key={move} variant={move === 'cancel' ? 'default' : 'filled'} onClick={() => onMove(move)}>
          {t(`shipments.moves.${move}`)}
        </Button>
      ))}
      {hidden.length > 0 && !more && (
        <Button variant="subtle" onClick={() => setMore(true)}>
          {t('shipments.more')}
        </Button>
      )}
      {more &&
        hidden.map((move) => (
          <Button key={move} variant="default" onClick={() => setUnusual(move)}>
            {t(`shipments.moves.${move}`)} …
          </Button>
        ))}
      {unusual !== null && (
        <ConfirmUnusual
          state={shipment.state}
          move={unusual}
          onClose={() => setUnusual(null)}
          onYes={() => {
            setUnusual(null)
            onMove(unusual)
          }}
        />
      )}
    </Group>
  )
}

type ConfirmProps = { state: string; move: ShipmentMove; onYes: () => void; onClose: () => void }

/** Names an unusual move and asks before it is made. */
function ConfirmUnusual({ state, move, onYes, onClose }: ConfirmProps) {
  const { t } = useTranslation()
  const recordOverride = useStoreOf('scan', (state) => state.recordOverride)
  const yes = () => {
    recordOverride(`${move} while ${state}`)
    onYes()
    return true
  }
  useFormGuard(true, { close: onClose, confirm: yes })
  const words = t(`shipments.moves.${move}`)
  return (
    <Modal opened onClose={onClose} title={t('shipments.unusualTitle', { move: words })} size="lg">
      <Text mb="lg">{t('shipments.unusualText', { state: shipmentStateWords(t, state), move: words })}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('shipments.no')}
        </Button>
        <Button color="red.9" onClick={yes}>
          {t('shipments.unusualYes', { move: words })}
        </Button>
      </Group>
    </Modal>
  )
}

const TIMES = ['packedAt', 'shippedAt', 'expectedToDeliverAt', 'deliveredAt', 'canceledAt'] as const

/** All known data of a shipment; unknown fields take no space. */
function ShipmentFacts({ shipment }: { shipment: ShipmentView }) {
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
                <dd
                  {...(value === shipment.trackingUrl ? { className: classes['address'], title: value } : {})}
                >
                  {value === shipment.trackingUrl ? value : <Unbroken text={value} />}
                </dd>
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

/** Prints the slip that goes into the parcel. */
function SlipButton({ shipment, index }: { shipment: ShipmentView; index: number }) {
  const { t } = useTranslation()
  const { printSlip } = useStores().printing
  const { shipmentId } = shipment
  if (!isLive(shipment.state)) return null
  return (
    <>
      <Button
        variant="default"
        mt="xs"
        leftSection={<IconPrinter size={20} aria-hidden />}
        aria-label={t('printing.slipOf', { index })}
        onClick={() => void printSlip(shipmentId)}
      >
        {t('printing.slip')}
      </Button>
      <PrintResult
        isOurs={(document) => document.kind === 'packing_slip' && document.shipmentId === shipmentId}
      />
    </>
  )
}
