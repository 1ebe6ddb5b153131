import { Button } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { TOUR_STEPS, type Offer } from '../../../../shared/domain/station/tour'
import { useTraining } from '../../parts/begin-button'
import { useStoreOf } from '../../stores/stores'
import { wordsOfError, useTranslation } from '../../locales/i18n'
import classes from './coach.module.css'
import { OfferedCode } from './offered-code'
import { Pointer } from './pointer'

/** Leads through the training tour from below the page, so that the exercise stays visible. */
export function Coach() {
  const training = useTraining()
  const phase = useStoreOf('tour', (state) => state.phase)
  useRoom(training && (phase === 'running' || phase === 'done'))
  if (!training) return null
  if (phase === 'running') return <Step />
  return phase === 'done' ? <Done /> : null
}

/** Keeps dialogs above the coach while it is shown. */
function useRoom(shown: boolean): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (shown) dataset['coached'] = ''
    return () => void delete dataset['coached']
  }, [shown])
}

function Step() {
  const { t } = useTranslation()
  const step = useStoreOf('tour', (state) => state.step)
  const offer = useStoreOf('tour', (state) => state.offer)
  const problem = useStoreOf('tour', (state) => state.problem)
  const { start, stop, skip } = useTour()
  const progress = { step: TOUR_STEPS.indexOf(step) + 1, of: TOUR_STEPS.length }
  return (
    <aside className={classes['coach']} aria-label={t('guide.label')} data-coach={step}>
      <div className={classes['words']} aria-live="polite" aria-atomic="true">
        <span className={classes['progress']}>{t('guide.progress', progress)}</span>
        <h2 className={classes['title']}>{t(`guide.steps.${step}.title`)}</h2>
        <p className={classes['text']}>
          {problem === null ? t(`guide.steps.${step}.text`) : wordsOfError(t, problem)}
        </p>
      </div>
      {offer !== null && <OfferedCode offer={offer} />}
      {offer !== null && hasNoCode(offer) && (
        <Pointer to={offer.kind === 'go' ? offer.screen : TAKE_BUTTON} />
      )}
      <div className={classes['buttons']}>
        {offer !== null && <TakeButton offer={offer} />}
        <Button variant="default" onClick={skip}>
          {t('guide.skip')}
        </Button>
        <Button variant="default" onClick={start}>
          {t('guide.again')}
        </Button>
        <Button variant="default" onClick={stop}>
          {t('guide.stop')}
        </Button>
      </div>
    </aside>
  )
}

function Done() {
  const { t } = useTranslation()
  const { start, stop } = useTour()
  return (
    <aside className={classes['coach']} aria-label={t('guide.label')} data-coach="done">
      <div className={classes['words']} aria-live="polite">
        <h2 className={classes['title']}>{t('guide.doneTitle')}</h2>
        <p className={classes['text']}>{t('guide.doneText')}</p>
      </div>
      <div className={classes['buttons']}>
        <Button variant="default" onClick={start}>
          {t('guide.again')}
        </Button>
        <Button onClick={stop}>{t('guide.close')}</Button>
      </div>
    </aside>
  )
}

/** The coach's own button, as the pointer knows it. */
const TAKE_BUTTON = 'take'

/** Nothing to scan: there is something to press, which the pointer shows. */
function hasNoCode(offer: Offer): boolean {
  return offer.kind !== 'scan' && offer.kind !== 'command'
}

/** Does for a person without a scanner what the scanner, or the button elsewhere, would do. */
function TakeButton({ offer }: { offer: Offer }) {
  const { t } = useTranslation()
  const take = useStoreOf('tour', (state) => state.take)
  return (
    <Button className={classes['take'] ?? ''} data-tour={TAKE_BUTTON} onClick={() => void take(offer)}>
      {t(TAKE[keyOf(offer)])}
    </Button>
  )
}

const TAKE = {
  scan: 'guide.scanForMe',
  command: 'guide.scanForMe',
  go_order: 'guide.goOrder',
  go_outbox: 'guide.goOutbox',
  network_on: 'guide.bringNetwork',
  network_off: 'guide.takeNetwork',
  cancel_order: 'guide.cancelOrder',
} as const

function keyOf(offer: Offer): keyof typeof TAKE {
  if (offer.kind === 'go') return `go_${offer.screen}`
  if (offer.kind === 'network') return offer.on ? 'network_on' : 'network_off'
  return offer.kind
}

function useTour() {
  const start = useStoreOf('tour', (state) => state.start)
  const stop = useStoreOf('tour', (state) => state.stop)
  const skip = useStoreOf('tour', (state) => state.skip)
  return { start, stop, skip }
}
