import { isElsewhere, isPackable, type SelectableLine } from '../orders/selection'
import { foldCode, isDigitsOfGroups, normalizeCode } from './compare-codes'
import { meaningOfItem, taughtKey } from './taught-code'

/** The meaning of a scan: one table of situation against kind of code. */

export type ScannableLine = SelectableLine & {
  itemNumber: string | null
  externalId: string | null
  mpn: string | null
  size: string | null
  /** Codes that the station was taught of it, as `taughtKey` writes them. */
  taught: readonly string[]
}

/** The situation; the first that applies counts. */
export const SITUATIONS = [
  /** Signed out, and sign-in is required. */
  'locked',
  /** A blocking error is shown. */
  'blocked',
  /** An alarm is shown. */
  'alarm',
  /** The dock: parcels are handed over, one scan each. */
  'handover',
  /** A form or dialog is open; a `tracking_form` has room for a tracking number. */
  'tracking_form',
  'form',
  /** No order is open. */
  'idle',
  /** The open order is canceled, or its cancellation was requested here. */
  'canceled',
  /** All its lines are packed. */
  'done',
  /** Another station has it on its bench; `taken_over`: after lines were chosen here. */
  'elsewhere',
  'taken_over',
  /** Every remaining line is chosen. */
  'all',
  /** Some lines are chosen. */
  'part',
  /** No line is chosen. */
  'open',
] as const
export type Situation = (typeof SITUATIONS)[number]

export const CODE_KINDS = [
  /** Torn, doubled, merged or truncated. */
  'problem',
  'command',
  'badge',
  /**
   * In the open order: a unit still to choose, a chosen one, one in a shipment, one that another station has packed,
   * a fee.
   */
  'line',
  'line_scanned',
  'line_packed',
  'line_elsewhere',
  'fee',
  /** A taught code of several different items: of the open order, still to choose; of other orders. */
  'line_unclear',
  'item_unclear',
  /** The serial number of a chosen unit; another code where one is due; one before its item. */
  'serial',
  'wrong_serial',
  'early_serial',
  'this_order',
  'other_order',
  /** A unit that another order still needs; of orders already packed; of a canceled order. */
  'needed_item',
  'spent_item',
  'canceled_item',
  'tracking',
  /** The same, but no carrier in use has such numbers, and nobody has confirmed it. */
  'strange_label',
  /** Where a tracking number is due, a code that is none. */
  'no_label',
  /** A carrier's number with a right check digit, before a label is due; or one that may be a trade item's as well. */
  'early_label',
  'unclear_label',
  /** Would be this parcel's tracking number, but is on a parcel of another order. */
  'used_label',
  'unknown',
] as const
export type CodeKind = (typeof CODE_KINDS)[number]

/** The action, or the reason for a refusal. */
export type Meaning =
  | 'command'
  | 'sign_in'
  | 'choose'
  | 'open'
  | 'tracking'
  | 'ask_label'
  | 'no_label'
  | 'keep_label'
  | 'label_alone'
  | 'label_unclear'
  | 'label_used'
  | 'dock'
  | 'problem'
  | 'locked'
  | 'blocked'
  | 'alarm_open'
  | 'form_open'
  | 'already_scanned'
  | 'already_packed'
  | 'packed_at'
  | 'held_elsewhere'
  | 'packed_elsewhere'
  | 'fee_line'
  | 'which_line'
  | 'which_item'
  | 'prove'
  | 'wrong_unit'
  | 'item_first'
  | 'same_order'
  | 'lines_chosen'
  | 'foreign'
  | 'not_needed'
  | 'item_canceled'
  | 'order_canceled'
  | 'unknown'

type Row = Readonly<Record<CodeKind, Meaning>>

/** One meaning for every code except those named. */
function all(meaning: Meaning, but: Partial<Row>): Row {
  const same = Object.fromEntries(CODE_KINDS.map((kind) => [kind, meaning])) as Row
  return { ...same, ...but }
}

const ANYWHERE = { command: 'command', badge: 'sign_in', problem: 'problem' } as const

const OPEN: Row = {
  ...ANYWHERE,
  line: 'choose',
  line_scanned: 'already_scanned',
  line_packed: 'already_packed',
  line_elsewhere: 'packed_at',
  fee: 'fee_line',
  line_unclear: 'which_line',
  item_unclear: 'foreign',
  serial: 'prove',
  wrong_serial: 'wrong_unit',
  early_serial: 'item_first',
  this_order: 'same_order',
  other_order: 'open',
  needed_item: 'foreign',
  spent_item: 'packed_elsewhere',
  canceled_item: 'item_canceled',
  tracking: 'tracking',
  strange_label: 'ask_label',
  no_label: 'no_label',
  early_label: 'keep_label',
  unclear_label: 'label_unclear',
  used_label: 'label_used',
  unknown: 'unknown',
}
/** The selection must not be lost, so no other order opens. */
const CHOSEN: Row = { ...OPEN, other_order: 'lines_chosen' }
/** Codes that belong to the open order. */
const HELD = {
  line: 'held_elsewhere',
  line_scanned: 'held_elsewhere',
  line_unclear: 'held_elsewhere',
  serial: 'held_elsewhere',
  wrong_serial: 'held_elsewhere',
  early_serial: 'held_elsewhere',
  tracking: 'held_elsewhere',
  strange_label: 'held_elsewhere',
  early_label: 'held_elsewhere',
  unclear_label: 'held_elsewhere',
  used_label: 'held_elsewhere',
} as const
/** The packer has the next parcel in hand. */
const MOVED_ON = {
  other_order: 'open',
  needed_item: 'open',
  item_unclear: 'which_item',
  spent_item: 'not_needed',
  canceled_item: 'item_canceled',
} as const

