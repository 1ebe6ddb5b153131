import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckState, CheckView, DiagnosticsView } from '../../../shared/contract/diagnostics'
import { type CrashDump, listDumps } from '../../base/crash-dumps'
import { LOG_FILE, LOG_FOLDER, OLDER_LOG } from '../../base/log'

/** A station's diagnostics as text for IT, and what all of them contain. */

/** The names and values at the head of each report. */
export function commonFacts({
  version,
  host,
  dataDir,
  nowMs,
}: {
  version: string
  host: string
  dataDir: string
  nowMs: number
}): DiagnosticsView['facts'] {
  return [
    ['time', new Date(nowMs).toISOString()],
    ['version', version],
    ['host', host],
    ['system', `${process.platform} ${process.arch}, Node ${process.versions.node}`],
    ['data folder', dataDir],
    ['crash dumps', listDumps(dataDir).map(wordsOfDump).join(', ') || 'none'],
  ]
}

function wordsOfDump({ name, bytes, atMs }: CrashDump): string {
  return `${name} (${Math.ceil(bytes / 1_000)} kB, ${new Date(atMs).toISOString()})`
}

/** The last lines of the log, oldest first; none if it cannot be read. */
export function logTail(dataDir: string, lines: number): string[] {
  return [OLDER_LOG, LOG_FILE].flatMap((name) => linesOf(join(dataDir, LOG_FOLDER, name))).slice(-lines)
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n')
  } catch {
    return []
  }
}

const MARKS: Readonly<Record<CheckState, string>> = {
  good: 'ok     ',
  warning: 'warning',
  failed: 'FAILED ',
  skipped: '-      ',
}

/** The whole report, for a terminal or a file. */
export function textOf({ facts, checks, log }: DiagnosticsView): string {
  return [
    ...facts.map(([name, value]) => `${name}: ${value}`),
    '',
    ...checks.map(({ check, state, detail }) => `${MARKS[state]} ${check.padEnd(13)} ${detail}`),
    ...(log.length === 0 ? [] : ['', 'log:', ...log]),
    '',
  ].join('\n')
}

/** Whether nothing failed. Warnings can wait for the next visit. */
export function isHealthy(checks: readonly CheckView[]): boolean {
  return checks.every(({ state }) => state !== 'failed')
}
