import type { z } from 'zod'
import type { LeafCategory } from '../../../shared/domain/items/category'
import type { BulkKind, RowProblem } from '../../../shared/domain/items/bulk-job'
import {
  nameCells,
  readCents,
  readNewItem,
  readPercent,
  type NamedCells,
} from '../../../shared/domain/items/csv-cells'
import { isBelowFloor, newDiscount, newPrice, type PriceFloor } from '../../../shared/domain/items/price-rule'
import {
  isCutOff,
  isMonthDate,
  isSheetError,
  isShortened,
  isTotal,
  oddCharacter,
} from '../../../shared/domain/tables/cell-text'
import { createItemBody, updateItemBody, type Item } from '../../../shared/partner-api/item'
import { isDelistable } from '../../../shared/domain/items/item-state'
import type { Db } from '../../store/db/database'
import type { BulkJob } from '../../store/tables/bulk-jobs'
import { isRepeated, type BeforeValues, type BulkRow, type WorkedOut } from '../../store/tables/bulk-rows'
import { cachedLeaves } from '../../store/tables/categories'
import { findItem, goneSince } from '../../store/tables/items'
import { itemLane, openOpsOfLane } from '../../store/tables/outbox'
import { changesNotShown } from '../../store/views/job-ops'
import { itemsThatLookLike, itemsWithCode, type CodeField } from '../../store/views/items-to-change'
import { isDelist, isGoing } from '../items/change-item'
import { categoryProblem, isTaken } from '../items/create-item'
import { readStationSettings } from '../settings/settings'

/** What rows are judged by. */
export type Rules = {
  floor: PriceFloor
  /** `null` when the categories were never read here. */
  leaves: readonly LeafCategory[] | null
  /** Where items are that name no warehouse. */
  warehouseId: number | null
  /** ISO 4217 code of the account's amounts. */
  currency: string
}

/** The rules as they are now. */
export function rulesNow(db: Db, kind: BulkKind, floor: PriceFloor): Rules {
  const { warehouseId, currency } = readStationSettings({ db })
  return { floor, leaves: kind === 'create' ? cachedLeaves(db) : null, warehouseId, currency }
}

type Asked = Pick<BulkJob, 'jobId' | 'kind' | 'spec'>

/** Works out what a job does with the item of a row, and what is wrong with it. */
export function workOut(db: Db, job: Asked, row: BulkRow, rules: Rules): WorkedOut {
  const cells = row.cells === null ? null : nameCells(job.spec.columns, row.cells)
  const worked =
    job.kind === 'create'
      ? newItem(db, job, cells ?? new Map(), rules)
      : changedItem(db, job, row, cells, rules)
  const isSum = worked.problems.length > 0 && row.cells !== null && isTotal(row.cells)
  const out = isSum ? { ...worked, problems: [{ field: '', code: 'total_row' }] } : worked
  const repeated = out.itemKey !== null && isRepeated(db, job.jobId, row.row, out.itemKey)
  return repeated ? { ...out, problems: [...out.problems, { field: '', code: 'repeated' }] } : out
}

/** Nothing is known of the row. */
export const NOTHING: WorkedOut = {
  itemKey: null,
  title: null,
  before: null,
  afterCents: null,
  afterPercent: null,
  body: null,
  problems: [],
  belowFloor: false,
}

function newItem(db: Db, { spec }: Asked, cells: NamedCells, rules: Rules): WorkedOut {
  const written = { decimal: spec.decimal, currency: rules.currency }
  const { body, problems } = readNewItem(cells, written, { ...rules, photoSubtype: spec.photoSubtype })
  const parsed = createItemBody.safeParse(body)
  const title = cells.get('title')?.[0] ?? null
  const itemKey = cells.get('external_id')?.[0] ?? null
  const read = { ...NOTHING, title, itemKey }
  if (!parsed.success) return { ...read, problems: joined(problems, parsed.error) }
  const { data } = parsed
  const wrong = [...problems]
  const misplaced = categoryProblem(rules.leaves, data)
  if (misplaced !== null) wrong.push(misplaced)
  if (data.price < 1) wrong.push({ field: 'price', code: 'not_positive' })
  const known = itemKey === null ? null : whyNotNew(db, itemKey)
  if (known !== null) wrong.push({ field: 'external_id', ...known })
  const after = {
    priceCents: data.price,
    maxDiscountPercent: data.discount?.max_discount.percentage ?? null,
    msrpCents: data.msrp,
  }
  return {
    ...read,
    afterCents: after.priceCents,
    afterPercent: after.maxDiscountPercent,
    body: JSON.stringify(data),
    problems: wrong,
    belowFloor: isBelowFloor({ ...after, priceCents: null }, after, rules.floor),
  }
}

