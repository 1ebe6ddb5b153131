import type { TFunction } from 'i18next'
import { useTranslation } from '../../locales/i18n'
import { BandStep } from '../../parts/band-step'
import { isSameDay, showClock } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { truckOf, useTrucks } from '../../parts/use-trucks'
import { wordsOfFeedback } from '../../scan/feedback-words'
import type { ScanFeedback } from '../../scan/scan-feedback'
import { countsByCarrier, countStuck, parcelToPull, readyParcels } from '../../stores/handover-store'
import { useStoreOf } from '../../stores/stores'
import classes from './dock-step.module.css'

/** At the dock: what to scan, and how many parcels of each carrier are in the round. */
export function DockStep() {
  const { t } = useTranslation()
  const mode = useStoreOf('handover', (state) => state.mode)
  const carrier = useStoreOf('handover', (state) => state.carrier)
  const ready = useStoreOf('handover', readyParcels)
  const pull = useStoreOf('handover', parcelToPull)
  if (pull !== null) return <PullStep parcel={pull} />
  return (
    <BandStep
      label={t('nextStep.label')}
      about={
        <>
          <strong>{t('handover.title')}</strong>
          <span>
            {t(`handover.modes.${mode}`)} · {carrier === null ? t('handover.allCarriers') : carrier}
          </span>
        </>
      }
      title={t(ready === 0 ? 'handover.step.begin' : 'handover.step.more', { count: ready })}
    >
      <Counts />
    </BandStep>
  )
}

/**
 * A parcel of the round cannot go. Until it is out, this comes before every accepted scan, whose answer is in the line
 * above.
 */
function PullStep({ parcel }: { parcel: NonNullable<ReturnType<typeof parcelToPull>> }) {
  const { t } = useTranslation()
  const stuck = useStoreOf('handover', ({ view }) => countStuck(view))
  const feedback = useStoreOf('scan', (state) => state.feedback)
  const { problem, orderId, trackingNumber } = parcel
  const named = trackingNumber ?? t('handover.step.parcelOf', { orderId })
  return (
    <BandStep
      label={t('nextStep.label')}
      about={
        <>
          <strong>{t('handover.title')}</strong>
          <span>{t('handover.scanned.stuck', { count: stuck })}</span>
          {feedback !== null && <span>{answerWords(t, feedback)}</span>}
        </>
      }
      title={t(`handover.step.pull.${problem}`, { parcel: named })}
      stops
    >
      <Counts />
    </BandStep>
  )
}

/** Without a count, because a parcel that is canceled now may have been part of it. */
function answerWords(t: TFunction, feedback: ScanFeedback): string {
  const isComplete = feedback.kind === 'told' && feedback.answer === 'dock_complete'
  if (!isComplete) return wordsOfFeedback(t, feedback).title
  return t('handover.answers.taken', { orderId: feedback.orderId ?? 0 })
}

/** As many as fit beside the step; the page lists all carriers. */
const MOST_COUNTS = 3

function Counts() {
  const { t } = useTranslation()
  const view = useStoreOf('handover', (state) => state.view)
  const carrier = useStoreOf('handover', (state) => state.carrier)
  return (
    <div className={classes['counts']} data-testid="dock-counts">
      {countsByCarrier({ view, carrier }, MOST_COUNTS).map(({ carrier: name, scanned, total, others }) => (
        <div key={name} className={classes['count']} data-complete={scanned === total}>
          <span className={classes['figure']}>
            <b>{scanned}</b> {t('nextStep.of', { goods: total })}
          </span>
          <span className={classes['carrier']}>
            {name === null ? t('handover.otherCarriers', { count: others }) : <CarrierName name={name} />}
          </span>
        </div>
      ))}
    </div>
  )
}

/** With the time of its truck, if one leaves later today. */
function CarrierName({ name }: { name: string }) {
  const { t } = useTranslation()
  const zone = useZone()
  const mode = useStoreOf('handover', (state) => state.mode)
  const truck = truckOf(useTrucks(), name)
  if (name === '') return t('handover.noCarrier')
  if (mode !== 'ship' || truck === null || !isSameDay(truck.leavesMs, truck.nowMs, zone)) return name
  return t('trucks.at', { name, at: showClock(truck.leavesMs, zone) })
}
