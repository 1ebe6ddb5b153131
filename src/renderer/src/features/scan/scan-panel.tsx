import type { TFunction } from 'i18next'
import { useTranslation } from '../../locales/i18n'
import { BandTitle } from '../../parts/band-step'
import { visibleCode, wordsOfFeedback, type FeedbackWords } from '../../scan/feedback-words'
import type { AnswerLevel } from '../../../../shared/domain/scanning/scan-answer'
import { answerOf, type ScanFeedback } from '../../scan/scan-feedback'
import { useStoreOf } from '../../stores/stores'
import { FeedbackIcon } from './feedback-icons'
import classes from './scan-panel.module.css'

export type ShownLevel = AnswerLevel | 'idle'

/** What was closed is gone from the screen. The band says at once what to do next; only the voice says it in words. */
const SHOWS_ITSELF: ReadonlySet<ScanFeedback['kind']> = new Set(['acknowledged', 'form_closed', 'left_order'])

/** How urgent what the band shows is; `idle` while nothing is answered. */
export function useAnswerLevel(): ShownLevel {
  return useStoreOf('scan', ({ forms, feedback }) => {
    if (forms.at(-1)?.alarm === true) return 'block'
    return feedback === null || SHOWS_ITSELF.has(feedback.kind) ? 'idle' : answerOf(feedback).level
  })
}

/** The answer to the last scan, as the band shows it. Screen readers announce it at once. */
export function ScanPanel() {
  const { t } = useTranslation()
  const alarm = useStoreOf('scan', ({ forms }) => forms.at(-1)?.alarm === true)
  // Under an alarm no earlier scan counts, and green would suggest that all is well.
  const feedback = useStoreOf('scan', ({ feedback: last }) =>
    last === null || SHOWS_ITSELF.has(last.kind) || (alarm && last.kind !== 'alarm_open') ? null : last,
  )
  const count = useStoreOf('scan', (state) => state.count)
  const lastKind = useStoreOf('scan', (state) => state.lastKind)
  const locked = useStoreOf('operator', (state) => state.locked)
  const { title, hint } = shownWords(t, { feedback, alarm, locked })
  return (
    <section
      className={classes['panel']}
      aria-label={t('scan.label')}
      aria-live="assertive"
      data-kind={feedback?.kind ?? 'idle'}
      data-alarm={alarm || undefined}
      data-last-kind={lastKind}
      data-scans={count}
    >
      {title !== '' && (
        <>
          <FeedbackIcon kind={feedback?.kind ?? null} size={40} />
          <div key={count} className={classes['words']}>
            <BandTitle title={title} />
            {hint !== null && <div className={classes['hint']}>{hint}</div>}
          </div>
        </>
      )}
      {feedback !== null && feedback.code !== '' && (
        <div className={classes['code']}>
          <div>{t('scan.code', { code: visibleCode(feedback.code) })}</div>
          <div>{t('scan.count', { count })}</div>
        </div>
      )}
    </section>
  )
}

type Shown = { feedback: ScanFeedback | null; alarm: boolean; locked: boolean }

function shownWords(t: TFunction, { feedback, alarm, locked }: Shown): FeedbackWords {
  if (feedback !== null) return wordsOfFeedback(t, feedback)
  if (alarm) return { title: t('scan.alarm'), hint: t('scan.alarm_openHint') }
  if (locked) return { title: t('scan.badge'), hint: null }
  return { title: '', hint: null }
}
