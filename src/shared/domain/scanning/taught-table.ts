import { isSheetError, isShortened, plainHeading } from '../tables/cell-text'
import { mayBeTaught } from './badge'
import { meaningOfItem, TAUGHT_BY, taughtKey, type TaughtMeaning } from './taught-code'

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

/** Why a row is not used. `no_code_of_item`: a command, a badge, or a text that is too long for a code. */
export type TaughtRowProblem = 'no_code' | 'code_spoiled' | 'no_code_of_item' | 'no_item' | 'several_items'

/** `row`: its number in a spreadsheet. */
export type TaughtProblem = { row: number; kind: TaughtRowProblem }

/** `code`: as `taughtKey` writes it. */
export type TaughtRow = TaughtMeaning & { code: string }

/**
 * @param headings the first row of the table
 * @returns reads one of the other rows; `null` without a column of codes and one that names items
 */
export function taughtRowReader(
  headings: readonly string[],
): ((cells: readonly string[]) => TaughtRow | TaughtRowProblem) | null {
  const names = headings.map((heading) => COLUMN_OF.get(plainHeading(heading)))
  if (!names.includes('code') || !TAUGHT_BY.some((by) => names.includes(by))) return null
  return (cells) => readRow((name) => cells[names.indexOf(name)] ?? '')
}

function readRow(cell: (name: Column) => string): TaughtRow | TaughtRowProblem {
  const code = cell('code')
  if (code === '') return 'no_code'
  if (isShortened(code) || isSheetError(code)) return 'code_spoiled'
  if (!mayBeTaught(code)) return 'no_code_of_item'
  const given = TAUGHT_BY.filter((by) => cell(by) !== '')
  // Which of them is meant, nobody can tell.
  if (given.length > 1) return 'several_items'
  const [mpn = null, externalId = null, itemNumber = null] = TAUGHT_BY.map((by) => cell(by) || null)
  const meaning = meaningOfItem({ mpn, externalId, itemNumber, size: cell('size') || null })
  return meaning === null ? 'no_item' : { ...meaning, code: taughtKey(code) }
}
