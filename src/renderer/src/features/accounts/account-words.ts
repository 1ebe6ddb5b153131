import type { TFunction } from 'i18next'
import type { AccountRow } from '../../../../shared/contract/accounts'
import { ageWords } from '../../parts/time/ages'
import { showMinute, type StationZone } from '../../parts/time/station-time'

/** What is to be known of an account before it is opened, in sentences. */

export type AccountLine = { words: string; tone: 'plain' | 'warn' | 'bad' }

type Speech = { t: TFunction; zone: StationZone; nowMs: number }

/** Training has no name of its own. */
export function accountName(t: TFunction, { mode, name }: Pick<AccountRow, 'mode' | 'name'>): string {
  return mode === 'training' ? t('accounts.training') : name
}

/** The worst first. */
export function accountLines(row: AccountRow, speech: Speech): AccountLine[] {
  const { t, nowMs } = speech
  if (row.mode === 'training') return []
  const problem: AccountLine[] =
    row.problem === null ? [] : [{ words: t(`accounts.problems.${row.problem}`), tone: 'bad' }]
  const worked: AccountLine[] =
    row.atWork || row.workedAt === null
      ? []
      : [{ words: t('accounts.workedAt', { age: ageWords(t, row.workedAt, nowMs) }), tone: 'plain' }]
  return [...problem, ...openLines(row, speech), ...worked]
}

function openLines(row: AccountRow, { t, zone }: Speech): AccountLine[] {
  const { open } = row
  if (open === null) return row.problem === null ? [{ words: t('accounts.notCounted'), tone: 'plain' }] : []
  const { waiting, held, alarms } = open
  if (waiting + held + alarms === 0) return [{ words: t('accounts.allSent'), tone: 'plain' }]
  const lines: AccountLine[] = []
  if (alarms > 0) lines.push({ words: t('accounts.alarms', { count: alarms }), tone: 'bad' })
  if (held > 0) lines.push({ words: t('accounts.needYou', { count: held }), tone: 'bad' })
  if (waiting > 0) lines.push(waitingLine(row, waiting, { t, zone }))
  return lines
}

function waitingLine(
  { gate, atWork, openSince }: AccountRow,
  count: number,
  { t, zone }: Pick<Speech, 't' | 'zone'>,
): AccountLine {
  if (atWork) return { words: t('status.waiting', { count }), tone: 'plain' }
  const since = openSince === null ? '' : showMinute(openSince, zone)
  if (gate === null) return { words: t('accounts.waits', { count, since }), tone: 'warn' }
  if (gate === 'online' || gate === 'throttled' || gate === 'items_throttled')
    return { words: t('accounts.sends', { count }), tone: 'plain' }
  const state = t(`status.${gate}`)
  return { words: t('accounts.stuck', { count, since, state }), tone: 'warn' }
}
