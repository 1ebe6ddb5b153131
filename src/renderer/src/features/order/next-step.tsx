import type { OrderView } from '../../../../shared/contract/views'
import { nextStepOf, progressOf, type Progress } from '../../../../shared/domain/orders/next-step'
import { benchSituation, type Situation } from '../../../../shared/domain/scanning/scan'
import { isWaiting } from '../../../../shared/domain/shipments/shipment'
import { useTranslation } from '../../locales/i18n'
import { BandStep } from '../../parts/band-step'
import { OrderState } from '../../parts/state-chip'
import { isStopped, packableIds, stoppedHere } from '../../stores/order-store'
import { useStoreOf } from '../../stores/stores'
import classes from './next-step.module.css'
import { useToFollow, useToProve } from './use-to-follow'

/** How far the packer is with the order on the bench. */
export function useProgress(order: OrderView): Progress & { situation: Situation } {
  const chosen = useStoreOf('order', (state) => state.chosen.size)
  const choosable = packableIds(order).length
  const situation = benchSituation({
    canceled: isStopped(order),
    elsewhere: order.bench !== null,
    choosable,
    chosen,
  })
  return { situation, ...progressOf(order.lines, choosable, chosen) }
}

/** The next step with the order on the bench, and its progress, in letters read from a meter away. */
export function NextStep() {
  const order = useStoreOf('order', (state) => state.order)
  return order === null ? null : <StepOf order={order} />
}

function StepOf({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const hasTracking = useStoreOf('order', (state) => state.draft.trackingNumber !== '')
  const { situation, packed, done, goods, left } = useProgress(order)
  const stopped = stoppedHere(order).length
  const toFollow = useToFollow() !== null
  const toProve = useToProve() !== null
  const canShip = order.shipments.some(({ moves }) => moves.ship === 'usual')
  const waiting = order.shipments.filter(({ state }) => isWaiting(state)).length
  const due = { toFollow, toProve }
  const facts = { hasTracking, canShip, onHold: order.hold !== null, ...due, packed, stopped, waiting }
  const step = nextStepOf(situation, facts)
  const count = step === 'stop_parcel' || step === 'pull' ? stopped : left
  const about = (
    <>
      <strong>{t('order.title', { orderId: order.orderId })}</strong>
      <OrderState order={order} />
    </>
  )
  return (
    <BandStep
      label={t('nextStep.label')}
      about={about}
      title={step === 'none' ? t('nextStep.stopped') : t(`nextStep.${step}`, { count })}
      stops={isStopped(order) || step === 'stop_parcel'}
    >
      <div className={classes['count']} data-testid="progress">
        <b>{done}</b> {t('nextStep.of', { goods })}
      </div>
      <Bar done={done} goods={goods} />
    </BandStep>
  )
}

/** Above it, single pieces would be too narrow to count. */
const MAX_PIECES = 12

function Bar({ done, goods }: { done: number; goods: number }) {
  const { t } = useTranslation()
  const pieces = goods <= MAX_PIECES
  return (
    <div
      className={classes['track']}
      role="progressbar"
      aria-label={t('nextStep.progress', { done, goods })}
      aria-valuenow={goods === 0 ? 0 : Math.round((100 * done) / goods)}
    >
      {pieces ? (
        Array.from({ length: goods }, (_, index) => (
          <span key={index} className={`${classes['piece']} ${index < done ? classes['filled'] : ''}`} />
        ))
      ) : (
        <span className={classes['piece']}>
          <span className={classes['share']} style={{ transform: `scaleX(${done / goods})` }} />
        </span>
      )}
    </div>
  )
}
