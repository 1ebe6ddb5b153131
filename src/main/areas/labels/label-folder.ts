import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileTrouble, LabelFolderState } from '../../../shared/contract/labels'
import { PlainFileError, readPlainFileSoon } from '../../base/plain-file'
import type { Clock } from '../../base/clock'
import {
  isWholeLabel,
  labelKindOf,
  zplFields,
  type LabelKind,
  type ZplField,
} from '../../../shared/domain/labels/label-file'
import { readTrackingTable, type TrackingTable } from './read-tracking-table'

/** A label as carrier software wrote it. */
export type LabelOnDisk = {
  kind: LabelKind
  name: string
  /** Of its content, in hex. */
  sha256: string
  /** What a ZPL label prints; empty for a picture. */
  fields: readonly ZplField[]
}

export type FolderContent = {
  state: LabelFolderState
  labels: readonly LabelOnDisk[]
  tables: readonly TrackingTable[]
  troubles: readonly { name: string; why: FileTrouble }[]
  /** Files that are not looked at because there are too many. */
  leftOut: number
}

export type LabelFolder = {
  /** What is in the folder, after a look at it if the last one was some seconds ago. A network that hangs is not waited for. */
  read(): Promise<FolderContent>
  /** The bytes of a label; `null` if the file is gone or has other content now. */
  bytesOf(label: LabelOnDisk): Promise<Buffer | null>
}

/** Between two looks. A file that is the same in both is no longer being written. */
const LOOK_MS = 2_000
/** A whole label that was last written so long ago is read at first sight: the packer is at its order already. */
const SETTLED_MS = 10_000
/** How long an answer waits for a look. */
const WAIT_MS = 500
const MOST_FILES = 2_000
const MOST_BYTES = 5_000_000
/** Read in one look; the others are read in the next ones. */
const MOST_READ_BYTES = 50_000_000

/** Of systems, and unfinished downloads and copies, which get another name once they are complete. */
const NOT_MEANT = /^[.~]|^(?:thumbs\.db|desktop\.ini)$|\.(?:tmp|temp|part|partial|crdownload|filepart)$/i

type Judged = { label: LabelOnDisk } | { table: TrackingTable } | { why: FileTrouble }
/** `judged`: `null` before the file was read. */
type Seen = { size: number; mtimeMs: number; judged: Judged | null }

/**
 * The folder that carrier software writes labels into. It may be on a network: it is read without blocking, and only while
 * somebody asks.
 * @param pathOf the folder; empty for none
 */
export function openLabelFolder(pathOf: () => string, clock: Clock): LabelFolder {
  let dir = ''
  let seen: ReadonlyMap<string, Seen> = new Map()
  let leftOut = 0
  let isAway = false
  let lookedAt: number | null = null
  let looking: Promise<void> | null = null
  let beganAt = 0

  const look = async (): Promise<void> => {
    const at = dir
    const found = await lookInto(at, seen, clock.wallMs())
    // Somebody has chosen another folder meanwhile.
    if (at !== dir) return
    isAway = found === null
    if (found !== null) ({ seen, leftOut } = found)
  }
  const begin = (): Promise<void> => {
    if (looking !== null) return looking
    beganAt = clock.monotonicMs()
    const mine = look().finally(() => {
      if (looking !== mine) return
      looking = null
      lookedAt = clock.monotonicMs()
    })
    return (looking = mine)
  }
  const follow = (): void => {
    if (pathOf() === dir) return
    dir = pathOf()
    ;[seen, leftOut, isAway, lookedAt, looking] = [new Map(), 0, false, null, null]
  }

  return {
    async read() {
      follow()
      if (dir === '') return EMPTY
      const isDue = lookedAt === null || clock.monotonicMs() - lookedAt >= LOOK_MS
      if (isDue && !(await inTime(clock, begin())))
        // Thousands of files on a slow network take seconds: what was seen last still holds.
        isAway = lookedAt === null || clock.monotonicMs() - beganAt >= AWAY_AFTER_MS
      return contentOf(seen, leftOut, isAway)
    },
    async bytesOf({ name, sha256 }) {
      try {
        const bytes = await readPlainFileSoon(join(dir, name), MOST_BYTES)
        return hashOf(bytes) === sha256 ? bytes : null
      } catch {
        return null
      }
    },
  }
}

const EMPTY: FolderContent = { state: 'off', labels: [], tables: [], troubles: [], leftOut: 0 }

