import { Button } from '@mantine/core'
import { IconBarcode, IconCircleCheck, IconCircleDashed, IconX } from '@tabler/icons-react'
import {
  CALIBRATION_CODES,
  type CalibrationProblem,
  type FoundScanner,
} from '../../../../shared/domain/scanning/calibration'
import { useTranslation } from '../../locales/i18n'
import { ErrorAlert } from '../../parts/error-alert'
import { showTime } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import settingsClasses from '../../ui/section.module.css'
import classes from './calibration.module.css'
import { useCalibration, type Calibration } from './use-calibration'

/** Learns how this scanner types from a scan of the printed sheet. */
export function CalibrationCard() {
  const { t } = useTranslation()
  const calibration = useCalibration()
  const { done, awaited, error, restart } = calibration
  return (
    <section className={settingsClasses['card']} aria-label={t('calibration.title')}>
      <h2 className={settingsClasses['cardTitle']}>{t('calibration.title')}</h2>
      <LastTime />
      <p className={classes['lead']}>{t('calibration.lead')}</p>
      <div aria-live="assertive">
        <Result {...calibration} />
        <ErrorAlert error={error} mt="md" />
      </div>
      <ol className={classes['steps']} aria-label={t('calibration.steps')}>
        {CALIBRATION_CODES.map(({ step }) => (
          <li
            key={step}
            className={`${classes['step']} ${done.has(step) ? classes['done'] : ''}`}
            aria-current={step === awaited ? 'step' : undefined}
          >
            {done.has(step) ? (
              <IconCircleCheck size={36} aria-hidden />
            ) : step === awaited ? (
              <IconBarcode size={36} aria-hidden />
            ) : (
              <IconCircleDashed size={36} aria-hidden />
            )}
            <span>{t(`calibration.step.${step}`)}</span>
            <span className={classes['state']}>
              {done.has(step) ? t('calibration.read') : step === awaited ? t('calibration.scanNow') : ''}
            </span>
          </li>
        ))}
      </ol>
      {done.size > 0 && (
        <Button variant="default" mt="md" onClick={restart}>
          {t('calibration.restart')}
        </Button>
      )}
    </section>
  )
}

function LastTime() {
  const { t } = useTranslation()
  const zone = useZone()
  const at = useStoreOf('station', (state) => state.bootstrap?.preferences.scanner.calibratedAt)
  return (
    <p className={settingsClasses['quiet']}>
      {at === null || at === undefined
        ? t('calibration.never')
        : t('calibration.last', { at: showTime(at, zone) })}
    </p>
  )
}

function Result({ verdict, refusal, error }: Calibration) {
  const { t } = useTranslation()
  if (refusal !== null) return <Refused problem={refusal.problem} came={refusal.came} />
  if (verdict === null) return null
  if (verdict.kind === 'refused') return <Refused problem={verdict.problem} came={null} />
  if (error !== null) return null
  return (
    <div className={`${classes['result']} ${classes['good']}`} data-testid="calibration-passed">
      <IconCircleCheck size={48} aria-hidden />
      <div>
        <div className={classes['title']}>{t('calibration.passed')}</div>
        <Found {...verdict.found} />
        {verdict.capsLock && <div>{t('calibration.capsLockOn')}</div>}
        {verdict.found.terminator === 'none' && <div>{t('calibration.noEnd')}</div>}
      </div>
    </div>
  )
}

function Found({ layout, terminator, prefix, suffix, maxGapMs }: FoundScanner) {
  const { t } = useTranslation()
  const marks =
    prefix === '' && suffix === '' ? t('calibration.noMarks') : t('calibration.marks', { prefix, suffix })
  return (
    <div>
      {t('calibration.found', {
        layout: t(`calibration.layout.${layout}`),
        end: t(`calibration.end.${terminator}`),
        marks,
        maxGapMs,
      })}
    </div>
  )
}

function Refused({ problem, came }: { problem: CalibrationProblem; came: string | null }) {
  const { t } = useTranslation()
  return (
    <div className={`${classes['result']} ${classes['bad']}`} data-testid="calibration-refused">
      <IconX size={48} aria-hidden />
      <div>
        <div className={classes['title']}>{t('calibration.refused')}</div>
        <div>{t(`calibration.problem.${problem}`)}</div>
        {came !== null && <div className={classes['came']}>{t('calibration.came', { came })}</div>}
      </div>
    </div>
  )
}