/** Why a new item cannot have this SKU: an item has it, or one that differs by what a spreadsheet or a copy changes. */
function whyNotNew(db: Db, externalId: string): Pick<RowProblem, 'code' | 'detail'> | null {
  if (isTaken(db, externalId)) return { code: 'taken' }
  const [alike] = itemsThatLookLike(db, 'external_id', externalId)
  if (alike !== undefined) return { code: 'taken_alike', detail: alike.item_number }
  const padded = withZeros(db, 'external_id', externalId)
  return padded === null ? null : { code: 'zeros_lost', detail: padded }
}

/** Codes of the schema's issues, as people are told of them. */
function joined(problems: readonly RowProblem[], { issues }: z.ZodError): RowProblem[] {
  const known = new Set(problems.map(({ field }) => field))
  const found = issues.map((issue): RowProblem => ({
    field: fieldOfPath(issue.path),
    code: codeOf(issue),
  }))
  return [...problems, ...found.filter(({ field }) => !known.has(field))]
}

function fieldOfPath(path: readonly PropertyKey[]): string {
  const [first = '', second] = path.map(String)
  if (first === 'size' || first === 'attributes') return second === undefined ? first : `${first}.${second}`
  return first
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'missing' : 'not_this'
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'missing' : 'too_small'
  if (issue.code === 'too_big') return 'too_large'
  return issue.code === 'invalid_format' ? 'not_a_url' : 'not_this'
}

function changedItem(db: Db, job: Asked, row: BulkRow, cells: NamedCells | null, rules: Rules): WorkedOut {
  const found = cells === null ? itemOfNumber(db, row.itemKey) : itemOfCells(db, cells)
  if (found.item_number === undefined)
    return { ...NOTHING, itemKey: row.cells === null ? row.itemKey : null, problems: [found] }
  const open = openOpsOfLane(db, itemLane(found.item_number))
  const before = beforeOf(db, found)
  const known = { ...NOTHING, itemKey: found.item_number, title: found.title ?? null, before }
  if (goneSince(db, found.item_number) !== null)
    return { ...known, problems: [{ field: '', code: 'item_gone' }] }
  if (isGoing(found, open)) return { ...known, problems: [{ field: '', code: 'item_not_listed' }] }
  if (job.kind === 'delist') {
    const problems = isDelistable(found.state) ? [] : [{ field: '', code: 'item_not_listed' }]
    return { ...known, problems }
  }
  return job.kind === 'price'
    ? { ...known, ...changedPrice(job, before, cells, rules) }
    : { ...known, ...changedDiscount(job, before, cells, rules) }
}

type Change = Pick<WorkedOut, 'afterCents' | 'afterPercent' | 'problems' | 'belowFloor'>

const NO_CHANGE: Change = { afterCents: null, afterPercent: null, problems: [], belowFloor: false }
const wrong = (field: string, code: string): Change => ({ ...NO_CHANGE, problems: [{ field, code }] })

function changedPrice(
  { spec }: Asked,
  before: BeforeValues,
  cells: NamedCells | null,
  { floor, currency }: Rules,
): Change {
  const typed = cells?.get('price')?.[0]
  let rule = spec.price
  if (typed !== undefined) {
    if (isSheetError(typed)) return wrong('price', 'sheet_error')
    const read = readCents(typed, { decimal: spec.decimal, currency })
    if (!read.ok) return wrong('price', read.problem)
    rule = {
      rounding: 'cent',
      neverBelowCents: null,
      ...rule,
      change: { by: 'set', cents: read.cents },
    }
  }
  if (rule === null) return cells === null ? wrong('', 'no_rule') : wrong('price', 'missing')
  const price = newPrice(before, rule)
  if (!price.ok) return wrong('price', price.problem)
  if (price.cents === before.priceCents) return wrong('price', 'unchanged')
  const belowFloor = isBelowFloor(before, { ...before, priceCents: price.cents }, floor)
  return { ...NO_CHANGE, afterCents: price.cents, belowFloor }
}

