import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ChainFinding, ExportedEvidence } from '../../shared/contract/evidence-views'
import { StationError } from '../station-error'
import { fileTime } from './backup-files'
import type { Database } from './database'
import { canonicalJson, entryText, followChain, type EvidenceRow } from './evidence-chain'
import { lastRow, rowsAfter } from './evidence-file'
import { syncDir } from './file-swap'

/** The evidence log as a file for others: one entry a line as JSON, with its chain, and a page that says how to check it. */

const ROWS_PER_STEP = 500

/** An entry as a line of the file: itself and its two hashes. */
export function exportedLine(row: EvidenceRow): string {
  const { prevHash, hash } = row
  return `${entryText(row).slice(0, -1)},"prev_hash":"${prevHash}","hash":"${hash}"}`
}

/**
 * Writes all entries to `dir`, whatever is wrong with them, and puts the page beside them.
 * @throws StationError `disk_full`, `database_error` when it cannot be written; nothing is left behind then
 */
export async function exportEvidence(db: Database, dir: string, wallMs: number): Promise<ExportedEvidence> {
  const stem = join(dir, `evidence-${fileTime(wallMs)}`)
  const part = `${stem}.jsonl.part`
  try {
    // SECURITY: other users of the PC have no business in it.
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const head = await write(db, part)
    await writeFile(`${stem}-how-to-check.txt`, HOW_TO_CHECK, { mode: 0o600, flush: true })
    await rename(part, `${stem}.jsonl`)
    syncDir(dir)
    return { path: `${stem}.jsonl`, entries: head.seq, head: head.hash }
  } catch (error) {
    await rm(part, { force: true })
    const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    const why = error instanceof Error ? error.message : 'unknown'
    throw new StationError(full ? 'disk_full' : 'database_error', `the evidence cannot be written: ${why}`)
  }
}

async function write(db: Database, part: string): Promise<{ seq: number; hash: string }> {
  const last = lastRow(db)
  const file = await open(part, 'w', 0o600)
  try {
    for (let seq = 0; ;) {
      const rows = rowsAfter(db, seq, last?.seq ?? 0, ROWS_PER_STEP)
      if (rows.length === 0) break
      await writeLines(file, rows)
      seq = rows.at(-1)?.seq ?? seq
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { seq: last?.seq ?? 0, hash: last?.hash ?? '' }
}

async function writeLines(file: FileHandle, rows: readonly EvidenceRow[]): Promise<void> {
  await file.write(rows.map((row) => `${exportedLine(row)}\n`).join(''))
}

/**
 * Checks an exported file.
 * @param noted the head that somebody kept elsewhere, so that a cut end is found too
 */
export async function checkExportedEvidence(
  path: string,
  noted: { seq: number; hash: string } | null = null,
): Promise<{ entries: number; finding: ChainFinding | null }> {
  const chain = followChain(noted)
  for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    const finding = chain.next(rowOf(line, chain.head().seq + 1))
    if (finding !== null) return { entries: chain.head().seq, finding }
  }
  return { entries: chain.head().seq, finding: chain.end() }
}

/** What is no entry any more counts as one that was altered. */
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
  seq        1, 2, 3 ... without a gap
  prev_hash  the hash of the entry before; sixty-four zeros in the first
  hash       SHA-256, in hexadecimal, over prev_hash, one line feed, and the entry as JSON in UTF-8 with the keys
             at, kind, operator, payload, seq in this order, no blanks, and the keys of every object sorted

To check it with Python 3:

  import hashlib, json, sys
  before, due = "0" * 64, 1
  for line in open(sys.argv[1], encoding="utf-8"):
      e = json.loads(line)
      prev, own = e.pop("prev_hash"), e.pop("hash")
      text = json.dumps(e, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
      right = hashlib.sha256((prev + "\\n" + text).encode("utf-8")).hexdigest()
      if e["seq"] != due or prev != before or own != right:
          sys.exit("wrong at entry %d" % due)
      before, due = own, due + 1
  print("whole: %d entries, last hash %s" % (due - 1, before))

What this shows: that no entry was changed, removed or put in after the hash of a later one was known to somebody.
What it cannot show: that the end was not cut off, or the whole chain not written anew, by somebody who could write
to the PC. Note the last hash elsewhere (a mail, a printout): then it shows that too.
`
