import type { EvidenceView } from '../../../shared/contract/evidence-views'
import { ACT_KINDS, type ActKind } from '../../../shared/domain/evidence/evidence-kind'
import { formatCents } from '../../../shared/domain/orders/money'
import { noteWords, type Speech } from './sentences'
import { showTime, type StationZone } from './time/station-time'
import type { Words } from '../../../locales/words'
import { hasText } from '../locales/i18n'
import { isFromBench } from './entry-words'

/** An entry's payload in words: `Carrier: DHL`. */

type Facts = EvidenceView['payload']
export type FactSpeech = Omit<Speech, 'order'> & { zone: StationZone }
type Label = keyof Words['evidenceEntries']['facts']
type Flag = keyof Words['evidenceEntries']['flags']
type Section = keyof Words['evidenceEntries']['sections']
type Value = keyof Words['evidenceEntries']['values']

/** Shown elsewhere in the row. */
const SAID = new Set(['orderId', 'refused', 'raw', 'command', 'verdict'])
/** For programs: the exported file has them. */
const TECHNICAL = new Set([
  'code',
  'shipmentId',
  'sha256',
  'bytes',
  'operatorId',
  'logId',
  'follows',
  'expected',
  'before',
  'anchor',
  'begun',
  'fromBy',
  'toBy',
])
const TIMES = new Set([
  'at',
  'packedAt',
  'shippedAt',
  'expectedToDeliverAt',
  'deliveredAt',
  'canceledAt',
  'oldest',
  'upTo',
])
const MONEY = new Set(['amountCents', 'priceCents'])

/** The facts of an entry; a field without words appears under its own name. */
export function factsOf(speech: FactSpeech, { kind, payload }: EvidenceView): string[] {
  const { t } = speech
  const facts = Object.entries(payload)
    .filter(([name]) => !SAID.has(name) && !TECHNICAL.has(name))
    // At the bench it is the time of the entry, milliseconds earlier.
    .filter(([name]) => name !== 'at' || !isFromBench(kind))
    .flatMap(([name, value]) => factWords(speech, name, value))
  if (kind === 'hold' && payload['reason'] === null) facts.push(t('evidenceEntries.holdOff'))
  if (isFromBench(kind) && payload['raw'] === null && kind !== 'override')
    facts.push(t('evidenceEntries.byHand'))
  return facts
}

function factWords(speech: FactSpeech, name: string, value: unknown): string[] {
  const { t } = speech
  if (value === null || value === undefined || value === '') return []
  if (name === 'lineIds' && Array.isArray(value)) return [t('evidenceEntries.items', { count: value.length })]
  if (hasText(`evidenceEntries.flags.${name}`) && typeof value === 'boolean')
    return value ? [t(`evidenceEntries.flags.${name as Flag}`)] : []
  if (name === 'active' && typeof value === 'boolean') return value ? [] : [t('operators.inactive')]
  if (Array.isArray(value)) return value.length === 0 ? [] : [said(speech, name, String(value.length))]
  if (typeof value === 'object') return sectionWords(speech, name, value as Facts)
  return [said(speech, name, valueWords(speech, name, value))]
}

/** Only the names of preferences: their content is long. */
function sectionWords(speech: FactSpeech, name: string, value: Facts): string[] {
  const { t } = speech
  if (hasText(`evidenceEntries.sections.${name}`)) return [t(`evidenceEntries.sections.${name as Section}`)]
  return Object.entries(value).flatMap(([inner, one]) => factWords(speech, inner, one))
}

function said({ t }: FactSpeech, name: string, value: string): string {
  return t('evidenceEntries.fact', { label: labelOf(t, name), value })
}

function labelOf(t: FactSpeech['t'], name: string): string {
  if (hasText(`evidenceEntries.facts.${name}`)) return t(`evidenceEntries.facts.${name as Label}`)
  if (hasText(`op.times.${name}`)) return t(`op.times.${name as keyof Words['op']['times']}`)
  if (name === 'carrier') return t('op.fields.carrier')
  if (name === 'trackingNumber') return t('op.fields.tracking_number')
  if (name === 'warehouseId') return t('settings.warehouse')
  if (isSetting(name)) return t(`settings.${name}`)
  return name
}

const SETTINGS = [
  'currency',
  'timeZone',
  'transitDays',
  'operator',
  'purgeDays',
  'evidenceMonths',
  'archiveDays',
] as const

function isSetting(name: string): name is (typeof SETTINGS)[number] {
  return (SETTINGS as readonly string[]).includes(name)
}

/** Fields whose values are program terms. */
const NAMED = new Set(['how', 'why', 'problem', 'lanPassphrase', 'list'])

function valueWords(speech: FactSpeech, name: string, value: unknown): string {
  const { t, currency, locale, zone } = speech
  if (typeof value === 'number' && MONEY.has(name)) return formatCents(value, currency, locale)
  if (typeof value === 'number' && name === 'offsetMs') return String(Math.round(value / 1_000))
  if (typeof value === 'boolean') return t(value ? 'evidenceEntries.yes' : 'evidenceEntries.no')
  if (typeof value !== 'string') return String(value)
  if (TIMES.has(name)) return showTime(value, zone)
  if (name === 'change') return noteWords(t, value, (iso) => showTime(iso, zone))
  if (name === 'mode' && hasText(`handover.modes.${value}`)) return t(`handover.modes.${value as 'ship'}`)
  if (name === 'role' && hasText(`operators.roles.${value}`)) return t(`operators.roles.${value as 'packer'}`)
  if (name === 'lent' && (ACT_KINDS as readonly string[]).includes(value))
    return t(`evidence.kinds.${value as ActKind}`)
  if (name === 'opKind' && hasText(`outbox.kinds.${value}`))
    return t(`outbox.kinds.${value as keyof Words['outbox']['kinds']}`)
  if (NAMED.has(name) && hasText(`evidenceEntries.values.${value}`))
    return t(`evidenceEntries.values.${value as Value}`)
  return value
}
