import type { TFunction } from 'i18next'
import type { OrderTimeline } from '../../../../../shared/contract/copy-views'
import type { TimelineEntry } from '../../../../../shared/domain/orders/timeline-facts'
import type { OpEvent } from '../../../../../shared/domain/outbox/operation'
import { readableCode } from '../../../../../shared/domain/text/codes'
import type { Words } from '../../../../../locales/words'
import { hasText } from '../../../locales/i18n'
import { factsOf, entryWords } from '../../../parts/entry-words'
import { orderChangeWords } from '../../../parts/order-changes'
import { errorWords, moneyWords, nameWords, noteWords, type Speech } from '../../../parts/sentences'
import {
  orderStateWords,
  paymentKindWords,
  reasonOfMarketplace,
  refundStateWords,
  refundWords,
} from '../../../parts/state-words'
import { showMinute, showTime, type StationZone } from '../../../parts/time/station-time'

/** An entry of an order's timeline in words. Anything without words is shown as stored. */
export type EntryText = { title: string; details: readonly string[] }

export type TimelineSpeech = Speech & { zone: StationZone; orderId: number }

/** `step`: what happened to the order. The others are shown on request. */
export type EntryGroup = 'step' | 'sending' | 'evidence'

/** What the station does by itself as long as nothing goes wrong. */
const SENDING: ReadonlySet<OpEvent | 'capture'> = new Set(['claim', 'confirm', 'postpone', 'lose', 'retry'])

export function groupOf(entry: TimelineEntry): EntryGroup {
  if (entry.what === 'evidence') return 'evidence'
  return entry.what === 'op' && SENDING.has(entry.event) ? 'sending' : 'step'
}

/** The entries that are shown. */
export function shownOf(
  { timed, untimed }: OrderTimeline,
  groups: ReadonlySet<EntryGroup>,
): Pick<OrderTimeline, 'timed' | 'untimed'> {
  const isShown = (entry: TimelineEntry) => groups.has(groupOf(entry))
  return { timed: timed.filter(isShown), untimed: untimed.filter(isShown) }
}

/** Who did it, in words; empty if nobody knows. */
export function whoOf(t: TFunction, { by, fromFile }: TimelineEntry): string {
  return by === null || by === '' ? '' : nameWords(t, by, fromFile)
}

export function textOf(speech: TimelineSpeech, entry: TimelineEntry): EntryText {
  const { t } = speech
  const said = wordsOf(speech, entry)
  const details = said.details.filter((words) => words !== '')
  // One that can be read stands where the time does.
  const written = entry.at === null || !Number.isNaN(Date.parse(entry.at)) ? null : entry.at
  return {
    title: said.title,
    details: written === null ? details : [...details, t('timeline.written', { text: written })],
  }
}

function wordsOf(speech: TimelineSpeech, entry: TimelineEntry): EntryText {
  const { t, zone } = speech
  const money = (cents: number | null) => moneyWords(speech, cents)
  switch (entry.what) {
    case 'bought':
      return { title: t('timeline.what.bought'), details: [money(entry.cents)] }
    case 'payment':
      return {
        title: t('timeline.what.payment'),
        details: [money(entry.cents), entry.type === null ? '' : paymentKindWords(t, entry.type)],
      }
    case 'order_state':
      return { title: t('timeline.what.orderState', { state: orderStateWords(t, entry.state) }), details: [] }
    case 'order_canceled': {
      const { reason } = entry
      const why =
        reason === null || reason === ''
          ? []
          : [t('order.canceledReason', { reason: reasonOfMarketplace(t, reason) })]
      return { title: t('timeline.what.orderCanceled'), details: why }
    }
    case 'parcel':
      return parcelWords(speech, entry)
    case 'parcel_state': {
      const { index, state } = entry
      return { title: t('timeline.what.parcelState', { index, state: readableCode(state) }), details: [] }
    }
    case 'label':
      return {
        title: t('timeline.what.label'),
        details: [
          t('shipments.name', { index: entry.index }),
          entry.carrier ?? '',
          entry.trackingNumber ?? '',
        ],
      }
    case 'refund': {
      const { cents, state, parts } = entry
      return {
        title: t('timeline.what.refund'),
        details: [
          money(cents),
          refundWords(t, entry),
          refundStateWords(t, state),
          ...parts.map((part) => reasonOfMarketplace(t, part)),
        ],
      }
    }
    case 'changed': {
      const what = entry.change.what === 'address' ? 'addressChanged' : 'changed'
      return { title: t(`timeline.what.${what}`), details: [orderChangeWords(t, entry.change)] }
    }
    case 'hold':
      return { title: t('timeline.what.hold'), details: [entry.reason] }
    case 'photo':
      return { title: t('camera.photo'), details: parcelName(t, entry.index) }
    case 'alarm':
      return { title: t('timeline.what.alarm'), details: [alarmWords(speech, entry.kind)] }
    case 'alarm_seen':
      return { title: t('timeline.what.alarmSeen'), details: [alarmWords(speech, entry.kind)] }
    case 'archived':
      return { title: t('timeline.what.archived'), details: [t('timeline.month', { month: entry.month })] }
    case 'op':
      return opWords(speech, entry)
    case 'evidence': {
      const view = { ...entry, at: entry.at ?? '', operator: entry.by ?? '', orderKnown: true }
      const { title, what, answer } = entryWords(t, view)
      return { title, details: [what ?? '', answer ?? '', ...factsOf({ ...speech, zone }, view)] }
    }
  }
}

type Of<W extends TimelineEntry['what']> = Extract<TimelineEntry, { what: W }>

function parcelWords({ t, zone }: TimelineSpeech, entry: Of<'parcel'>): EntryText {
  const { step, index, items, byHand, expectedAt } = entry
  return {
    title: t(`timeline.what.${step}`),
    details: [
      t('shipments.name', { index }),
      t('shipments.lines', { count: items }),
      ...(byHand === null || byHand === 0 ? [] : [t('shipments.byHand', { hand: byHand })]),
      ...(expectedAt === null ? [] : [t('timeline.expected', { at: showMinute(expectedAt, zone) })]),
    ],
  }
}

function opWords(speech: TimelineSpeech, { kind, event, index, cents, error, note }: Of<'op'>): EntryText {
  const { t, zone } = speech
  const operation = hasText(`outbox.kinds.${kind}`) ? t(`outbox.kinds.${kind}`) : kind
  const happened = hasText(`op.events.${event}`) ? t(`op.events.${event}`) : event
  return {
    title: t('timeline.what.op', { operation, event: happened }),
    details: [
      ...parcelName(t, index),
      moneyWords(speech, cents),
      error === null ? '' : errorWords(t, error),
      note === null ? '' : noteWords(t, note, (iso) => showTime(iso, zone)),
    ],
  }
}

function parcelName(t: TFunction, index: number | null): string[] {
  return index === null ? [] : [t('shipments.name', { index })]
}

type AlarmKind = keyof Words['alarms']['titles']

function alarmWords({ t, orderId }: TimelineSpeech, kind: string): string {
  return hasText(`alarms.titles.${kind}`) ? t(`alarms.titles.${kind as AlarmKind}`, { orderId }) : kind
}
