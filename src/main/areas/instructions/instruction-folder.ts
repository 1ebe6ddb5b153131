import { accessSync, constants, mkdirSync, realpathSync, rmSync, statSync, type Stats } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import type {
  InstructionList,
  InstructionsView,
  ItemInstructions,
  PictureProblem,
  TableToChange,
} from '../../../shared/contract/instructions'
import {
  foundBy,
  INSTRUCTION_COLUMNS,
  MOST_PICTURE_BYTES,
  instructionIndex,
  skuKey,
  type InstructedItem,
  type LineInstruction,
  type WrittenInstruction,
} from '../../../shared/domain/orders/instruction'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { InstructionEdit } from '../../../shared/domain/orders/instruction-table'
import { foldText } from '../../../shared/domain/text/fold'
import type { Clock } from '../../base/clock'
import { writeDurably } from '../../base/durable-file'
import { isNoRoom } from '../../base/no-room'
import { StationError } from '../../base/station-error'
import { nameKey, newPicture, picturesIn, pictureUri, type NewPicture } from './instruction-pictures'
import {
  bytesAsSeen,
  changeInstructionTable,
  readInstructionTable,
  refusal,
  type InstructionTable,
} from './instruction-table'

/** What the warehouse says about an item. */
export type ItemGuide = {
  instructions: readonly LineInstruction[]
  /** The name of the item's own picture. */
  picture: string | null
}

/**
 * The folder `instructions` in the data folder: a table `instructions.csv`, the pictures that it names, and in `items`
 * pictures named after items. IT copies it to other stations. It is on this PC's disk, so reading it waits for no
 * network.
 */
export type InstructionFolder = {
  guideOf(item: InstructedItem): ItemGuide
  /** Whether any instruction is to be confirmed. */
  asksAny(): boolean
  /** Reads everything again. */
  read(): InstructionsView
  /** A `data:` URL; `null` if there is no such picture, or it cannot be shown. */
  readPicture(name: string): string | null
  /** For somebody who may change them; so is the list. */
  instructionsOf(item: InstructedItem): ItemInstructions
  /** Those whose code, condition or text contains `search`. */
  list(search: string): InstructionList
  /**
   * Writes one row of the table, or adds one, and the picture that comes with it.
   * @throws StationError `instruction_refused` with the reason for `file` in its fields, `disk_full`; the folder is as it was then
   */
  write(request: ParsedRequestOf<'instructions:write'>): {
    picture: string | null
    before: WrittenInstruction | null
  }
  /** @throws StationError the same */
  remove(request: ParsedRequestOf<'instructions:remove'>): { before: WrittenInstruction | null }
}

/** The part that packing needs. */
export type Instructions = Pick<InstructionFolder, 'guideOf' | 'asksAny'>

/** Of a station without any. */
export const NO_INSTRUCTIONS: Instructions = {
  guideOf: () => ({ instructions: [], picture: null }),
  asksAny: () => false,
}

/** Never rename. */
const FOLDER = 'instructions'
const TABLE = 'instructions.csv'
const ITEMS = 'items'
/** The lock files of LibreOffice and Excel, in the folder of a table that they have open. */
const OPEN_SIGNS = [`.~lock.${TABLE}#`, `~$${TABLE}`]

const MOST_PROBLEMS = 50
const MOST_LISTED = 100
/** Between two looks at whether the folder has changed. */
const LOOK_MS = 10_000

type Content = {
  /** What the folder looked like; while it does, nothing is read again. `null`: it is read again at the next look. */
  mark: string | null
  table: InstructionTable
  find: (item: InstructedItem) => WrittenInstruction[]
  asksAny: boolean
  /** From names as compared to the files. */
  pictures: ReadonlyMap<string, string>
  /** From SKUs to files in `items`. */
  items: ReadonlyMap<string, string>
}

