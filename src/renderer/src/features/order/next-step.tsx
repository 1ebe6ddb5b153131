import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../../shared/contract/views'
import { COMMAND_NAMES, deedOf, isRefusal, type Command } from '../../../../shared/domain/scanning/command'
import { nextStepOf } from '../../../../shared/domain/orders/next-step'
import { benchSituation, type Situation } from '../../../../shared/domain/scanning/scan'
import { CommandKey } from '../../parts/command-key'
import { isStopped, packableIds } from '../../stores/order-store'
import { useStoreOf } from '../../stores/stores'
import classes from './next-step.module.css'

/** The next step in text readable from a meter away, the order's progress, and the commands that do something now. */
export function NextStepBar({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const chosen = useStoreOf('order', (state) => state.chosen.size)
  const hasTracking = useStoreOf('order', (state) => state.draft.trackingNumber !== '')
  const elsewhere = order.bench !== null
  const choosable = packableIds(order).length
  const goods = order.lines.filter((line) => !line.isShippingFee).length
  const done = goods - choosable + chosen
  const situation = benchSituation({ canceled: isStopped(order), elsewhere, choosable, chosen })
  const canShip = order.shipments.some(({ moves }) => moves.ship === 'usual')
  const onHold = order.hold !== null
  const step = nextStepOf(situation, { hasTracking, canShip, onHold })
  if (step === 'none') return null
  return (
    <section className={classes['bar']} aria-label={t('nextStep.label')}>
      <div className={classes['words']}>
        <div className={classes['step']}>{t(`nextStep.${step}`, { count: choosable - chosen })}</div>
        <Progress done={done} goods={goods} />
      </div>
      <div className={classes['progress']} data-testid="progress">
        {t('nextStep.progress', { done, goods })}
      </div>
      <CommandButtons order={order} situation={situation} />
    </section>
  )
}

function Progress({ done, goods }: { done: number; goods: number }) {
  const { t } = useTranslation()
  const share = goods === 0 ? 0 : done / goods
  return (
    <div
      className={classes['track']}
      role="progressbar"
      aria-label={t('nextStep.progress', { done, goods })}
      aria-valuenow={Math.round(100 * share)}
    >
      <div
        className={`${classes['filled']} ${done === goods ? classes['complete'] : ''}`}
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  )
}

/** Too rare, or shown elsewhere. */
const NOT_SHOWN: ReadonlySet<Command> = new Set(['hold', 'reprint'])
/** Packing is refused until the hold is released, and while another station has the order. */
const PACKS: ReadonlySet<Command> = new Set(['confirm', 'pack_part'])

type Situated = { order: OrderView; situation: Situation }

const CommandButtons = memo(function CommandButtons({ order, situation }: Situated) {
  const { t } = useTranslation()
  const command = useStoreOf('scan', (state) => state.command)
  const packedShipment = useStoreOf('order', (state) => state.packedShipment)
  const may = (name: Command): boolean => {
    if (order.hold !== null && name === 'hold') return true
    if ((order.hold !== null || order.bench !== null) && PACKS.has(name)) return false
    if (NOT_SHOWN.has(name) || isRefusal(deedOf(name, situation))) return false
    if (name === 'ship' || name === 'deliver')
      return situation === 'done' && order.shipments.some(({ moves }) => moves[name] === 'usual')
    if (name === 'undo' && situation !== 'part' && situation !== 'all') {
      const shipment = order.shipments.find(({ shipmentId }) => shipmentId === packedShipment)
      return shipment?.moves.cancel === 'usual'
    }
    return !(name === 'pack_part' && situation === 'all')
  }
  return (
    <div className={classes['commands']} role="group" aria-label={t('commands.label')}>
      {COMMAND_NAMES.filter(may).map((name) => (
        <button
          key={name}
          type="button"
          className={classes['command']}
          onClick={() => void command(name, 'touch')}
        >
          {t(`commands.names.${name}`)} <CommandKey command={name} />
        </button>
      ))}
    </div>
  )
})
