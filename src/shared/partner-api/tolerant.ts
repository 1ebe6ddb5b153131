import { z } from 'zod'

/**
 * Reads records whose fields have other JSON types than the document says: numbers as text, text as numbers, an empty
 * object as `[]`. A value that can mean only one thing is taken as that. A field that cannot be read and is not needed
 * is left out, and what came in its place is kept under its name in `NOT_READ`. Money and times are never guessed.
 */

/**
 * The field of a record that holds what could not be read, by path. Unknown to every schema, so that it is stored, sealed
 * and shown like other unknown fields.
 */
export const NOT_READ = 'fields_not_read'

/** Schemas that are read in this way, each with the fields that must be readable: paths without places in lists. */
export const neededFields = z.registry<{ needed: readonly string[] }>()

export type TolerantRead<T> = { ok: true; value: T } | { ok: false; issues: readonly z.core.$ZodIssue[] }

type Path = readonly PropertyKey[]
type Fields = Record<PropertyKey, unknown>

/** Where the document says cents. */
const MONEY: ReadonlySet<string> = new Set([
  'amount',
  'net',
  'discount',
  'tax',
  'listed_item_price',
  'estimated_payout',
  'total_collected',
  'total_refunded',
  'price',
  'listed_price',
  'msrp',
])
/** A sum of some of these would pass for the sum of all: the list is read as a whole or not at all. */
const WHOLE_LISTS: ReadonlySet<string> = new Set(['order_payments'])
const DECIMAL = /^\s*[-+]?\d*[.,]\d+\s*$/
const TIME_NAME = /_at$/
/** Each pass may show what the one before hid: a record that lost a field that its schema demands. */
const MOST_PASSES = 20
const GONE = Symbol('gone')

/** Reads a record as far as it can be read. Strict for a schema that `neededFields` does not name. */
export function readTolerantly<T>(schema: z.ZodType<T>, raw: unknown): TolerantRead<T> {
  const strict = schema.safeParse(raw)
  if (strict.success) return { ok: true, value: strict.data }
  let issues: readonly z.core.$ZodIssue[] = strict.error.issues
  const known = neededFields.get(schema)
  if (known === undefined) return { ok: false, issues }
  const needed = new Set(known.needed)
  const copy = copyOf(raw)
  const leftOut: Fields = {}
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const unmended = issues.filter((issue) => !mend(copy, issue, needed, leftOut))
    if (unmended.length > 0) return { ok: false, issues: unmended }
    const whole = withoutGone(copy)
    if (Object.entries(leftOut).some(isDecimalMoney)) leaveOutMoney(whole, leftOut)
    const read = schema.safeParse(withLeftOut(whole, leftOut))
    if (read.success) return { ok: true, value: read.data }
    issues = read.error.issues
  }
  return { ok: false, issues }
}

/**
 * The records of an answer that the document has as a list, in whatever form a server writes it: some write an empty list
 * as `null` or `{}`, some put it under a name and leave it out if it is empty. Beside a list nothing else may be said: no
 * error, and no cursor that nobody would follow.
 * @param name of the resource
 * @returns `undefined` if it is no list
 */
export function recordsIn(answer: unknown, name: string): readonly unknown[] | undefined {
  const listed = listFrom(answer)
  if (listed !== undefined || !isFields(answer)) return listed
  const isNamed = Object.hasOwn(answer, name)
  const { [name]: own = null, ...others } = answer
  // `{"authenticated": false}` is an answer of somebody else.
  const saysNothing = (value: unknown): boolean =>
    value === 0 || (isEmpty(value) && (isNamed || isContainer(value) || value === null))
  return Object.values(others).every(saysNothing) ? listFrom(own) : undefined
}

function listFrom(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[]
  if (value === null) return []
  return isFields(value) ? listIn(value) : undefined
}

/** The paths of a record's fields that could not be read, without places in lists, sorted. */
export function fieldsNotRead(record: object): string[] {
  const leftOut = (record as Fields)[NOT_READ]
  return isFields(leftOut) ? [...new Set(Object.keys(leftOut).map(withoutPlaces))].toSorted() : []
}

/** The path of an issue, without places in lists. */
export function fieldOf(path: Path): string {
  return path.filter((part) => typeof part !== 'number').join('.')
}

