import { isSheetError, isShortened, plainHeading } from '../tables/cell-text'
import { badgeOf } from './badge'
import { commandOf } from './command'
import { taughtKey } from './scan'
import { meaningOfItem, TAUGHT_BY, type TaughtMeaning } from './taught-code'

/** A table of codes and the items that they stand for, as IT or a supplier has it. */

export const MOST_TAUGHT_ROWS = 200_000
export const MOST_TAUGHT_BYTES = 20 * 1_024 * 1_024

const COLUMNS = ['code', ...TAUGHT_BY, 'size'] as const
type Column = (typeof COLUMNS)[number]

/** Headings, in the languages of the app. */
const HEADINGS: Readonly<Record<Column, readonly string[]>> = {
  code: ['code', 'barcode', 'ean', 'upc', 'gtin', 'strichcode', 'code-barres', 'código', 'código de barras'],
  mpn: [
    'mpn',
    'manufacturer part number',
    'herstellernummer',
    'référence fabricant',
    'referencia del fabricante',
  ],
  externalId: ['external_id', 'sku', 'your sku', 'eigene nummer', 'référence', 'referencia'],
  itemNumber: ['item_number', 'item number', 'artikelnummer', 'numéro d’article', 'número de artículo'],
  size: ['size', 'größe', 'taille', 'talla'],
}
const COLUMN_OF = new Map(
  COLUMNS.flatMap((name) => HEADINGS[name].map((heading) => [plainHeading(heading), name] as const)),
)

/** Why a row is not used; `row` is its number in a spreadsheet. */
export type TaughtProblem = {
  row: number
  kind: 'no_code' | 'code_spoiled' | 'code_long' | 'code_known' | 'no_item' | 'several_items'
}

/** `code`: as `taughtKey` writes it. */
export type TaughtRow = TaughtMeaning & { code: string }

export type TaughtTable = {
  codes: readonly TaughtRow[]
  problems: readonly TaughtProblem[]
  /** Whether there is a column of codes, and one that names items. */
  isComplete: boolean
}

const LONGEST_CODE = 500

/** Reads a table whose first row names its columns. A row that cannot be used is left out and named; the others hold. */
export function readTaughtTable(rows: readonly (readonly string[])[]): TaughtTable {
  const names = (rows[0] ?? []).map((heading) => COLUMN_OF.get(plainHeading(heading)))
  const isComplete = names.includes('code') && TAUGHT_BY.some((by) => names.includes(by))
  const codes: TaughtRow[] = []
  const problems: TaughtProblem[] = []
  if (!isComplete) return { codes, problems, isComplete }
  rows.slice(1).forEach((cells, index) => {
    const cell = (name: Column): string => cells[names.indexOf(name)] ?? ''
    const read = readRow(cell)
    if (typeof read === 'string') problems.push({ row: index + 2, kind: read })
    else codes.push(read)
  })
  return { codes, problems, isComplete }
}

function readRow(cell: (name: Column) => string): TaughtRow | TaughtProblem['kind'] {
  const code = cell('code')
  if (code === '') return 'no_code'
  if (isShortened(code) || isSheetError(code)) return 'code_spoiled'
  if (code.length > LONGEST_CODE) return 'code_long'
  if (commandOf(code) !== null || badgeOf(code) !== null) return 'code_known'
  const given = TAUGHT_BY.filter((by) => cell(by) !== '')
  // Which of them is meant, nobody can tell.
  if (given.length > 1) return 'several_items'
  const [mpn = null, externalId = null, itemNumber = null] = TAUGHT_BY.map((by) => cell(by) || null)
  const meaning = meaningOfItem({ mpn, externalId, itemNumber, size: cell('size') || null })
  return meaning === null ? 'no_item' : { ...meaning, code: taughtKey(code) }
}
