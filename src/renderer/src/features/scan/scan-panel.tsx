import { useTranslation } from 'react-i18next'
import { visibleCode, wordsOfFeedback } from '../../scan/feedback-words'
import { answerOf } from '../../scan/scan-feedback'
import { useStoreOf } from '../../stores/stores'
import { FeedbackIcon } from './feedback-icons'
import classes from './scan-panel.module.css'

/**
 * Shows the result of the last scan, until the next one or an alarm; a colored frame around the window shows it too.
 */
export function ScanPanel() {
  const { t } = useTranslation()
  const alarm = useStoreOf('scan', ({ forms }) => forms.at(-1)?.alarm === true)
  // Under an alarm no earlier scan counts, and green would suggest that all is well.
  const feedback = useStoreOf('scan', ({ feedback: last }) =>
    alarm && last?.kind !== 'alarm_open' ? null : last,
  )
  const count = useStoreOf('scan', (state) => state.count)
  const lastKind = useStoreOf('scan', (state) => state.lastKind)
  const level = alarm ? 'block' : feedback === null ? 'idle' : answerOf(feedback).level
  const locked = useStoreOf('operator', (state) => state.locked)
  const idle = {
    title: alarm ? t('scan.alarm') : t('scan.ready'),
    hint: alarm ? t('scan.alarm_openHint') : locked ? t('scan.lockedHint') : t('scan.readyHint'),
  }
  const { title, hint } = feedback === null ? idle : wordsOfFeedback(t, feedback)
  return (
    <>
      <section
        className={`${classes['panel']} ${classes[level]}`}
        aria-label={t('scan.label')}
        aria-live="assertive"
        data-kind={feedback?.kind ?? 'idle'}
        data-last-kind={lastKind}
        data-scans={count}
      >
        <FeedbackIcon kind={feedback?.kind ?? null} size={52} />
        {/* Once an answer has faded, the words for waiting must not be announced like another answer. */}
        <div key={count} className={classes['words']} aria-hidden={feedback === null && lastKind !== null}>
          <div className={classes['title']} title={title}>
            {title}
          </div>
          {hint !== null && <div className={classes['hint']}>{hint}</div>}
        </div>
        {feedback !== null && feedback.code !== '' && (
          <div className={classes['code']}>
            <div>{t('scan.code', { code: visibleCode(feedback.code) })}</div>
            <div>{t('scan.count', { count })}</div>
          </div>
        )}
      </section>
      <div className={`${classes['frame']} ${classes[level]}`} aria-hidden />
    </>
  )
}
