import type { TFunction } from 'i18next'
import type { Words } from '../../../locales/words'
import type { EvidenceView } from '../../../shared/contract/evidence'
import { ERROR_CODES, type ErrorCode } from '../../../shared/contract/result'
import {
  ACT_KINDS,
  EVIDENCE_KINDS,
  LOG_KINDS,
  type ActKind,
  type EvidenceKind,
  type LogKind,
} from '../../../shared/domain/evidence/evidence-kind'
import { formatCents } from '../../../shared/domain/orders/money'
import { COMMAND_NAMES, type Command } from '../../../shared/domain/scanning/command'
import { hasText } from '../locales/i18n'
import { visibleCode } from '../scan/feedback-words'
import { nameOfLine } from '../scan/scan-feedback'
import { noteWords, type Speech } from './sentences'
import { showTime, type StationZone } from './time/station-time'
import { REFUSED, verdictWords } from './verdict-words'

/** An entry of the evidence log in words. Anything without words is shown as stored. */
type EntryWords = {
  /** What happened. */
  title: string
  /** The scan, or the command. */
  what: string | null
  /** The station's answer to it. */
  answer: string | null
  refused: boolean
}

type Kind = EvidenceKind | ActKind | LogKind

const KINDS: readonly string[] = [...EVIDENCE_KINDS, ...ACT_KINDS, ...LOG_KINDS]
const AT_BENCH: readonly string[] = EVIDENCE_KINDS
const CODES: readonly string[] = ERROR_CODES

/** Whether the window reported it, from the bench. */
function isFromBench(kind: string): boolean {
  return AT_BENCH.includes(kind)
}

/** What an entry records. */
export function kindWords(t: TFunction, kind: string): string {
  return KINDS.includes(kind) ? t(`evidence.kinds.${kind as Kind}`) : t('evidence.unknownKind', { kind })
}

export function entryWords(t: TFunction, { kind, payload }: EvidenceView): EntryWords {
  const { raw, command, verdict, refused } = payload
  // A command that was refused while an error was open is recorded as a refusal, but nothing was scanned.
  const title = kindWords(t, kind === 'refusal' && isCommand(command) ? 'command' : kind)
  if (!isFromBench(kind)) {
    const why = typeof refused === 'string' ? refusalWords(t, refused) : null
    return { title, what: null, answer: why && t('evidence.refused', { why }), refused: why !== null }
  }
  const answer = typeof verdict === 'string' ? verdictWords(t, verdict) : null
  return {
    title,
    what: isCommand(command) ? t(`commands.names.${command}`) : scannedWords(raw),
    answer,
    refused: kind === 'refusal' || (typeof verdict === 'string' && verdict.startsWith(REFUSED)),
  }
}

function isCommand(command: unknown): command is Command {
  return (COMMAND_NAMES as readonly unknown[]).includes(command)
}

function scannedWords(raw: unknown): string | null {
  return typeof raw === 'string' && raw !== '' ? visibleCode(raw) : null
}

function refusalWords(t: TFunction, code: string): string {
  return CODES.includes(code) ? t(`errors.${code as ErrorCode}`) : code
}

type Facts = EvidenceView['payload']
/** `order`: the one whose lines can be named, where there is one. */
export type FactSpeech = Omit<Speech, 'order'> & { zone: StationZone; order?: Speech['order'] }
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
/** Entries about an operation of any kind. Of all others, the entry itself names what was done. */
const ANSWERS = new Set(['check', 'resend', 'adopt', 'correct', 'discard'])
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

/** The facts of an entry, as `Carrier: DHL`; a field without words appears under its own name. */
export function factsOf(speech: FactSpeech, { kind, payload }: EvidenceView): string[] {
  const { t } = speech
  const facts = Object.entries(payload)
    .filter(([name]) => !SAID.has(name) && !TECHNICAL.has(name))
    // At the bench it is the time of the entry, milliseconds earlier.
    .filter(([name]) => name !== 'at' || !isFromBench(kind))
    // Its number says nothing to a person, unless nothing else tells which operation it was.
    .filter(([name]) => name !== 'op' || (ANSWERS.has(kind) && typeof payload['opKind'] !== 'string'))
    .flatMap(([name, value]) => factWords(speech, name, value))
  if (kind === 'hold' && payload['reason'] === null) facts.push(t('evidenceEntries.holdOff'))
  if (isFromBench(kind) && payload['raw'] === null && kind !== 'override')
    facts.push(t('evidenceEntries.byHand'))
  return facts
}

function factWords(speech: FactSpeech, name: string, value: unknown): string[] {
  const { t } = speech
  if (value === null || value === undefined || value === '') return []
  if (name === 'lineId') {
    const line = speech.order?.lines.find(({ lineId }) => lineId === value)
    if (line !== undefined) return [nameOfLine(line)]
  }
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
