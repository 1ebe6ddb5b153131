import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ChainFinding, ExportedEvidence } from '../../../shared/contract/evidence'
import { StationError } from '../../base/station-error'
import { syncDir } from '../../base/durable-file'
import { fileTime } from '../db/files'
import type { Db } from '../db/database'
import { canonicalJson, entryText, followChain, NO_HASH, type ChainStart, type EvidenceRow } from './chain'
import { lastRow, rowsAfter } from './file'
import { dropIn, startOf, type Drop } from './retention'

/**
 * Exports the evidence log to a file: one entry per line as JSON, with its chain, and a page that explains how to check
 * it.
 */

const ROWS_PER_STEP = 500
const MOST_COPIES = 100

/** An entry as a line of the file: with its two hashes. */
export function exportedLine(row: EvidenceRow): string {
  const { prevHash, hash } = row
  return `${entryText(row).slice(0, -1)},"prev_hash":"${prevHash}","hash":"${hash}"}`
}

/**
 * Writes all entries to `dir`, even invalid ones, with the page next to them.
 * @throws StationError `disk_full`, `database_error` when it cannot be written; nothing is left behind then
 */
export async function exportEvidence(db: Db, dir: string, wallMs: number): Promise<ExportedEvidence> {
  let part: string | null = null
  try {
    // SECURITY: not readable by other users of the PC.
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const stem = await takeName(join(dir, `evidence-${fileTime(wallMs)}`))
    part = partOf(stem)
    let written: Written | null = null
    // Entries removed meanwhile by the retention setting must not leave a gap.
    while (written === null) written = await write(db, part)
    await writeFile(`${stem}-how-to-check.txt`, HOW_TO_CHECK, { mode: 0o600, flush: true })
    await rename(part, `${stem}.jsonl`)
    syncDir(dir)
    return { path: `${stem}.jsonl`, ...written }
  } catch (error) {
    if (part !== null) await rm(part, { force: true })
    const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    const why = error instanceof Error ? error.message : 'unknown'
    throw new StationError(full ? 'disk_full' : 'database_error', `the evidence cannot be written: ${why}`)
  }
}

const partOf = (stem: string): string => `${stem}.jsonl.part`

/** Reserves a name that no other export has, finished or in progress, by creating its draft. */
async function takeName(stem: string): Promise<string> {
  for (let copy = 1; copy <= MOST_COPIES; copy++) {
    const name = copy === 1 ? stem : `${stem}-${copy}`
    if (!(await create(partOf(name)))) continue
    // Checked only now: the other export may have finished in between.
    if (!existsSync(`${name}.jsonl`)) return name
    await rm(partOf(name), { force: true })
  }
  throw new Error(`${stem} exists ${MOST_COPIES} times`)
}

/** False if it already exists. */
async function create(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

type Written = Pick<ExportedEvidence, 'entries' | 'head'>

/** `null` when the oldest entries were removed during the export. */
async function write(db: Db, part: string): Promise<Written | null> {
  const last = lastRow(db)
  const first = startOf(db).seq
  const file = await open(part, 'w', 0o600)
  try {
    for (let seq = first - 1; ;) {
      if (startOf(db).seq !== first) return null
      const rows = rowsAfter(db, seq, last?.seq ?? 0, ROWS_PER_STEP)
      if (rows.length === 0) break
      await writeLines(file, rows)
      seq = rows.at(-1)?.seq ?? seq
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { entries: Math.max(0, (last?.seq ?? 0) - first + 1), head: last?.hash ?? '' }
}

async function writeLines(file: FileHandle, rows: readonly EvidenceRow[]): Promise<void> {
  await file.write(rows.map((row) => `${exportedLine(row)}\n`).join(''))
}

/** Checks an exported file. @param noted a head kept elsewhere, which also reveals a cut end */
export async function checkExportedEvidence(
  path: string,
  noted: { seq: number; hash: string } | null = null,
): Promise<{ entries: number; finding: ChainFinding | null }> {
  let chain = followChain(noted)
  let start: ChainStart | null = null
  let drop: Drop | null = null
  const entries = (): number => chain.head().seq - (start?.seq ?? 1) + 1
  for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    const row = rowOf(line, chain.head().seq + 1)
    if (start === null) {
      start = { seq: row.seq, hash: row.seq === 1 ? NO_HASH : row.prevHash }
      chain = followChain(noted, start)
    }
    const finding = chain.next(row)
    if (finding !== null) return { entries: entries(), finding }
    drop = dropIn(row) ?? drop
  }
  return { entries: entries(), finding: chain.end() ?? unruled(start, drop) }
}

/** A file may begin later only if its newest drop entry says so. */
function unruled(start: ChainStart | null, drop: Drop | null): ChainFinding | null {
  const first = drop?.firstKept ?? 1
  if (start === null) return null
  if (start.seq > first) return { problem: 'removed', seq: first }
  return start.hash === (drop?.anchor ?? NO_HASH) ? null : { problem: 'exchanged', seq: first }
}

/** A line that is no longer an entry counts as an altered one. */
function rowOf(line: string, due: number): EvidenceRow {
  try {
    const { payload, prev_hash: prevHash, ...row } = JSON.parse(line) as EvidenceRow & { prev_hash: string }
    return { ...row, prevHash, payload: canonicalJson(payload) }
  } catch {
    return { seq: due, at: '', operator: '', kind: '', payload: 'null', prevHash: '', hash: '' }
  }
}

const HOW_TO_CHECK = `Evidence log of a Packbench station
===================================

The file with the same name and the ending .jsonl holds one entry a line, oldest first, as JSON:

  at         when it was recorded, UTC by the clock of the PC
  kind       what it is: scan, refusal, pack, ship, correct ...
  operator   who had signed in, or the name that the station was set up with
  payload    the facts; "refused" holds the code when the station did not do it
  seq        1, 2, 3 ... without a gap; later in the first line where older entries were removed by the rule of how
             long evidence is kept: the last entry of the kind entries_dropped says up to which and by what rule
  prev_hash  the hash of the entry before; sixty-four zeros in entry 1
  hash       SHA-256, in hexadecimal, over prev_hash, one line feed, and the entry as JSON in UTF-8 with the keys
             at, kind, operator, payload, seq in this order, no blanks, and the keys of every object sorted

To check it with Python 3:

  import hashlib, json, sys
  before, due, first, rule = "0" * 64, 1, None, None
  for line in open(sys.argv[1], encoding="utf-8"):
      e = json.loads(line)
      prev, own = e.pop("prev_hash"), e.pop("hash")
      if first is None:
          first = (e["seq"], prev)
          due, before = first
      text = json.dumps(e, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
      right = hashlib.sha256((prev + "\\n" + text).encode("utf-8")).hexdigest()
      if e["seq"] != due or prev != before or own != right:
          sys.exit("wrong at entry %d" % due)
      if e["kind"] == "entries_dropped":
          rule = (e["payload"]["firstKept"], e["payload"]["anchor"])
      before, due = own, due + 1
  if first != (rule or (1, "0" * 64)):
      sys.exit("entries before %d were removed, and not by the rule" % first[0])
  print("whole: entries %d to %d, last hash %s" % (first[0], due - 1, before))

What this shows: that no entry was changed, removed or put in after the hash of a later one was known to somebody.
What it cannot show: that the end was not cut off, or the whole chain rewritten, by somebody who could write
to the PC. Note the last hash elsewhere (a mail, a printout): then it shows that too. Nor what was in entries that the
rule removed: an earlier export shows that.
`
