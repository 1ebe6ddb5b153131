import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { placeOf, type Self } from './outbox-lease'
import type { Entry, NewEntry } from '../storage/stream'

/** An open operation as it stands in the journal at the hub. */

/** Stored at the hub; never rename. */
const journalEntry = z.looseObject({
  /** The station whose outbox it is in, or was. */
  stationId: z.string().min(1).max(64),
  station: z.string().max(200),
  /** Its place in the station's outbox. */
  seq: z.int().positive(),
  op: z.unknown(),
  /** The station that has adopted it. */
  taken: z
    .looseObject({
      stationId: z.string().min(1).max(64),
      station: z.string().max(200),
      /** Who took it over there. */
      operator: z.string().max(300).nullish(),
      epoch: z.int().nonnegative(),
    })
    .nullable(),
})
export type JournalEntry = z.output<typeof journalEntry>
export type Taker = NonNullable<JournalEntry['taken']>

/**
 * What an entry says without its body being opened. `mark`: two operations with the same mark are the same. `uid` is in
 * an operation's place instead if an earlier version wrote it.
 */
export type Note = { seq: number; mark: string; taken: boolean; uid: string | null }

const TAKEN = 'taken'
const MARK_CHARS = 16
const PLACE_BYTES = 8
const PLAIN_UID = /^[\w-]{1,100}$/

/** @returns `null` for what means nothing here (H7) */
export function readEntry(json: string | null): JournalEntry | null {
  if (json === null) return null
  try {
    return journalEntry.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/**
 * A note that means nothing here is one that no operation has. SECURITY: without a proof it only says which operation the
 * place was for; the station writes that again.
 */
export function readNote({ note, isProven }: Pick<Entry, 'note' | 'isProven'>): Note {
  const words = note.split(' ')
  const isTaken = words[0] === TAKEN
  const [seq = '', mark = '', uid] = isTaken ? words.slice(1) : words
  return {
    seq: Number.parseInt(seq, 10) || 0,
    mark: isProven ? mark : '',
    taken: isTaken && isProven,
    uid: uid === undefined ? null : uidIn(uid),
  }
}

/** @param key without it, nobody can guess from the mark what is in the entry */
export function markOf(key: Buffer, json: string): string {
  return createHmac('sha256', key).update(json).digest('base64url').slice(0, MARK_CHARS)
}

/** A new place for entries of the station: the next operation is there when the one that is there has ended. */
export function newPlace(account: string, { stationId }: Self): string {
  return `${placeOf(account, stationId)}.${randomBytes(PLACE_BYTES).toString('hex')}`
}

/** @param json the operation as another station takes it in */
export function openEntry(
  place: string,
  self: Self,
  { seq, opUid, json, mark }: { seq: number; opUid: string; json: string; mark: string },
): NewEntry {
  const head = JSON.stringify({ stationId: self.stationId, station: self.station, seq, taken: null })
  return {
    place,
    note: `${seq} ${mark} ${nameOf(opUid)}`,
    json: `${head.slice(0, -1)},"op":${json}}`,
  }
}

/** The same entry once another station has taken the operation. */
export function takenEntry({ place, ...noted }: Entry, entry: JournalEntry, by: Taker): NewEntry {
  const { seq, mark, uid } = readNote(noted)
  const named = uid === null ? '' : ` ${nameOf(uid)}`
  return { place, note: `${TAKEN} ${seq} ${mark}${named}`, json: JSON.stringify({ ...entry, taken: by }) }
}

/** What comes from a file of operations must not reach beyond its word. */
function nameOf(opUid: string): string {
  return PLAIN_UID.test(opUid) ? opUid : `=${Buffer.from(opUid).toString('base64url')}`
}

export function uidOf({ place, ...noted }: Pick<Entry, 'place' | 'note' | 'isProven'>): string {
  return readNote(noted).uid ?? uidIn(place.slice(place.lastIndexOf('.') + 1))
}

function uidIn(name: string): string {
  return name.startsWith('=') ? Buffer.from(name.slice(1), 'base64url').toString() : name
}
