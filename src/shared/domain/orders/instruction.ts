import { cellText, isSheetError, isShortened, plainCode, plainHeading } from '../tables/cell-text'
import { readYes } from '../tables/yes-or-no'

/** What a packer does with an item apart from putting it into the box, as the warehouse wrote it. */
export type Instruction = {
  /** The item's number, external ID or MPN; `null`: any item. */
  sku: string | null
  /** The item's grade; `null`: any. */
  condition: string | null
  text: string
  /** A picture's file name. */
  picture: string | null
  /** The packer confirms that it was followed. */
  confirm: boolean
}

/** `row`: its number in a spreadsheet. */
export type WrittenInstruction = Instruction & { row: number }

/** As it goes to the packer. */
export type LineInstruction = Pick<Instruction, 'text' | 'picture' | 'confirm'>

export type InstructedItem = {
  itemNumber: string | null
  externalId: string | null
  mpn: string | null
  quality: string | null
}

/** Longer texts are not read at a bench. */
export const MOST_INSTRUCTION_TEXT = 500
export const MOST_INSTRUCTIONS = 20_000
export const MOST_PICTURE_BYTES = 1_000_000

/** Why a row of the file is not used; `row` is its number in a spreadsheet. */
export type InstructionProblem = {
  row: number
  kind: 'no_item' | 'sku_spoiled' | 'no_text' | 'text_long' | 'confirm_unclear' | 'too_many'
}

export const INSTRUCTION_COLUMNS = ['sku', 'condition', 'text', 'picture', 'confirm'] as const
export type InstructionColumn = (typeof INSTRUCTION_COLUMNS)[number]
const NEEDED = ['sku', 'text'] as const
/** Other headings, in the languages of the app. */
const ALSO: Readonly<Record<InstructionColumn, readonly string[]>> = {
  sku: [
    'your sku',
    'eigene nummer',
    'artikelnummer',
    'référence',
    'numéro d’article',
    'referencia',
    'número de artículo',
  ],
  condition: ['quality', 'grade', 'zustand', 'qualität', 'état', 'qualité', 'estado', 'calidad'],
  text: ['instruction', 'anweisung', 'hinweis', 'texte', 'consigne', 'texto', 'instrucción'],
  picture: ['photo', 'image', 'bild', 'foto', 'imagen'],
  confirm: ['bestätigen', 'confirmer', 'confirmar'],
}
const COLUMN_OF = new Map(
  INSTRUCTION_COLUMNS.flatMap((name) =>
    [name, ...ALSO[name]].map((heading) => [plainHeading(heading), name] as const),
  ),
)

export type ReadInstructions = {
  instructions: readonly WrittenInstruction[]
  problems: readonly InstructionProblem[]
  columns: readonly InstructionColumn[]
  /** Columns without which nothing is read. */
  missing: readonly string[]
  /** Columns that mean nothing here. */
  unknown: readonly string[]
}

/**
 * Reads the rows of a table whose first row names its columns. A row that cannot be used is left out and named; the
 * others hold.
 */
export function readInstructions(rows: readonly (readonly string[])[]): ReadInstructions {
  const headings = rows[0] ?? []
  const names = headings.map(instructionColumn)
  const columns = INSTRUCTION_COLUMNS.filter((name) => names.includes(name))
  const missing = NEEDED.filter((name) => !names.includes(name))
  const unknown = headings
    .filter((_, index) => names[index] === null)
    .map((heading) => heading.trim().toLowerCase())
    .filter((heading) => heading !== '')
  const instructions: WrittenInstruction[] = []
  const problems: InstructionProblem[] = []
  if (missing.length > 0) return { instructions, problems, columns, missing, unknown }
  rows.slice(1).forEach((cells, index) => {
    const cell = (name: InstructionColumn) => cellText(cells[names.indexOf(name)] ?? '')
    if (cells.every((text) => text.trim() === '')) return
    const row = index + 2
    const read = readRow(cell)
    if (typeof read === 'string') problems.push({ row, kind: read })
    else if (instructions.length >= MOST_INSTRUCTIONS) problems.push({ row, kind: 'too_many' })
    else instructions.push({ ...read, row })
  })
  return { instructions, problems, columns, missing, unknown }
}

