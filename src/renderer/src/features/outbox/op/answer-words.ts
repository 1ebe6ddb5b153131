import type { TFunction } from 'i18next'
import type { OutboxRow } from '../../../../../shared/contract/op-views'
import type { HeldAnswer } from '../../../../../shared/domain/outbox/operation'

/** An answer on its button, and what it does. An operation that was never sent cannot be sent again. */
export function answerWords(
  t: TFunction,
  answer: Exclude<HeldAnswer, 'adopt'>,
  { attempts }: Pick<OutboxRow, 'attempts'>,
): { button: string; hint: string } {
  const key = answer === 'resend' && attempts === 0 ? 'sendAsIs' : answer
  return { button: t(`outbox.answers.${key}`), hint: t(`op.hints.${key}`) }
}
