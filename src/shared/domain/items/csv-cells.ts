import { currencyMarks } from '../orders/currency-marks'
import { parseCents, type ParsedMoney } from '../orders/money'
import { isSheetError, isShortened, visibleCode } from '../tables/cell-text'
import { readYes } from '../tables/yes-or-no'
import type { DecimalSign, RowProblem } from './bulk-job'
import { viewOfColumn } from './csv-columns'

/** Reads the cells of one row of a file: each by the field of its column. */

/** The trimmed texts of a row by field; fields that may have several columns have several texts. */
export type NamedCells = ReadonlyMap<string, readonly string[]>

/** Codes are compared, so that nothing may be in them that nobody sees. */
const CODES: ReadonlySet<string | null> = new Set(['item_number', 'external_id', 'mpn'])

/** The cells by field. Empty ones, and those of columns without a field, are left out. */
export function nameCells(columns: readonly (string | null)[], cells: readonly string[]): NamedCells {
  const named = new Map<string, string[]>()
  columns.forEach((field, index) => {
    const cell = cells[index]?.trim() ?? ''
    const text = CODES.has(field) ? visibleCode(cell) : cell
    if (field !== null && text !== '') named.set(field, [...(named.get(field) ?? []), text])
  })
  return named
}

const MARK: Readonly<Record<DecimalSign, string>> = { point: '.', comma: ',' }

/** With the currency before or behind it, and `,-` for no cents: `$1,234.50`, `12,50 EUR`, `12,- €`. */
const AMOUNT = /^([^\d.,-]*)(\d[\d.,'’ ]*(?![\d.,'’ ])|[.,]\d+(?!\d))(\D*)$/
const NO_CENTS = /^[-–—]{1,2}/

/** How a file writes amounts, and in which currency they are (ISO 4217). */
type Written = { decimal: DecimalSign; currency: string }

type ReadAmount = ParsedMoney | { ok: false; problem: 'other_currency' }

/**
 * Reads an amount in a file whose decimal sign is known. The other sign may only separate groups of three, so that
 * `12,34` in a file with points is refused, not read as 1,234; `1101.0` is a whole amount whatever the sign.
 * An amount that names another currency is refused.
 */
export function readCents(text: string, { decimal, currency }: Written): ReadAmount {
  // Every kind of blank and of full-width digit becomes the plain one.
  const [, before = '', typed, behind = ''] = AMOUNT.exec(text.trim().normalize('NFKC')) ?? []
  if (typed === undefined) return { ok: false, problem: 'not_money' }
  const number = typed.trim()
  const marks = [before, /[.,]$/.test(number) ? behind.replace(NO_CENTS, '') : behind]
  const problem = currencyProblem(
    marks.map((mark) => mark.trim()).filter((mark) => mark !== ''),
    currency,
  )
  return problem === null ? readNumber(number, decimal) : { ok: false, problem }
}

function readNumber(typed: string, decimal: DecimalSign): ParsedMoney {
  const [, zeros] = /^(\d+)[.,]0{1,2}$/.exec(typed) ?? []
  if (zeros !== undefined) return parseCents(`${zeros}.00`)
  const mark = MARK[decimal]
  const other = decimal === 'point' ? ',' : '.'
  const [whole = '', decimals, more] = typed.split(mark)
  if (more !== undefined || decimals?.includes(other)) return { ok: false, problem: 'not_money' }
  if (whole.includes(other) && !isGrouped(whole, other)) return { ok: false, problem: 'ambiguous' }
  if (decimals !== undefined && decimals.length > 2) return { ok: false, problem: 'too_many_decimals' }
  // With two decimals nothing is ambiguous to the common rule.
  return parseCents(`${whole.replaceAll(other, '')}.${(decimals ?? '').padEnd(2, '0')}`)
}

function isGrouped(whole: string, mark: string): boolean {
  const [first = '', ...groups] = whole.split(mark)
  return /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
}

function currencyProblem(named: readonly string[], currency: string): 'not_money' | 'other_currency' | null {
  const [mark, second] = named
  if (second !== undefined) return 'not_money'
  if (mark === undefined || currencyMarks(currency).has(mark.toLowerCase())) return null
  return /^(?:\p{Lu}{3}|\p{L}{0,3}\p{Sc})$/u.test(mark) ? 'other_currency' : 'not_money'
}

/**
 * The decimal sign of a file: the chosen one, unless its amounts say otherwise. What could mean two amounts says
 * nothing, and of a file with both signs nobody can tell.
 */
export function decimalSignOf(
  amounts: readonly string[],
  { decimal: chosen, currency }: Written,
): DecimalSign {
  const other = chosen === 'point' ? 'comma' : 'point'
  const onlyIn = (sign: DecimalSign, not: DecimalSign): boolean =>
    amounts.some(
      (text) =>
        readCents(text, { decimal: sign, currency }).ok &&
        !readCents(text, { decimal: not, currency }).ok &&
        !/^\D*\d{1,3}[.,]\d{3}\D*$/.test(text),
    )
  return onlyIn(other, chosen) && !onlyIn(chosen, other) ? other : chosen
}

/**
 * Whole numbers up to 15 digits, which a float still holds exactly, also as `5.0`, which programs write for a column
 * with gaps; `null` for any other text.
 */
export function readWhole(text: string): number | null {
  const [, whole] = /^(\d{1,15})(?:[.,]0)?$/.exec(text) ?? []
  return whole === undefined ? null : Number(whole)
}

/** A whole number of percent, with or without its sign, or `null`. */
export function readPercent(text: string): number | null {
  return readWhole(text.replace(/(?<!\s)\s*%$/, ''))
}

