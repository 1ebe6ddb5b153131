import { readdirSync, statSync, type Stats } from 'node:fs'
import { extname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { InstructionsView, PictureProblem } from '../../../shared/contract/instructions'
import {
  instructionIndex,
  readInstructions,
  skuKey,
  type InstructedItem,
  type LineInstruction,
  type ReadInstructions,
} from '../../../shared/domain/orders/instruction'
import type { Clock } from '../../base/clock'
import { measurePicture } from '../../base/picture'
import { PlainFileError, readPlainFile, readPlainFileIfAny } from '../../base/plain-file'
import { CSV_OPTIONS, readTableText } from '../../base/table-text'

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

const MOST_TABLE_BYTES = 5_000_000
const MOST_PICTURE_BYTES = 1_000_000
const MOST_PIXELS = 4_000
const MOST_PROBLEMS = 50
/** Between two looks at whether the folder has changed. */
const LOOK_MS = 10_000

type Content = {
  /** What the folder looked like; while it does, nothing is read again. */
  mark: string
  state: InstructionsView['table']
  table: ReadInstructions
  find: (item: InstructedItem) => LineInstruction[]
  asksAny: boolean
  /** From names as compared to the files. */
  pictures: ReadonlyMap<string, string>
  /** From SKUs to files in `items`. */
  items: ReadonlyMap<string, string>
}

export function openInstructionFolder(dataDir: string, clock: Clock): InstructionFolder {
  const dir = join(dataDir, FOLDER)
  let content = readContent(dir)
  let lookedAt = clock.monotonicMs()
  const present = (): Content => {
    if (clock.monotonicMs() - lookedAt < LOOK_MS) return content
    lookedAt = clock.monotonicMs()
    if (markOf(dir) !== content.mark) content = readContent(dir)
    return content
  }
  return {
    guideOf(item) {
      const { find, items, pictures } = present()
      const instructions = find(item).map((one) => ({ ...one, picture: fileOf(pictures, one.picture) }))
      const skus = [item.externalId, item.mpn, item.itemNumber].filter((sku) => sku !== null)
      const file = skus.map((sku) => items.get(skuKey(sku))).find((one) => one !== undefined)
      return { instructions, picture: file === undefined ? null : `${ITEMS}/${file}` }
    },
    asksAny: () => present().asksAny,
    read() {
      content = readContent(dir)
      return viewOf(dir, content)
    },
    readPicture(name) {
      const { pictures, items } = present()
      // SECURITY: only what a listing of the folder has named is read; a name is never part of a path otherwise.
      const known = [...pictures.values(), ...[...items.values()].map((file) => `${ITEMS}/${file}`)]
      return known.includes(name) ? asUri(join(dir, name)) : null
    },
  }
}

function fileOf(pictures: Content['pictures'], name: string | null): string | null {
  return name === null ? null : (pictures.get(nameKey(name)) ?? null)
}

/** A Mac writes the letters of file names in two parts. */
function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function viewOf(dir: string, { state, table, pictures, items }: Content): InstructionsView {
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
    ...{ folder: dir, table: state, instructions: table.instructions.length, itemPictures: items.size },
    ...{ missingColumns: state === 'read' ? table.missing : [], unknownColumns: table.unknown },
    problems: problems.slice(0, MOST_PROBLEMS),
    moreProblems: Math.max(0, problems.length - MOST_PROBLEMS),
  }
}

function readContent(dir: string): Content {
  const mark = markOf(dir)
  const { state, rows } = readTable(join(dir, TABLE))
  const table = readInstructions(rows)
  const pictures = new Map(picturesIn(dir).map((file) => [nameKey(file), file]))
  const items = new Map(picturesIn(join(dir, ITEMS)).map((file) => [skuKey(skuOf(file)), file]))
  const asksAny = table.instructions.some(({ confirm }) => confirm)
  return { mark, state, table, find: instructionIndex(table.instructions), asksAny, pictures, items }
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

type Table = { state: InstructionsView['table']; rows: string[][] }

function readTable(path: string): Table {
  let bytes: Buffer
  try {
    bytes = readPlainFile(path, MOST_TABLE_BYTES)
  } catch (error) {
    return { state: whyNotRead(error), rows: [] }
  }
  const table = readTableText(bytes)
  if (!table.ok) return { state: 'not_csv', rows: [] }
  try {
    return { state: 'read', rows: parse(table.text, { ...CSV_OPTIONS, delimiter: table.separator }) }
  } catch {
    return { state: 'broken', rows: [] }
  }
}

/** Packing goes on without it. */
function whyNotRead(error: unknown): Exclude<Table['state'], 'read'> {
  if (error instanceof PlainFileError && error.code === 'too large') return 'too_large'
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'none' : 'not_file'
}

function picturesIn(dir: string): string[] {
  try {
    return readdirSync(dir).filter((file) => /^\.(?:png|jpe?g)$/i.test(extname(file)))
  } catch {
    return []
  }
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

/** SECURITY: judged by content, as the logo is. */
function asUri(path: string): string | null {
  const bytes = readPlainFileIfAny(path, MOST_PICTURE_BYTES)
  const measured = bytes === null ? null : measurePicture(bytes)
  if (bytes === null || measured === null) return null
  const { type, width, height } = measured
  if (width > MOST_PIXELS || height > MOST_PIXELS) return null
  return `data:image/${type};base64,${bytes.toString('base64')}`
}

/** `null` also for links in a circle, and for what may not be looked at. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}
