import type { TFunction } from 'i18next'
import type { Words } from '../../../locales/words'
import { codeKey } from '../../../shared/domain/text/codes'
import { wordsOfCode } from '../locales/i18n'

/** The marketplace's codes in words: states, reasons and kinds. One without words is shown as it came. */

export function orderStateWords(t: TFunction, state: string): string {
  return wordsOfCode(t, `order.states.${codeKey(state)}`, state)
}

export function shipmentStateWords(t: TFunction, state: string): string {
  return wordsOfCode(t, `shipments.states.${codeKey(state)}`, state)
}

export function itemStateWords(t: TFunction, state: string): string {
  return wordsOfCode(t, `items.states.${codeKey(state)}`, state)
}

export function refundStateWords(t: TFunction, state: string | null): string {
  if (state === null) return t('refunds.unknown')
  return wordsOfCode(t, `refunds.states.${codeKey(state)}`, state)
}

/** The trade's other names for the same reason. */
const REASONS: Readonly<Partial<Record<string, keyof Words['order']['cancelReasons']>>> = {
  dropshipper_canceled: 'seller',
  seller_canceled: 'seller',
  marketplace_canceled: 'marketplace',
  buyer_request: 'buyer',
  buyer_canceled: 'buyer',
  customer_request: 'buyer',
  customer_canceled: 'buyer',
  buyer_changed_mind: 'changed_mind',
  customer_changed_mind: 'changed_mind',
}

/** Why an order was canceled, or a part of it refunded. */
export function reasonOfMarketplace(t: TFunction, reason: string): string {
  return wordsOfCode(t, `order.cancelReasons.${REASONS[codeKey(reason)] ?? codeKey(reason)}`, reason)
}

export function paymentKindWords(t: TFunction, kind: string | null): string {
  if (kind === null) return t('refunds.unknown')
  return wordsOfCode(t, `money.paymentKinds.${codeKey(kind)}`, kind)
}

export function refundTypeWords(t: TFunction, type: string): string {
  return wordsOfCode(t, `refunds.types.${codeKey(type)}`, type)
}

export function refundSourceWords(t: TFunction, source: string): string {
  return wordsOfCode(t, `refunds.sources.${codeKey(source)}`, source)
}

/** What a refund is, and whose it is. */
export function refundWords(
  t: TFunction,
  { type, source }: { type: string | null; source: string | null },
): string {
  const named = refundTypeWords(t, type ?? 'order_refund')
  return source === null ? named : t('refunds.row', { type: named, source: refundSourceWords(t, source) })
}

export function genderWords(t: TFunction, gender: string): string {
  return wordsOfCode(t, `categories.genders.${codeKey(gender)}`, gender)
}
