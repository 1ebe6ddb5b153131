import type { TFunction } from 'i18next'
import { COMMAND_REFUSALS, type CommandRefusal } from '../../../shared/domain/scanning/command'
import type { Words } from '../../../locales/words'
import { hasText, textOf } from '../locales/i18n'
import { stateWords } from './sentences'

/** The station's answers to scans and commands, as the evidence log stores them, in words. */

type Kinds = keyof Words['evidence']['kinds']
type OwnVerdict = keyof Words['evidenceEntries']['verdicts']
type DockAnswer = 'not_packed' | 'several' | 'on_hold' | 'needs_person' | 'unknown'
type Move = Extract<Kinds, 'ship' | 'deliver' | 'cancel'>

/** How the window records a command that did nothing; the reason follows. */
export const REFUSED = 'refused: '
const OVERRIDE = /^(ship|deliver|cancel) while (\w+)$/

/** The station's answer as the log stores it: the kind of the answer, without its details. */
export function verdictWords(t: TFunction, verdict: string): string {
  if (verdict.startsWith(REFUSED)) return commandRefusalWords(t, verdict.slice(REFUSED.length))
  const [, move, state] = OVERRIDE.exec(verdict) ?? []
  if (move !== undefined && state !== undefined) {
    const named = t(`evidence.kinds.${move as Move}`)
    return t('evidenceEntries.override', { move: named, state: stateWords(t, state) })
  }
  if (hasText(`evidenceEntries.verdicts.${verdict}`))
    return t(`evidenceEntries.verdicts.${verdict as OwnVerdict}`)
  const dock = verdict.startsWith('dock_') ? verdict.slice('dock_'.length) : null
  if (dock !== null)
    return hasText(`handover.answers.${dock}`) ? t(`handover.answers.${dock as DockAnswer}`) : verdict
  return saysItself(verdict) ? t(`scan.${verdict}`) : verdict
}

/** Answers at the bench that need no words of their own. */
function saysItself(verdict: string): verdict is 'unknown' {
  return textOf(`scan.${verdict}`)?.includes('{{') === false
}

function commandRefusalWords(t: TFunction, why: string): string {
  if (why === 'lines_missing') return t('evidenceEntries.linesMissing')
  return (COMMAND_REFUSALS as readonly string[]).includes(why)
    ? t(`commands.refused.${why as Exclude<CommandRefusal, 'lines_missing'>}`)
    : why
}
