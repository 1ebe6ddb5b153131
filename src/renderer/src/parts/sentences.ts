import type { TFunction } from 'i18next'
import type { Locale } from '../../../shared/domain/station/locale'
import type { OrderView } from '../../../shared/contract/views'
import type { OutboxRow, OpDetail } from '../../../shared/contract/op-views'
import type { Explanation, OrderChange } from '../../../shared/domain/outbox/explain'
import { formatCents } from '../../../shared/domain/orders/money'
import type { HeldReason } from '../../../shared/domain/outbox/held-reason'
import type { OpKind } from '../../../shared/domain/outbox/operation'
import { nameOfLine } from '../scan/scan-feedback'
import type { Words } from '../../../locales/words'
import { hasText } from '../locales/i18n'
import { orderStateWords, reasonOfMarketplace, shipmentStateWords } from './state-words'

/** Operations, and the marketplace's state of them, in sentences. */

/** What sentences need to name things as people do. */
export type Speech = { t: TFunction; order: OrderView | null; currency: string; locale: Locale }

/** The subject of an operation. */
export function subjectOf(
  t: TFunction,
  { orderId, itemKey }: Pick<OutboxRow, 'orderId' | 'itemKey'>,
): string {
  return orderId === null ? t('outbox.item', { itemKey: itemKey ?? '' }) : t('outbox.order', { orderId })
}

/** Why it is held, in words that fit its kind. */
export function reasonWords(t: TFunction, kind: OpKind, reason: HeldReason): string {
  if (kind === 'create_refund' && isRefundReason(reason)) return t(`outbox.refundReasons.${reason}`)
  return t(`outbox.heldReasons.${reason}`)
}

function isRefundReason(reason: HeldReason): reason is keyof Words['outbox']['refundReasons'] {
  return hasText(`outbox.refundReasons.${reason}`)
}

type KnownErrorCode = keyof Words['outbox']['errorCodes']

/** The marketplace's answer. A code without words of its own is shown as it is: better than hidden. */
export function errorWords(t: TFunction, error: { code: string; status: number | null }): string {
  const words = hasText(`outbox.errorCodes.${error.code}`)
    ? t(`outbox.errorCodes.${error.code as KnownErrorCode}`, { code: error.code })
    : t('outbox.errorCodes.other', { code: error.code })
  return error.status === null ? words : `${words} ${t('outbox.status', { status: error.status })}`
}

/** The name of the person who confirmed something; a name from a file is marked as unverified. */
export function nameWords(t: TFunction, name: string, fromFile: boolean): string {
  return fromFile ? t('outbox.fromFile', { name }) : name
}

/** The name of an order line. */
export function lineWords({ t, order }: Speech, lineId: number | string): string {
  const line = order?.lines.find((one) => one.lineId === Number(lineId))
  return line === undefined ? t('op.line', { id: lineId }) : nameOfLine(line)
}

/** An amount of cents. */
export function moneyWords(
  { currency, locale }: Pick<Speech, 'currency' | 'locale'>,
  cents: number | string | null,
): string {
  return cents === null ? '' : formatCents(Number(cents), currency, locale)
}

/** A rule that the operation breaks, as a sentence. */
export function explanationWords(speech: Speech, { why, id }: Explanation): string {
  return speech.t(`op.explanations.${why}`, {
    id: id ?? '',
    line: id === null ? '' : lineWords(speech, id),
    amount: moneyWords(speech, id),
  })
}

/** A change on the marketplace, as a sentence. */
export function changeWords(speech: Speech, change: OrderChange): string {
  const { t } = speech
  const { what, id } = change
  const text = (value: string | null): string => (value === null ? '' : valueOfChange(speech, what, value))
  return t(`op.changes.${keyOfChange(change)}`, {
    id: id ?? '',
    from: text(change.from),
    to: text(change.to),
    line: id === null ? '' : lineWords(speech, id),
  })
}

function valueOfChange(speech: Speech, what: OrderChange['what'], value: string): string {
  const { t } = speech
  switch (what) {
    case 'amount':
    case 'refund_added':
      return moneyWords(speech, value)
    case 'order_state':
      return orderStateWords(t, value)
    case 'order_canceled':
      return reasonOfMarketplace(t, value)
    case 'shipment_added':
    case 'shipment_gone':
    case 'shipment_state':
      return stateWords(t, value)
    default:
      return value
  }
}

function keyOfChange({ what, from, to }: OrderChange): keyof Words['op']['changes'] {
  if (what === 'order_canceled' && to !== null) return 'order_canceledWhy'
  if (what === 'line_moved' && from === null) return 'line_movedIn'
  if (what === 'line_moved' && to === null) return 'line_movedOut'
  return what
}

/** A shipment's state within a sentence. */
export function stateWords(t: TFunction, state: string | null): string {
  return state === null ? '' : shipmentStateWords(t, state).toLowerCase()
}

/** The amount of a refund in words; empty for every other operation. */
export function askedAmount(speech: Speech, { asked }: Pick<OpDetail, 'asked'>): string {
  const { amount } = asked
  return typeof amount === 'number' ? moneyWords(speech, amount) : ''
}

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const API_TIME = /\b(packed_at|shipped_at|expected_to_deliver_at|delivered_at|canceled_at)\b/g

/** A note in the history: a person's text, or the station's own note in words. */
export function noteWords(t: TFunction, note: string, showTime: (iso: string) => string): string {
  if (note === 'never_sent') return t('outbox.neverSent')
  if (note === 'order_canceled') return t('outbox.withdrawn')
  if (/^follows \d+$/.test(note)) return t('outbox.followed')
  return note
    .replace(API_TIME, (name) => t(`op.fields.${name as 'packed_at'}`))
    .replace(ISO_TIME, showTime)
    .replaceAll(' -> ', ' → ')
}
