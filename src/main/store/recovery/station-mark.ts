import { appendFileSync, closeSync, fdatasyncSync, openSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { writeDurably } from '../../base/durable-file'
import { noteDamage } from '../db/damage'
import { inTransaction, sql, type Db, type Tx } from '../db/database'
import type { Op } from '../tables/outbox'
import { readSetting, writeSetting } from '../tables/settings'

/**
 * This station's last known state, in a file next to its database: with it the station notices that somebody replaced
 * the database by an older one, whose ops may long have been sent (I10).
 *
 * It is two numbers. `mark` increases with every start and every restore, first in the database and, once that is
 * durable, in the file. `claim` is the last op that was about to be sent, and how often; it is written once the claim
 * is durable in the database, before the socket is. So the database is ahead of the file whenever the process or the
 * power fails, and behind it only if it is older. Claims are not flushed, except those that cost money: a power cut may
 * lose the last ones, which leaves the file older still.
 */

/** Stored in the database and in the file; never rename. */
const MARK = 'station.mark'

const savedMark = z.object({
  mark: z.int().nonnegative(),
  claim: z.object({ seq: z.int(), opUid: z.string(), claims: z.int() }).nullable(),
})
type SavedMark = z.infer<typeof savedMark>

/** Path of a database's mark. */
export function markFile(file: string): string {
  return `${file}.mark`
}

/** After this many claims the file is rewritten. */
const MOST_LINES = 10_000

type Kept = { mark: number; lines: number }
/** Databases whose marks are maintained; not those that were opened only to be read or built. */
const keptMarks = new WeakMap<Db, Kept>()

/** Whether the database is older than this station's last known state. */
export function isOlderThanMark(db: Db): boolean {
  const here = markOf(db)
  const saved = readMark(db.name)
  // The file is written before the database gets its first mark: a database with a mark but no file came alone from
  // elsewhere.
  if (saved === null) return here > 0
  if (saved === 'unreadable' || here < saved.mark) return true
  return here === saved.mark && saved.claim !== null && !knowsClaim(db, saved.claim)
}

/** The next mark of a database that replaces `file`; call it before the database is put there. */
export function nextMark(file: string, ...databases: readonly (Db | null)[]): number {
  const saved = readMark(file)
  const inFile = saved === null || saved === 'unreadable' ? 0 : saved.mark
  return Math.max(inFile, ...databases.map((db) => (db === null ? 0 : markOf(db)))) + 1
}

/** Gives the database its mark, in the commit that completes it. */
export function writeMark(tx: Tx, mark: number): void {
  writeSetting(tx, MARK, String(mark))
}

/**
 * Maintains the mark of this database in a file next to it from now on.
 * @throws the disk's error when neither can be written; ops that cost money do not go out then
 */
export function keepMark(db: Db): void {
  const mark = nextMark(db.name, db)
  // The file comes first, so that a database with a mark and without a file is one that came alone.
  if (readMark(db.name) === null) writeWhole(db.name, { mark: 0, claim: null })
  inTransaction(db, (tx) => writeMark(tx, mark))
  writeWhole(db.name, { mark, claim: null })
  keptMarks.set(db, { mark, lines: 0 })
}

/**
 * Notes that the op is about to be sent; its claim is durable.
 * @param durable waits until the disk has it
 * @throws the disk's error, if it must be durable
 */
export function noteClaim(db: Db, { seq, opUid, claims }: Op, durable: boolean): void {
  const kept = keptMarks.get(db)
  if (kept === undefined) return
  const saved = { mark: kept.mark, claim: { seq, opUid, claims } }
  try {
    if (kept.lines >= MOST_LINES) {
      writeWhole(db.name, saved)
      kept.lines = 0
      return
    }
    append(markFile(db.name), saved, durable)
    kept.lines += 1
  } catch (error) {
    if (durable) throw error
  }
}

function append(file: string, saved: SavedMark, durable: boolean): void {
  const fd = openSync(file, 'a', 0o600)
  try {
    appendFileSync(fd, lineOf(saved))
    if (durable) fdatasyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Writes one line, atomically, and on the disk when this returns. */
function writeWhole(file: string, saved: SavedMark): void {
  writeDurably(markFile(file), lineOf(saved))
}

function lineOf(saved: SavedMark): string {
  return `${JSON.stringify(saved)}\n`
}

/** The last whole line; `null` when there is no file. A line torn by a power cut was never waited for. */
function readMark(file: string): SavedMark | 'unreadable' | null {
  let text: string
  try {
    text = readFileSync(markFile(file), 'utf8')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : 'unreadable'
  }
  for (const line of text.split('\n').reverse()) {
    const saved = parsedLine(line)
    if (saved !== undefined) return saved
  }
  return 'unreadable'
}

function parsedLine(line: string): SavedMark | undefined {
  try {
    return savedMark.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

function markOf(db: Db): number {
  const mark = Number(readTextSetting(db))
  return Number.isSafeInteger(mark) && mark > 0 ? mark : 0
}

/** `null` also when a damaged file cannot tell. */
function readTextSetting(db: Db): string | null {
  try {
    return readSetting(db, MARK)
  } catch (error) {
    noteDamage(db, error)
    return null
  }
}

function knowsClaim(db: Db, { seq, opUid, claims }: NonNullable<SavedMark['claim']>): boolean {
  const there = sql(db, 'SELECT op_uid AS opUid, claims FROM outbox WHERE seq = ?').get(seq) as
    | { opUid: string; claims: number }
    | undefined
  return there?.opUid === opUid && there.claims >= claims
}
