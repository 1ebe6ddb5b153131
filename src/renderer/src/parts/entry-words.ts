import type { TFunction } from 'i18next'
import type { EvidenceView } from '../../../shared/contract/evidence-views'
import { ERROR_CODES, type ErrorCode } from '../../../shared/contract/result'
import { COMMAND_NAMES, type Command } from '../../../shared/domain/scanning/command'
import {
  ACT_KINDS,
  EVIDENCE_KINDS,
  LOG_KINDS,
  type ActKind,
  type EvidenceKind,
  type LogKind,
} from '../../../shared/domain/evidence/evidence-kind'
import { REFUSED, verdictWords } from './verdict-words'
import { visibleCode } from '../scan/feedback-words'

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

const KINDS: readonly string[] = [...EVIDENCE_KINDS, ...ACT_KINDS, ...LOG_KINDS]
const AT_BENCH: readonly string[] = EVIDENCE_KINDS
const CODES: readonly string[] = ERROR_CODES

/** Whether the window reported it, from the bench. */
export function isFromBench(kind: string): boolean {
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

export function refusalWords(t: TFunction, code: string): string {
  return CODES.includes(code) ? t(`errors.${code as ErrorCode}`) : code
}