/**
 * No parcel to keep a label for: the next order to be opened need not be the label's, since an item opens the oldest
 * order that needs it.
 */
const NO_PARCEL = { early_label: 'label_alone', unclear_label: 'label_unclear' } as const

/** The table. In a form, and where nothing else is accepted, codes are not even looked up: they are `unknown`. */
export const MEANINGS: Readonly<Record<Situation, Row>> = {
  locked: all('locked', { badge: 'sign_in' }),
  blocked: all('blocked', { command: 'command' }),
  alarm: all('alarm_open', { command: 'command', badge: 'sign_in' }),
  handover: all('dock', ANYWHERE),
  tracking_form: all('form_open', {
    ...ANYWHERE,
    tracking: 'tracking',
    no_label: 'no_label',
    used_label: 'label_used',
  }),
  form: all('form_open', ANYWHERE),
  idle: all('unknown', { ...ANYWHERE, ...MOVED_ON, ...NO_PARCEL }),
  canceled: all('order_canceled', { ...ANYWHERE, ...MOVED_ON, unknown: 'unknown' }),
  done: {
    ...{ ...OPEN, ...MOVED_ON, ...NO_PARCEL },
    ...{ tracking: 'unknown', strange_label: 'unknown', no_label: 'unknown', used_label: 'unknown' },
  },
  elsewhere: { ...OPEN, ...HELD, ...MOVED_ON },
  taken_over: { ...CHOSEN, ...HELD },
  all: CHOSEN,
  part: CHOSEN,
  open: OPEN,
}

/** The meaning of such a code in a situation. */
export function meaningOf(situation: Situation, kind: CodeKind): Meaning {
  return MEANINGS[situation][kind]
}

export type BenchFacts = {
  canceled: boolean
  /** Another station has the order. */
  elsewhere: boolean
  /** How many units of it may be chosen in all. */
  choosable: number
  chosen: number
}

/** The situation with an order open. */
export function benchSituation({ canceled, elsewhere, choosable, chosen }: BenchFacts): Situation {
  if (canceled) return 'canceled'
  if (choosable === 0) return 'done'
  if (elsewhere) return chosen === 0 ? 'elsewhere' : 'taken_over'
  if (chosen === 0) return 'open'
  return chosen < choosable ? 'part' : 'all'
}

export type LineMatch = {
  kind: 'line' | 'line_scanned' | 'line_packed' | 'line_elsewhere' | 'fee' | 'line_unclear'
  lineId: number
  /** The line's code has other capitals or groups than the scan; another order's may be exactly the same. */
  folded?: true
}

const KEYS = ['itemNumber', 'externalId', 'mpn'] as const

function isGrouped(code: string | null, digits: string): boolean {
  return code !== null && /^\d[\d -]*\d$/.test(code) && code.replace(/[ -]/g, '') === digits
}

/**
 * Matches the possible texts of a scan, best first, to one line of the open order: by `itemNumber`, then
 * `externalId`, then `mpn`, whatever the case of their letters and the groups of their digits; an exact match comes
 * first. A shared `mpn` takes the next unit neither chosen nor packed, so that three scans choose
 * three units; the code of one unit never takes another.
 * @param byHand the chosen lines that were ticked by hand; one of them is taken before any other unit, because the scan
 *   may be of the very item that was ticked, and one item must never count twice
 */
export function matchLine(
  codes: readonly string[],
  lines: readonly ScannableLine[],
  chosen: ReadonlySet<number>,
  byHand: readonly number[] = [],
): LineMatch | null {
  for (const code of codes) {
    const found = matchCode(normalizeCode(code), lines, chosen, byHand)
    if (found !== null) return found
  }
  return matchTaught(codes, lines, chosen, byHand)
}