export function openInstructionFolder(dataDir: string, clock: Clock): InstructionFolder {
  const dir = join(dataDir, FOLDER)
  let content = readContent(dir, null)
  let lookedAt = clock.monotonicMs()
  const look = (): Content => {
    lookedAt = clock.monotonicMs()
    if (markOf(dir) !== content.mark) content = readContent(dir, content.table)
    return content
  }
  const present = (): Content => (clock.monotonicMs() - lookedAt < LOOK_MS ? content : look())
  const change = (
    seen: string | null,
    edit: InstructionEdit,
    picture: NewPicture | null,
  ): WrittenInstruction | null => {
    let added: string | null = null
    try {
      const changed = changeInstructionTable(join(dir, TABLE), seen, edit)
      const path = behindLink(join(dir, TABLE))
      const check = (): void => {
        checkNotOpen(join(dir, TABLE), path)
        bytesAsSeen(path, seen)
      }
      check()
      const mode = modeOf(path)
      mkdirSync(dir, { recursive: true })
      if (picture?.isThere === false) {
        writeDurably(join(dir, picture.name), picture.bytes, { mode })
        added = join(dir, picture.name)
      }
      // Somebody may have saved the table meanwhile.
      writeDurably(path, changed.content, { mode, check })
      return changed.before
    } catch (error) {
      if (added !== null) rmSync(added, { force: true })
      throw whyNotWritten(error)
    } finally {
      // Also after a refusal: the file may have changed without another length or time.
      content = readContent(dir, content.table)
    }
  }
  return {
    guideOf(item) {
      const { find, items, pictures } = present()
      const instructions = find(item).map(({ text, picture, confirm }): LineInstruction => ({
        text,
        picture: fileOf(pictures, picture),
        confirm,
      }))
      const skus = [item.externalId, item.mpn, item.itemNumber].filter((sku) => sku !== null)
      const file = skus.map((sku) => items.get(skuKey(sku))).find((one) => one !== undefined)
      return { instructions, picture: file === undefined ? null : `${ITEMS}/${file}` }
    },
    asksAny: () => present().asksAny,
    read() {
      content = readContent(dir, content.table)
      return viewOf(dir, content)
    },
    readPicture(name) {
      const { pictures, items } = present()
      // SECURITY: only what a listing of the folder has named is read; a name is never part of a path otherwise.
      const known = [...pictures.values(), ...[...items.values()].map((file) => `${ITEMS}/${file}`)]
      return known.includes(name) ? pictureUri(join(dir, name)) : null
    },
    instructionsOf(item) {
      const now = look()
      const rows = now.find(item).map((one) => ({ ...shownOf(now, one), by: foundBy(one, item) }))
      return { ...toChange(now), item, rows }
    },
    list(search) {
      const now = look()
      const { instructions } = now.table
      const sought = foldText(search.trim())
      const fitting = instructions.filter(({ sku, condition, text }) =>
        [sku, condition, text].some((one) => one !== null && foldText(one).includes(sought)),
      )
      const rows = fitting.slice(0, MOST_LISTED).map((one) => shownOf(now, one))
      return { ...toChange(now), rows, fitting: fitting.length, total: instructions.length }
    },
    write({ seen, row, instruction, upload }) {
      const added = upload === null ? null : newPicture(dir, upload)
      const picture = added?.name ?? instruction.picture
      return { picture, before: change(seen, { row, instruction: { ...instruction, picture } }, added) }
    },
    remove: ({ seen, row }) => ({ before: change(seen, { row, instruction: null }, null) }),
  }
}

/** With the name of its picture as the folder has it. */
function shownOf({ pictures }: Content, instruction: WrittenInstruction): WrittenInstruction {
  return { ...instruction, picture: fileOf(pictures, instruction.picture) ?? instruction.picture }
}

function toChange({ table, pictures }: Content): TableToChange {
  const { state, seen, missing, columns } = table
  const refused = state === 'none' || state === 'read' ? null : state
  return {
    ...{ seen, refused: state === 'read' && missing.length > 0 ? 'no_columns' : refused },
    columns: state === 'none' ? INSTRUCTION_COLUMNS : columns,
    pictures: [...pictures.values()].toSorted((one, other) => one.localeCompare(other)),
  }
}