/** A look that takes longer has met a share that does not answer. */
const AWAY_AFTER_MS = 10_000

/** Whether it ends within `WAIT_MS`, well or not. */
function inTime(clock: Clock, work: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(WAIT_MS, () => resolve(false))
    const end = (): void => {
      cancel()
      resolve(true)
    }
    work.then(end, end)
  })
}

function contentOf(seen: ReadonlyMap<string, Seen>, leftOut: number, isAway: boolean): FolderContent {
  const labels = new Map<string, LabelOnDisk>()
  const tables: TrackingTable[] = []
  const troubles: { name: string; why: FileTrouble }[] = []
  for (const [name, { judged }] of seen) {
    if (judged === null) troubles.push({ name, why: 'waiting' })
    else if ('why' in judged) troubles.push({ name, why: judged.why })
    else if ('table' in judged) tables.push(judged.table)
    // A copy of the same label under another name is the same label.
    else if (!labels.has(judged.label.sha256)) labels.set(judged.label.sha256, judged.label)
  }
  return { state: isAway ? 'away' : 'read', labels: [...labels.values()], tables, troubles, leftOut }
}

type Found = { seen: ReadonlyMap<string, Seen>; leftOut: number }

/** `null` if the folder cannot be read. */
async function lookInto(
  dir: string,
  before: ReadonlyMap<string, Seen>,
  nowMs: number,
): Promise<Found | null> {
  let names: string[]
  try {
    const entries = await readdir(dir, { withFileTypes: true })
    names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  } catch {
    return null
  }
  // Software that numbers its files gives the newest the last name.
  const meant = names.filter((name) => !NOT_MEANT.test(name)).toSorted()
  const looked = meant.slice(-MOST_FILES)
  const seen = new Map<string, Seen>()
  let left = MOST_READ_BYTES
  // The newest first: they are what somebody waits for.
  for (const name of looked.toReversed()) {
    const now = await lookAt(join(dir, name), name, { before: before.get(name) ?? null, left, nowMs })
    if (now === null) continue
    seen.set(name, now.seen)
    left -= now.read
  }
  return { seen: new Map([...seen].toReversed()), leftOut: meant.length - looked.length }
}

type Look = { before: Seen | null; left: number; nowMs: number }

/** @returns `null` if the file is gone; `read`: how many bytes were read */
async function lookAt(
  path: string,
  name: string,
  { before, left, nowMs }: Look,
): Promise<{ seen: Seen; read: number } | null> {
  const now = await stat(path).catch(() => null)
  if (now === null) return null
  const { size, mtimeMs } = now
  const asJudged = (judged: Judged | null, read = 0) => ({ seen: { size, mtimeMs, judged }, read })
  const isStill = before !== null && before.size === size && before.mtimeMs === mtimeMs
  const was = isStill ? before.judged : null
  if (was !== null && !('why' in was && was.why === 'locked')) return asJudged(was)
  if (!now.isFile()) return asJudged({ why: 'not_a_file' })
  if (size > MOST_BYTES) return asJudged({ why: 'too_large' })
  if ((!isStill && nowMs - mtimeMs < SETTLED_MS) || size > left) return asJudged(was)
  const judged = await judge(path, name)
  const after = await stat(path).catch(() => null)
  const isSame = after !== null && after.size === size && after.mtimeMs === mtimeMs
  // The clock of a network folder may be wrong, and a table has no end that would show that it is whole.
  const isSure = isStill || 'label' in judged
  return asJudged(isSame && isSure ? judged : null, size)
}

async function judge(path: string, name: string): Promise<Judged> {
  let bytes: Buffer
  try {
    bytes = await readPlainFileSoon(path, MOST_BYTES)
  } catch (error) {
    if (!(error instanceof PlainFileError)) return { why: 'locked' }
    return { why: error.code === 'too large' ? 'too_large' : 'not_a_file' }
  }
  if (bytes.length === 0) return { why: 'empty' }
  const text = bytes.toString('latin1')
  const kind = labelKindOf(text)
  // Any file may lie there: one that no reader of tables foresaw must not stop the others.
  if (kind === null) return readTrackingTable(name, bytes).catch((): Judged => ({ why: 'no_label' }))
  if (!isWholeLabel(kind, text)) return { why: 'half_written' }
  const fields = kind === 'zpl' ? zplFields(text) : []
  return { label: { kind, name, sha256: hashOf(bytes), fields } }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
