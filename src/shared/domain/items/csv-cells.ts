import { parseCents, type ParsedMoney } from '../orders/money'
import type { DecimalSign, RowProblem } from './bulk-job'
import { viewOfColumn } from './csv-columns'

/** Reads the cells of one row of a file: each by the field of its column. */

/** The trimmed texts of a row by field; fields that may have several columns have several texts. */
export type NamedCells = ReadonlyMap<string, readonly string[]>

/** The cells by field. Empty ones, and those of columns without a field, are left out. */
export function nameCells(columns: readonly (string | null)[], cells: readonly string[]): NamedCells {
  const named = new Map<string, string[]>()
  columns.forEach((field, index) => {
    const text = cells[index]?.trim() ?? ''
    if (field !== null && text !== '') named.set(field, [...(named.get(field) ?? []), text])
  })
  return named
}

const MARK: Readonly<Record<DecimalSign, string>> = { point: '.', comma: ',' }

/**
 * Reads an amount in a file whose decimal sign is known. The other sign may only separate groups of three, so that
 * `12,34` in a file with points is refused, not read as 1,234.
 */
export function readCents(text: string, decimal: DecimalSign): ParsedMoney {
  const typed = text.trim()
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

/** Whole numbers up to 15 digits, which a float still holds exactly; `null` for any other text. */
export function readWhole(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** A whole number of percent, with or without its sign, or `null`. */
export function readPercent(text: string): number | null {
  return readWhole(text.replace(/\s*%$/, ''))
}

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'ja', 'oui', 'si', 'sí'])
const NO: ReadonlySet<string> = new Set(['no', 'n', 'false', '0', 'nein', 'non'])

function readYes(text: string): boolean | null {
  const typed = text.toLowerCase()
  if (YES.has(typed)) return true
  return NO.has(typed) ? false : null
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

export type Missing = { warehouseId: number | null; photoSubtype: string }

/**
 * The body of a new item in a row of a file.
 * @param missing what counts where the row says nothing
 * @see partner-api "POST /api/v1.0/items"
 */
export function readNewItem(cells: NamedCells, decimal: DecimalSign, missing: Missing): ReadCells {
  const body: Record<string, unknown> = {}
  const problems: RowProblem[] = []
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
    if (text === undefined) continue
    const read = readCents(text, decimal)
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

/** Several in one cell are separated by `|`; one may name its view before the address: `front=https://…`. */
function readPhotos(cells: NamedCells, subtype: string, problems: RowProblem[]): unknown[] {
  const photos: unknown[] = []
  for (const [field, texts] of cells) {
    const view = field === 'photos' ? subtype : viewOfColumn(field)
    if (view === null) continue
    for (const entry of texts.flatMap((text) => text.split('|'))) {
      const [, named, url = ''] = /^\s*(?:([^=:/]{1,100})=)?(.*?)\s*$/s.exec(entry) ?? []
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
    const [, value = '', percent = ''] = /^(.*?)\s*:\s*([^:]*)$/s.exec(entry) ?? []
    const percentage = readPercent(percent)
    if (value === '' || percentage === null)
      problems.push({ field: 'attributes.material', code: 'not_material' })
    return { value, percentage: percentage ?? 0 }
  })
}