export type ReadCells = {
  /** As the Partner API's body has it, but not checked by its schema yet. */
  body: Readonly<Record<string, unknown>>
  problems: readonly RowProblem[]
}

const TEXTS = [
  'external_id',
  'title',
  'description',
  'quality',
  'condition_description',
  'mpn',
  'authentication_type',
]
const WHOLES = ['category_id', 'brand_id', 'warehouse_id']
const LISTS: ReadonlySet<string> = new Set(['color', 'pattern'])

/** What a spreadsheet has left of a cell, where it is no value any more: of any cell, or of a new item's code. */
function spoiledCells(cells: NamedCells): RowProblem[] {
  const spoiled: RowProblem[] = []
  for (const [field, texts] of cells) {
    if (texts.some(isSheetError)) spoiled.push({ field, code: 'sheet_error' })
    else if (CODES.has(field) && texts.some(isShortened)) spoiled.push({ field, code: 'shortened_number' })
  }
  return spoiled
}

export type Missing = { warehouseId: number | null; photoSubtype: string }

/**
 * The body of a new item in a row of a file.
 * @param missing what counts where the row says nothing
 * @see partner-api "POST /api/v1.0/items"
 */
export function readNewItem(cells: NamedCells, { decimal, currency }: Written, missing: Missing): ReadCells {
  const body: Record<string, unknown> = {}
  const problems = spoiledCells(cells)
  const take = (field: string, read: (text: string) => unknown, code: string): void => {
    const text = cells.get(field)?.[0]
    if (text === undefined) return
    const value = read(text)
    if (value === null) problems.push({ field, code })
    else body[field] = value
  }
  for (const field of TEXTS) take(field, (text) => text, '')
  for (const field of WHOLES) take(field, readWhole, 'not_whole')
  body['warehouse_id'] ??= missing.warehouseId ?? undefined
  take('with_tag', readYes, 'not_yes_or_no')
  for (const field of ['price', 'msrp']) {
    const text = cells.get(field)?.[0]
    if (text === undefined || isSheetError(text)) continue
    const read = readCents(text, { decimal, currency })
    if (read.ok) body[field] = read.cents
    else problems.push({ field, code: read.problem })
  }
  const percent = cells.get('discount')?.[0]
  if (percent !== undefined) {
    const read = readPercent(percent)
    if (read === null) problems.push({ field: 'discount', code: 'not_percent' })
    else body['discount'] = { max_discount: { percentage: read } }
  }
  body['photos'] = readPhotos(cells, missing.photoSubtype, problems)
  body['size'] = readSize(cells, problems)
  body['attributes'] = readAttributes(cells, problems)
  return { body, problems }
}

/** Shops write commas between addresses, which may have commas themselves. */
const BETWEEN_PHOTOS = /\||,\s*(?=https?:)/

/** Several in one cell are separated by `|`; one may name its view before the address: `front=https://…`. */
function readPhotos(cells: NamedCells, subtype: string, problems: RowProblem[]): unknown[] {
  const photos: unknown[] = []
  for (const [field, texts] of cells) {
    const view = field === 'photos' ? subtype : viewOfColumn(field)
    if (view === null) continue
    for (const entry of texts.flatMap((text) => text.split(BETWEEN_PHOTOS))) {
      const [, named, url = ''] = /^(?:([^=:/]{1,100})=)?(.*)$/s.exec(entry.trim()) ?? []
      if (url === '') continue
      if ((named ?? view) === '') problems.push({ field, code: 'no_view' })
      photos.push({ url, subtype: (named ?? view).trim() })
    }
  }
  return photos
}

function readSize(cells: NamedCells, problems: RowProblem[]): unknown {
  const one = (part: string) => cells.get(`size.${part}`)?.[0]
  const [scale, name, type, id] = [one('scale'), one('name'), one('type'), one('sizing_id')]
  if (scale === undefined && name === undefined && type === undefined && id === undefined) return undefined
  if (scale === undefined) problems.push({ field: 'size.scale', code: 'missing' })
  if (name === undefined) problems.push({ field: 'size.name', code: 'missing' })
  const sizingId = id === undefined ? undefined : readWhole(id)
  if (sizingId === null) problems.push({ field: 'size.sizing_id', code: 'not_whole' })
  return {
    scale: scale ?? '',
    name: name ?? '',
    ...(type === undefined ? {} : { type }),
    ...(typeof sizingId === 'number' ? { sizing_id: sizingId } : {}),
  }
}

function readAttributes(cells: NamedCells, problems: RowProblem[]): unknown {
  const attributes: Record<string, unknown> = {}
  for (const [field, [text = '']] of cells) {
    const [, name] = /^attributes\.(.+)$/.exec(field) ?? []
    if (name === undefined) continue
    if (name === 'material') attributes[name] = readMaterial(text, problems)
    else attributes[name] = LISTS.has(name) ? listOf(text) : text
  }
  return Object.keys(attributes).length === 0 ? undefined : attributes
}

function listOf(text: string): string[] {
  return text
    .split('|')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** `cotton:80|silk:20`. */
function readMaterial(text: string, problems: RowProblem[]): unknown[] {
  return listOf(text).map((entry) => {
    const at = entry.lastIndexOf(':')
    const value = entry.slice(0, Math.max(0, at)).trimEnd()
    const percentage = at === -1 ? null : readPercent(entry.slice(at + 1).trim())
    if (value === '' || percentage === null)
      problems.push({ field: 'attributes.material', code: 'not_material' })
    return { value, percentage: percentage ?? 0 }
  })
}