/** Last, what people have said: a code of the item itself is never taken for another one. */
function matchTaught(
  codes: readonly string[],
  lines: readonly ScannableLine[],
  chosen: ReadonlySet<number>,
  byHand: readonly number[],
): LineMatch | null {
  const meant = lines.filter((line) => !line.isShippingFee && isTaught(codes, line))
  const [first] = meant
  if (first === undefined) return null
  const open = meant.filter((line) => isPackable(line) && !chosen.has(line.lineId))
  const items = new Set(open.map((line) => JSON.stringify(meaningOfItem(line))))
  if (items.size > 1) return { kind: 'line_unclear', lineId: first.lineId }
  return matchUnit(meant, chosen, byHand)
}

function isTaught(codes: readonly string[], { taught }: Pick<ScannableLine, 'taught'>): boolean {
  return taught.length > 0 && codes.some((code) => taught.includes(taughtKey(code)))
}

function matchCode(
  wanted: string,
  lines: readonly ScannableLine[],
  chosen: ReadonlySet<number>,
  byHand: readonly number[],
): LineMatch | null {
  // A line's codes may be empty texts; a blank scan must not match them.
  if (wanted === '') return null
  const folded = foldCode(wanted)
  const exact = matchBy((code) => code === wanted, lines, chosen, byHand)
  if (exact !== null) return exact
  const alike = matchAlike((code) => code !== null && foldCode(code) === folded, lines, chosen, byHand)
  if (alike !== null || !isDigitsOfGroups(wanted)) return alike
  return matchAlike((code) => isGrouped(code, wanted), lines, chosen, byHand)
}

/** Two items that differ by the case of letters, or by their groups, alone stay two. */
function matchAlike(
  isAlike: (code: string | null) => boolean,
  lines: readonly ScannableLine[],
  chosen: ReadonlySet<number>,
  byHand: readonly number[],
): LineMatch | null {
  const codes = KEYS.map((key) => new Set(lines.map((line) => line[key]).filter(isAlike)))
  if (codes.some(({ size }) => size > 1)) return null
  const alike = matchBy(isAlike, lines, chosen, byHand)
  return alike === null ? null : { ...alike, folded: true }
}

function matchBy(
  isWanted: (code: string | null) => boolean,
  lines: readonly ScannableLine[],
  chosen: ReadonlySet<number>,
  byHand: readonly number[],
): LineMatch | null {
  for (const key of KEYS) {
    const goods = lines.filter((line) => isWanted(line[key]) && !line.isShippingFee)
    if (goods.length > 0) return matchUnit(goods, chosen, byHand)
  }
  const fee = lines.find((line) => KEYS.some((key) => isWanted(line[key])))
  return fee === undefined ? null : { kind: 'fee', lineId: fee.lineId }
}

/** `units` all have the code; there is at least one. */
function matchUnit(
  units: readonly ScannableLine[],
  chosen: ReadonlySet<number>,
  byHand: readonly number[],
): LineMatch {
  const ticked = units.find((line) => isPackable(line) && byHand.includes(line.lineId))
  const free = ticked ?? units.find((line) => isPackable(line) && !chosen.has(line.lineId))
  if (free !== undefined) return { kind: 'line', lineId: free.lineId }
  const scanned = units.find((line) => chosen.has(line.lineId))
  if (scanned !== undefined) return { kind: 'line_scanned', lineId: scanned.lineId }
  const elsewhere = units.find((line) => line.shipmentId === null && isElsewhere(line))
  if (elsewhere !== undefined) return { kind: 'line_elsewhere', lineId: elsewhere.lineId }
  return { kind: 'line_packed', lineId: (units[0] as ScannableLine).lineId }
}

/** Which of the line's codes a scan is, by the same rules; `null` if it is none. */
export function codeScanned(codes: readonly string[], line: ScannableLine): string | null {
  const bare = { ...line, itemNumber: null, externalId: null, mpn: null, isShippingFee: false }
  for (const code of codes)
    for (const key of KEYS)
      if (matchCode(normalizeCode(code), [{ ...bare, [key]: line[key] }], NONE, []) !== null) return line[key]
  return codes.map(taughtKey).find((code) => line.taught.includes(code)) ?? null
}

const NONE: ReadonlySet<number> = new Set()

/** No carrier's numbers are shorter … */
export const SHORTEST_TRACKING = 6
/** … and none is longer. */
const LONGEST_TRACKING = 40
/** Letters and digits, in groups at most, each with a digit: no address, sentence or control character. */
const GROUP = /^(?=.*\d)[0-9A-Z]+(?:[._/-][0-9A-Z]+)*$/i

/** Whether a code may be the number of a carrier that this station does not know. */
export function mayBeTracking(code: string): boolean {
  const text = normalizeCode(code)
  const isLong = text.length >= SHORTEST_TRACKING && text.length <= LONGEST_TRACKING
  return isLong && text.split(' ').every((group) => GROUP.test(group))
}

/**
 * Whether a code unknown to every order and item is meant as the tracking number of the open order's parcel: a form
 * asks for one, its field has the focus, or nothing else is left to scan.
 */
export function isMeantAsTracking(situation: Situation, focused: boolean): boolean {
  return situation === 'tracking_form' || situation === 'all' || focused
}