function changedDiscount(
  { spec }: Asked,
  before: BeforeValues,
  cells: NamedCells | null,
  { floor }: Rules,
): Change {
  const typed = cells?.get('discount')?.[0]
  let rule = spec.discount
  if (typed !== undefined) {
    if (isSheetError(typed)) return wrong('discount', 'sheet_error')
    const percent = readPercent(typed)
    if (percent === null || percent > 100) return wrong('discount', 'not_percent')
    rule = { by: 'set', percent }
  }
  if (rule === null) return cells === null ? wrong('', 'no_rule') : wrong('discount', 'missing')
  const percent = newDiscount(before, rule)
  if (percent === before.maxDiscountPercent) return wrong('discount', 'unchanged')
  const belowFloor = isBelowFloor(before, { ...before, maxDiscountPercent: percent }, floor)
  return { ...NO_CHANGE, afterPercent: percent, belowFloor }
}

/** The item with the changes that are on their way, or were not read back yet: the next change is based on them. */
export function beforeOf(db: Db, item: Item): BeforeValues {
  const before: BeforeValues = {
    priceCents: item.price ?? null,
    maxDiscountPercent: item.discount?.max_discount?.percentage ?? null,
    msrpCents: item.msrp ?? null,
    categoryId: item.category_id ?? null,
  }
  for (const body of changesNotShown(db, item.item_number)) {
    const asked = updateItemBody.safeParse(jsonOf(body)).data
    before.priceCents = asked?.price ?? before.priceCents
    before.maxDiscountPercent = asked?.discount?.max_discount.percentage ?? before.maxDiscountPercent
  }
  return before
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether a delisting of the item waits already. */
export function isDelistWaiting(db: Db, itemNumber: string): boolean {
  return openOpsOfLane(db, itemLane(itemNumber)).some(isDelist)
}

const UNKNOWN: RowProblem = { field: '', code: 'item_not_found' }

type Found = Item | (RowProblem & { item_number?: never })

function itemOfNumber(db: Db, itemNumber: string | null): Found {
  return (itemNumber === null ? null : findItem(db, itemNumber)) ?? UNKNOWN
}

/** The first code that the row has counts. */
function itemOfCells(db: Db, cells: NamedCells): Found {
  for (const field of ['item_number', 'external_id', 'mpn'] as const) {
    const code = cells.get(field)?.[0]
    if (code === undefined) continue
    const [item, second] = itemsMeant(db, field, code)
    if (second !== undefined) return { field, code: 'several' }
    return item ?? { field, ...whyNotFound(db, field, code) }
  }
  return { field: '', code: 'no_item' }
}

/** Those with the code; else those with one that cannot be meant otherwise. */
function itemsMeant(db: Db, field: CodeField, code: string): Item[] {
  const exact = itemsWithCode(db, field, code)
  const found = exact.length > 0 ? exact : itemsThatLookLike(db, field, code)
  // Programs write `.0` behind the numbers of a column with gaps.
  const [, whole] = /^(\d+)\.0$/.exec(code) ?? []
  return found.length > 0 || whole === undefined ? found : itemsWithCode(db, field, whole)
}

/** Longer codes of digits only have no zeros in front. */
const LONGEST_PADDED = 14

/** The code of an item that is this one with zeros in front, or `null`. */
function withZeros(db: Db, field: CodeField, code: string): string | null {
  if (!/^\d+$/.test(code)) return null
  const missing = Array.from({ length: Math.max(0, LONGEST_PADDED - code.length) }, (_, at) => at + 1)
  const padded = missing.map((zeros) => '0'.repeat(zeros) + code)
  return padded.find((one) => itemsWithCode(db, field, one).length > 0) ?? null
}

function whyNotFound(db: Db, field: CodeField, code: string): Pick<RowProblem, 'code' | 'detail'> {
  if (isSheetError(code)) return { code: 'sheet_error' }
  if (isShortened(code) || isCutOff(code)) return { code: 'shortened_number' }
  if (isMonthDate(code)) return { code: 'month_date' }
  const padded = withZeros(db, field, code)
  if (padded !== null) return { code: 'zeros_lost', detail: padded }
  const odd = oddCharacter(code)
  return odd === null ? { code: 'item_not_found' } : { code: 'odd_character', detail: odd }
}
