import type { TFunction } from 'i18next'
import type { Words } from '../../../locales/words'
import { hasText } from '../locales/i18n'

/** The marketplace's states in words; one that the document does not name is shown as it was sent. */

/** Spellings of the same state seen in the wild. */
const SPELLINGS: Readonly<Partial<Record<string, NamedState>>> = {
  cancelled: 'canceled',
  cancelling: 'canceling',
}

type NamedState = keyof Words['order']['states']

export function orderStateWords(t: TFunction, state: string): string {
  const name = SPELLINGS[state] ?? state
  return hasText(`order.states.${name}`) ? t(`order.states.${name as NamedState}`) : state
}

export function refundStateWords(t: TFunction, state: string | null): string {
  if (state === 'pending' || state === 'successful') return t(`refunds.states.${state}`)
  return state ?? t('refunds.unknown')
}

type NamedItemState = keyof Words['items']['states']

export function itemStateWords(t: TFunction, state: string): string {
  return hasText(`items.states.${state}`) ? t(`items.states.${state as NamedItemState}`) : state
}