function withoutPlaces(path: string): string {
  return path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .join('.')
}

/** Changes the value so that the issue is gone. @returns false if the field is needed and cannot be read */
function mend(copy: unknown, issue: z.core.$ZodIssue, needed: ReadonlySet<string>, leftOut: Fields): boolean {
  const { path } = issue
  const name = path.at(-1)
  const parent = valueAt(copy, path.slice(0, -1))
  if (name === undefined) return false
  // What holds it was left out before.
  if (!isContainer(parent) || parent[name] === GONE) return true
  const value = parent[name]
  const meant = meaningOf(value, issue, String(name))
  if (meant !== undefined) {
    parent[name] = meant
    return true
  }
  const inList = Array.isArray(parent)
  if (!isEmpty(value) && needed.has(fieldOf(path))) return false
  if (inList && !isEmpty(value) && WHOLE_LISTS.has(fieldOf(path)))
    return mend(copy, { ...issue, path: path.slice(0, -1) }, needed, leftOut)
  if (inList) parent[name] = GONE
  else if (Object.hasOwn(parent, name)) delete parent[name]
  // It is missing, and the record is nothing without it.
  else return mend(copy, { code: 'custom', path: path.slice(0, -1), message: issue.message }, needed, leftOut)
  if (inList || !isEmpty(value)) leftOut[path.map(String).join('.')] = value
  return true
}

/** What the value can only mean where the schema expects another type; `undefined` if nothing. */
function meaningOf(value: unknown, issue: z.core.$ZodIssue, name: string): unknown {
  if (issue.code !== 'invalid_type') return undefined
  switch (issue.expected) {
    case 'string':
      return typeof value === 'number' && Number.isFinite(value) && !TIME_NAME.test(name)
        ? String(value)
        : undefined
    case 'int':
    case 'number':
      return typeof value === 'string' && isWholeNumber(value) ? Number(value) : undefined
    case 'boolean':
      return BOOLEANS.get(value)
    case 'array':
      return isFields(value) ? listIn(value) : undefined
    default:
      return undefined
  }
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [0, false],
  [1, true],
  ['0', false],
  ['1', true],
  ['false', false],
  ['true', true],
])

/** As JSON would write it, so that no leading zero of a code is lost. */
function isWholeNumber(text: string): boolean {
  return Number.isSafeInteger(Number(text)) && String(Number(text)) === text
}

/** Some servers write a list as an object whose names are places, and an empty one as `{}`. */
function listIn(fields: Fields): unknown[] | undefined {
  const names = Object.keys(fields)
  return names.every((name, place) => name === String(place)) ? Object.values(fields) : undefined
}

/** Says nothing, so that nothing is lost without it: a hole in a list, or a server's other ways to write `null`. */
function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    value === false ||
    (isContainer(value) && Object.keys(value).length === 0)
  )
}

function isDecimalMoney([path, value]: [string, unknown]): boolean {
  if (!MONEY.has(path.slice(path.lastIndexOf('.') + 1))) return false
  return typeof value === 'number'
    ? !Number.isInteger(value)
    : typeof value === 'string' && DECIMAL.test(value)
}

/** If one amount has decimals, the whole numbers beside it may not be cents either. */
function leaveOutMoney(value: unknown, leftOut: Fields, path = ''): void {
  if (!isContainer(value)) return
  for (const [name, part] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`
    if (!MONEY.has(name) || isContainer(part)) leaveOutMoney(part, leftOut, at)
    else if (part !== null && !Array.isArray(value)) {
      delete value[name]
      leftOut[at] = part
    }
  }
}

function withLeftOut(value: unknown, leftOut: Fields): unknown {
  if (!isFields(value) || Object.keys(leftOut).length === 0) return value
  return { ...value, [NOT_READ]: { ...leftOut } }
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value
  for (const part of path) at = isContainer(at) ? at[part] : undefined
  return at
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)]))
}

function withoutGone(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((part) => part !== GONE).map(withoutGone)
  if (!isFields(value)) return value
  for (const [name, part] of Object.entries(value)) if (isContainer(part)) value[name] = withoutGone(part)
  return value
}

function isContainer(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function isFields(value: unknown): value is Fields {
  return isContainer(value) && !Array.isArray(value)
}
