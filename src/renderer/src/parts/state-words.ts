import type { TFunction } from 'i18next'
import { en } from '../../../locales/en/words'

/** The marketplace's states in words; one that the document does not name is shown as it was sent. */

/** Spellings of the same state seen in the wild. */
const SPELLINGS: Readonly<Partial<Record<string, NamedState>>> = {
  cancelled: 'canceled',
  cancelling: 'canceling',
}

type NamedState = keyof typeof en.order.states

export function orderStateWords(t: TFunction, state: string): string {
  const name = SPELLINGS[state] ?? state
  return Object.hasOwn(en.order.states, name) ? t(`order.states.${name as NamedState}`) : state
}

export function refundStateWords(t: TFunction, state: string | null): string {
  if (state === 'pending' || state === 'successful') return t(`refunds.states.${state}`)
  return state ?? t('refunds.unknown')
}

type NamedItemState = keyof typeof en.items.states

export function itemStateWords(t: TFunction, state: string): string {
  return Object.hasOwn(en.items.states, state) ? t(`items.states.${state as NamedItemState}`) : state
}
