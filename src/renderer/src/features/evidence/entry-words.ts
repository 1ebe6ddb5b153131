import type { TFunction } from 'i18next'
import type { EvidenceView } from '../../../../shared/contract/evidence-views'
import { ERROR_CODES, type ErrorCode } from '../../../../shared/contract/result'
import {
  COMMAND_NAMES,
  COMMAND_REFUSALS,
  type Command,
  type CommandRefusal,
} from '../../../../shared/domain/scanning/command'
import {
  ACT_KINDS,
  EVIDENCE_KINDS,
  LOG_KINDS,
  type ActKind,
  type EvidenceKind,
  type LogKind,
} from '../../../../shared/domain/evidence/evidence-kind'
import { stateWords } from '../../parts/sentences'
import { visibleCode } from '../../scan/feedback-words'
import { en } from '../../../../locales/en/words'

/** An entry of the evidence log in words. Anything without words is shown as stored. */
export type EntryWords = {
  /** What happened. */
  title: string
  /** The scan, or the command. */
  what: string | null
  /** The station's answer to it. */
  answer: string | null
  refused: boolean
}

type Kind = EvidenceKind | ActKind | LogKind
type OwnVerdict = keyof typeof en.evidenceEntries.verdicts
type DockAnswer = 'not_packed' | 'several' | 'on_hold' | 'needs_person' | 'unknown'
type Move = 'ship' | 'deliver' | 'cancel'

const KINDS: readonly string[] = [...EVIDENCE_KINDS, ...ACT_KINDS, ...LOG_KINDS]
const AT_BENCH: readonly string[] = EVIDENCE_KINDS
const CODES: readonly string[] = ERROR_CODES

/** Whether the window reported it, from the bench. */
export function isFromBench(kind: string): boolean {
  return AT_BENCH.includes(kind)
}

export function entryWords(t: TFunction, { kind, payload }: EvidenceView): EntryWords {
  const { raw, command, verdict, refused } = payload
  const title = KINDS.includes(kind)
    ? t(`evidence.kinds.${kind as Kind}`)
    : t('evidence.unknownKind', { kind })
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

export function refusalWords(t: TFunction, code: string): string {
  return CODES.includes(code) ? t(`errors.${code as ErrorCode}`) : code
}

/** How the window records a command that did nothing; the reason follows. */
const REFUSED = 'refused: '
const OVERRIDE = /^(ship|deliver|cancel) while (\w+)$/

/** The station's answer as the log stores it: the kind of the answer, without its details. */
function verdictWords(t: TFunction, verdict: string): string {
  if (verdict.startsWith(REFUSED)) return commandRefusalWords(t, verdict.slice(REFUSED.length))
  const [, move, state] = OVERRIDE.exec(verdict) ?? []
  if (move !== undefined && state !== undefined) {
    const named = t(`evidence.kinds.${move as Move}`)
    return t('evidenceEntries.override', { move: named, state: stateWords(t, state) })
  }
  if (Object.hasOwn(en.evidenceEntries.verdicts, verdict))
    return t(`evidenceEntries.verdicts.${verdict as OwnVerdict}`)
  const dock = verdict.startsWith('dock_') ? verdict.slice('dock_'.length) : null
  if (dock !== null)
    return Object.hasOwn(en.handover.answers, dock) ? t(`handover.answers.${dock as DockAnswer}`) : verdict
  return saysItself(verdict) ? t(`scan.${verdict}`) : verdict
}

/** Answers at the bench that need no words of their own. */
function saysItself(verdict: string): verdict is 'unknown' {
  const words: Readonly<Record<string, unknown>> = en.scan
  const said = Object.hasOwn(words, verdict) ? words[verdict] : null
  return typeof said === 'string' && !said.includes('{{')
}

function commandRefusalWords(t: TFunction, why: string): string {
  if (why === 'lines_missing') return t('evidenceEntries.linesMissing')
  return (COMMAND_REFUSALS as readonly string[]).includes(why)
    ? t(`commands.refused.${why as Exclude<CommandRefusal, 'lines_missing'>}`)
    : why
}
