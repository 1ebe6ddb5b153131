import { createHash } from 'node:crypto'
import type { ChainFinding } from '../../../shared/contract/evidence'
import type { EvidenceHead } from '../../../shared/domain/evidence/evidence-head'

/**
 * The chain of the evidence log: every entry carries the hash of the one before it, so that a changed, removed or
 * inserted entry invalidates every later hash. After the oldest entries were removed under the retention setting, an
 * entry of the chain says what the first remaining one follows. Not detectable: entries cut from the end after the last
 * noted head, and a chain rewritten from some entry to its end together with the noted head. An exported file, or its
 * last hash on paper, shows both.
 */

/** `payload` is canonical JSON. */
export type EvidenceRow = {
  seq: number
  at: string
  operator: string
  kind: string
  payload: string
  prevHash: string
  hash: string
}

/** The hash that the first entry of a file follows. */
export const NO_HASH = '0'.repeat(64)

/** Without lone surrogates, which other programs would encode, and hash, differently. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** JSON with sorted keys and no blanks: the same value always gives the same text. Only plain values. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
  }
  return JSON.stringify(typeof value === 'string' ? wellFormed(value) : value) ?? 'null'
}

/** The entry as it is hashed and exported, without its hashes. */
export function entryText({
  seq,
  at,
  operator,
  kind,
  payload,
}: Omit<EvidenceRow, 'prevHash' | 'hash'>): string {
  const text = (value: string): string => canonicalJson(value)
  return `{"at":${text(at)},"kind":${text(kind)},"operator":${text(operator)},"payload":${payload},"seq":${seq}}`
}

/** SHA-256 in hex over the previous hash, a line feed and the entry. */
export function hashOf(row: Omit<EvidenceRow, 'hash'>): string {
  return createHash('sha256')
    .update(`${row.prevHash}\n${entryText(row)}`)
    .digest('hex')
}

/** How many entries inserted or removed at once can be told apart from one altered entry. */
const MOST_SHIFTED = 100

/** The first entry of a chain, and the hash that it follows. */
export type ChainStart = { seq: number; hash: string }

const BEGINNING: ChainStart = { seq: 1, hash: NO_HASH }

/** Follows a chain entry by entry; each call returns the problem of that entry, or `null`. */
export function followChain(noted: Pick<EvidenceHead, 'seq' | 'hash'> | null, start = BEGINNING) {
  let seq = start.seq - 1
  let hash = start.hash
  return {
    next(row: EvidenceRow): ChainFinding | null {
      const due = seq + 1
      if (row.seq > due) return { problem: 'removed', seq: due }
      if (row.seq < due) return { problem: 'inserted', seq: row.seq }
      if (hashOf(row) !== row.hash) return whyOther(row)
      if (row.prevHash !== hash) return { problem: 'exchanged', seq: row.seq }
      if (row.seq === noted?.seq && row.hash !== noted.hash) return { problem: 'rewritten', seq: row.seq }
      seq = row.seq
      hash = row.hash
      return null
    },
    /** The problem at the end of the chain, or `null`. */
    end(): ChainFinding | null {
      return noted !== null && seq < noted.seq ? { problem: 'cut', seq: seq + 1 } : null
    },
    head: () => ({ seq, hash }),
  }
}

/** An entry that is valid under another number shows that entries before it were inserted or removed. */
function whyOther(row: EvidenceRow): ChainFinding {
  for (let by = 1; by <= MOST_SHIFTED; by += 1) {
    if (hashOf({ ...row, seq: row.seq - by }) === row.hash) return { problem: 'inserted', seq: row.seq - by }
    if (hashOf({ ...row, seq: row.seq + by }) === row.hash) return { problem: 'removed', seq: row.seq }
  }
  return { problem: 'altered', seq: row.seq }
}
