import i18next from 'i18next'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerWords } from '../../../../../src/renderer/src/features/outbox/op/answer-words'
import { speak } from '../../../../../src/renderer/src/locales/i18n'
import { startAllWords } from '../../../../support/window-words'

beforeAll(startAllWords)
afterAll(() => speak('en'))

it('says “again” only of an operation that was sent before', () => {
  const words = (attempts: number) => answerWords(i18next.t, 'resend', { attempts })
  expect(words(1)).toEqual({ button: 'Send again', hint: 'Sends it again, unchanged.' })
  expect(words(0)).toEqual({ button: 'Send as it is', hint: 'It was never sent. Sends it as it is.' })
  expect(answerWords(i18next.t, 'discard', { attempts: 0 }).button).toBe('Discard')
})

it.each([
  ['de', 'So senden'],
  ['fr', 'Envoyer tel quel'],
  ['es', 'Enviar tal cual'],
] as const)('says so in %s', async (locale, button) => {
  await speak(locale)
  expect(answerWords(i18next.t, 'resend', { attempts: 0 }).button).toBe(button)
})