/** The file that IT's link leads to is changed, and the link stays. */
function behindLink(path: string): string {
  return statOf(path) === null ? path : realpathSync(path)
}

/** The rights of the file, which its next content keeps; `undefined` without a file. @throws for a file that is read-only */
function modeOf(path: string): number | undefined {
  const stat = statOf(path)
  if (stat === null) return undefined
  accessSync(path, constants.W_OK)
  return stat.mode & 0o777
}

/** A spreadsheet that has the table open would save over it. Not every system locks the file, so the spreadsheet's own lock file counts, too. */
function checkNotOpen(...paths: readonly string[]): void {
  for (const dir of paths.map(dirname))
    for (const sign of OPEN_SIGNS) if (statOf(join(dir, sign)) !== null) throw refusal('locked', sign)
}

/** On Windows, nobody can replace a file that a spreadsheet has open. */
function whyNotWritten(error: unknown): unknown {
  if (error instanceof StationError || !(error instanceof Error) || !('code' in error)) return error
  return isNoRoom(error)
    ? new StationError('disk_full', 'the disk is full')
    : refusal('locked', String(error.code))
}

function fileOf(pictures: Content['pictures'], name: string | null): string | null {
  return name === null ? null : (pictures.get(nameKey(name)) ?? null)
}

function viewOf(dir: string, { table, pictures, items }: Content): InstructionsView {
  const named = [...new Set(table.instructions.flatMap(({ picture }) => picture ?? []))]
  const shown = named.flatMap((picture): PictureProblem[] => {
    const file = fileOf(pictures, picture)
    if (file === null) return [{ picture, kind: 'picture_missing' }]
    return (statOf(join(dir, file))?.size ?? 0) > MOST_PICTURE_BYTES
      ? [{ picture, kind: 'picture_large' }]
      : []
  })
  const problems = [...table.problems, ...shown]
  return {
    ...{ folder: dir, table: table.state, instructions: table.instructions.length, itemPictures: items.size },
    ...{ missingColumns: table.state === 'read' ? table.missing : [], unknownColumns: table.unknown },
    problems: problems.slice(0, MOST_PROBLEMS),
    moreProblems: Math.max(0, problems.length - MOST_PROBLEMS),
  }
}

/** @param last what was read before: it holds while the table cannot be opened, because a packer must still confirm */
function readContent(dir: string, last: InstructionTable | null): Content {
  const mark = markOf(dir)
  const present = readInstructionTable(join(dir, TABLE))
  const isAway = present.state === 'not_file'
  const table = isAway && last !== null ? { ...last, state: present.state, seen: null } : present
  const pictures = new Map(picturesIn(dir).map((file) => [nameKey(file), file]))
  const items = new Map(picturesIn(join(dir, ITEMS)).map((file) => [skuKey(skuOf(file)), file]))
  const asksAny = table.instructions.some(({ confirm }) => confirm)
  // A spreadsheet or a virus scanner may have it only for a moment, which changes neither its length nor its time.
  return {
    mark: isAway ? null : mark,
    table,
    find: instructionIndex(table.instructions),
    asksAny,
    pictures,
    items,
  }
}

/** Files are replaced, so the time of the folders alone would not do. */
function markOf(dir: string): string {
  return [join(dir, TABLE), dir, join(dir, ITEMS)]
    .map((path) => {
      const stat = statOf(path)
      return stat === null ? '' : `${stat.mtimeMs} ${stat.size}`
    })
    .join('|')
}

/** Characters that no file name may have are written as in a URL: `A%2F1.jpg` is the picture of A/1. */
function skuOf(file: string): string {
  const stem = file.slice(0, -extname(file).length)
  try {
    return decodeURIComponent(stem)
  } catch {
    return stem
  }
}

/** `null` also for links in a circle, and for what may not be looked at. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}
