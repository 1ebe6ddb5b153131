import { useEffect, useRef } from 'react'
import { wordsOfFeedback } from '../../scan/feedback-words'
import { useStoreOf } from '../../stores/stores'
import { useLocale, useTranslation } from '../../locales/i18n'

/** Reads the last answer aloud if the packer wants it, in the language of the screen; only the newest one. */
export function useSpokenAnswers(): void {
  const { t } = useTranslation()
  const locale = useLocale()
  const wanted = useStoreOf('station', (state) => state.bootstrap?.preferences.sound.speech ?? false)
  const volume = useStoreOf('station', (state) => state.bootstrap?.preferences.sound.volume ?? 0)
  const feedback = useStoreOf('scan', (state) => state.feedback)
  const count = useStoreOf('scan', (state) => state.count)
  const answered = useRef({ feedback, count })
  useEffect(() => {
    // A changed volume or language is not an answer.
    const isNew = answered.current.feedback !== feedback || answered.current.count !== count
    answered.current = { feedback, count }
    if (!isNew || !wanted || feedback === null || typeof speechSynthesis === 'undefined') return
    const speech = new SpeechSynthesisUtterance(wordsOfFeedback(t, feedback).title)
    speech.lang = locale
    speech.volume = volume
    speechSynthesis.cancel()
    speechSynthesis.speak(speech)
  }, [wanted, volume, feedback, count, locale, t])
}
