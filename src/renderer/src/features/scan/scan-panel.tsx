import { useTranslation } from 'react-i18next'
import { answerOf } from '../../stores/scan-feedback'
import { useStoreOf } from '../../stores/stores'
import { FeedbackIcon } from './feedback-icons'
import { visibleCode, wordsOfFeedback } from './feedback-words'
import classes from './scan-panel.module.css'

/** Says what became of the last scan, until the next one; a frame around the whole window says it by colour. */
export function ScanPanel() {
  const { t } = useTranslation()
  const feedback = useStoreOf('scan', (state) => state.feedback)
  const count = useStoreOf('scan', (state) => state.count)
  const level = feedback === null ? 'idle' : answerOf(feedback).level
  const locked = useStoreOf('operator', (state) => state.locked)
  const idleHint = locked ? t('scan.lockedHint') : t('scan.readyHint')
  const { title, hint } =
    feedback === null ? { title: t('scan.ready'), hint: idleHint } : wordsOfFeedback(t, feedback)
  return (
    <>
      <section
        className={`${classes['panel']} ${classes[level]}`}
        aria-label={t('scan.label')}
        aria-live="assertive"
        data-kind={feedback?.kind ?? 'idle'}
      >
        <FeedbackIcon kind={feedback?.kind ?? null} size={52} />
        <div key={count} className={classes['words']}>
          <div className={classes['title']}>{title}</div>
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
