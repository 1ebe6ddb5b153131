import type { TFunction } from 'i18next'
import type { Words } from '../../../locales/words'
import { codeKey, readableCode } from '../../../shared/domain/text/codes'
import { hasText } from '../locales/i18n'

/** The marketplace's codes in words: states, reasons and kinds. One without words is shown as it came. */

export function orderStateWords(t: TFunction, state: string): string {
  const key = codeKey(state)
  return hasText(`order.states.${key}`)
    ? t(`order.states.${key as keyof Words['order']['states']}`)
    : readableCode(state)
}

export function shipmentStateWords(t: TFunction, state: string): string {
  const key = codeKey(state)
  return hasText(`shipments.states.${key}`)
    ? t(`shipments.states.${key as keyof Words['shipments']['states']}`)
    : readableCode(state)
}

export function itemStateWords(t: TFunction, state: string): string {
  const key = codeKey(state)
  return hasText(`items.states.${key}`)
    ? t(`items.states.${key as keyof Words['items']['states']}`)
    : readableCode(state)
}

export function refundStateWords(t: TFunction, state: string | null): string {
  if (state === null) return t('refunds.unknown')
  const key = codeKey(state)
  return hasText(`refunds.states.${key}`)
    ? t(`refunds.states.${key as keyof Words['refunds']['states']}`)
    : readableCode(state)
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
  const key = REASONS[codeKey(reason)] ?? codeKey(reason)
  return hasText(`order.cancelReasons.${key}`)
    ? t(`order.cancelReasons.${key as keyof Words['order']['cancelReasons']}`)
    : readableCode(reason)
}

export function paymentKindWords(t: TFunction, kind: string | null): string {
  if (kind === null) return t('refunds.unknown')
  const key = codeKey(kind)
  return hasText(`money.paymentKinds.${key}`)
    ? t(`money.paymentKinds.${key as keyof Words['money']['paymentKinds']}`)
    : readableCode(kind)
}

export function refundTypeWords(t: TFunction, type: string): string {
  const key = codeKey(type)
  return hasText(`refunds.types.${key}`)
    ? t(`refunds.types.${key as keyof Words['refunds']['types']}`)
    : readableCode(type)
}

export function refundSourceWords(t: TFunction, source: string): string {
  const key = codeKey(source)
  return hasText(`refunds.sources.${key}`)
    ? t(`refunds.sources.${key as keyof Words['refunds']['sources']}`)
    : readableCode(source)
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
  const key = codeKey(gender)
  return hasText(`categories.genders.${key}`)
    ? t(`categories.genders.${key as keyof Words['categories']['genders']}`)
    : readableCode(gender)
}