/** What a heading stands for, also in another language; `null`: nothing here. */
export function instructionColumn(heading: string): InstructionColumn | null {
  return COLUMN_OF.get(plainHeading(heading)) ?? null
}

/** A code that looks like what a spreadsheet makes of others, so that nobody can tell whether it is meant. */
export function isSpoiledCode(sku: string): boolean {
  return isShortened(sku) || isSheetError(sku)
}

function readRow(cell: (name: InstructionColumn) => string): Instruction | InstructionProblem['kind'] {
  const [sku, condition, text, picture] = [cell('sku'), cell('condition'), cell('text'), cell('picture')]
  const confirm = cell('confirm') === '' ? false : readYes(cell('confirm'))
  if (sku === '' && condition === '') return 'no_item'
  if (isSpoiledCode(sku)) return 'sku_spoiled'
  if (text === '') return 'no_text'
  if (text.length > MOST_INSTRUCTION_TEXT) return 'text_long'
  if (confirm === null) return 'confirm_unclear'
  return {
    ...{ sku: orNull(sku), condition: orNull(condition), text, picture: orNull(picture) },
    confirm,
  }
}

/** Finds the instructions for an item; build it once for many items. @returns them in the file's order */
export function instructionIndex<One extends Instruction>(
  instructions: readonly One[],
): (item: InstructedItem) => One[] {
  const bySku = new Map<string, number[]>()
  const forAny: number[] = []
  instructions.forEach(({ sku }, index) => {
    if (sku === null) forAny.push(index)
    else bySku.set(skuKey(sku), [...(bySku.get(skuKey(sku)) ?? []), index])
  })
  return (item) => {
    const skus = [item.itemNumber, item.externalId, item.mpn].filter((sku) => sku !== null)
    const found = new Set([...forAny, ...skus.flatMap((sku) => bySku.get(skuKey(sku)) ?? [])])
    return [...found]
      .toSorted((one, other) => one - other)
      .flatMap((index) => instructions[index] ?? [])
      .filter(({ condition }) => condition === null || isGrade(condition, item.quality))
  }
}

export const FOUND_BY = ['item_number', 'sku', 'mpn', 'condition'] as const
export type FoundBy = (typeof FOUND_BY)[number]

/** By which of its codes an item has this instruction; `condition`: every item of its grade has it. */
export function foundBy({ sku }: Pick<Instruction, 'sku'>, item: InstructedItem): FoundBy {
  if (sku === null) return 'condition'
  const isCode = (code: string | null) => code !== null && skuKey(code) === skuKey(sku)
  if (isCode(item.itemNumber)) return 'item_number'
  return isCode(item.externalId) ? 'sku' : 'mpn'
}

/** Codes are compared as they look, without regard to capitals. */
export function skuKey(sku: string): string {
  return plainCode(sku).toLowerCase()
}

/** "Very good" and "very_good" are one grade: the Partner API lists none, and people write words. */
function isGrade(condition: string, quality: string | null): boolean {
  return quality !== null && gradeKey(condition) === gradeKey(quality)
}

function gradeKey(grade: string): string {
  return skuKey(grade).replaceAll(/[\s_-]+/g, ' ')
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}

type Line = { lineId: number; instructions: readonly LineInstruction[] }

export function asksToConfirm({ instructions }: Pick<Line, 'instructions'>): boolean {
  return instructions.some(({ confirm }) => confirm)
}

/**
 * The chosen lines whose instructions the packer has yet to confirm, in the order in which they were chosen.
 * @param followed the lines whose instructions are confirmed
 */
export function instructionsOpen(
  lines: readonly Line[],
  chosen: Iterable<number>,
  followed: ReadonlySet<number>,
): number[] {
  const asking = new Set(lines.filter(asksToConfirm).map(({ lineId }) => lineId))
  return [...chosen].filter((lineId) => asking.has(lineId) && !followed.has(lineId))
}

/** Lines that ask for the very same: several pieces of an item are confirmed as one. */
export function sameInstructions(lines: readonly Line[], lineId: number): number[] {
  const asked = lines.find((line) => line.lineId === lineId)
  const text = JSON.stringify(asked?.instructions)
  return lines.filter(({ instructions }) => JSON.stringify(instructions) === text).map((line) => line.lineId)
}
