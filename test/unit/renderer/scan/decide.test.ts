import { describe, expect, it } from 'vitest'
import { decideOpened, decideScan as decideOn } from '../../../../src/renderer/src/scan/decide'
import type { Answers, Decision } from '../../../../src/renderer/src/scan/decision'
import type { Facts } from '../../../../src/renderer/src/scan/facts'
import type { ScanResolution } from '../../../../src/shared/contract/views'
import {
  meaningOf,
  SITUATIONS,
  type CodeKind,
  type Meaning,
} from '../../../../src/shared/domain/scanning/scan'
import type { Scanned } from '../../../../src/shared/domain/scanning/scanned'
import { aLine, anOrder, good, refused, scanned, NO_LOOK } from '../fake-station'

const ELSEWHERE = { station: 'Bench 2', operator: 'Ann', at: '2026-11-21T10:42:00.000Z' }
const HOLDER = { station: 'Bench 2', operator: 'Ann', since: '2026-11-21T10:42:00.000Z', tookOver: false }
const BADGE = 'PBXBBCDEFGHIJKLN'

/** Order 100: one unit to choose, one chosen, one packed, one packed elsewhere, one fee. */
const ORDER = anOrder(100, {
  lines: [
    aLine(1),
    aLine(2),
    aLine(3, { shipmentId: 'one' }),
    aLine(4, { elsewhere: ELSEWHERE }),
    aLine(5, { isShippingFee: true }),
    aLine(6, { taught: ['ITEM_RUN'], size: 'M', mpn: 'COAT' }),
    aLine(7, { taught: ['ITEM_RUN'], size: 'L', mpn: 'COAT' }),
  ],
})

/** The same with two units whose serial numbers are asked for, the first of which is chosen. */
const WITH_SERIALS = anOrder(100, {
  lines: [...ORDER.lines, aLine(8, { serial: 'SN-8' }), aLine(9, { serial: 'SN-9' })],
})
const OF_SERIALS: readonly CodeKind[] = ['serial', 'wrong_serial', 'early_serial']
const UNIT_DUE = { order: WITH_SERIALS, chosen: new Set([2, 8]), toProve: [8] }

function facts(over: Partial<Facts> = {}): Facts {
  return {
    situation: 'part',
    order: ORDER,
    orderId: 100,
    chosen: new Set([2]),
    byHand: [],
    toFollow: [],
    lineCodes: new Map(),
    toProve: [],
    packedShipment: null,
    busy: false,
    trackingNumber: '',
    trackingFocused: false,
    labelCode: '',
    labelAsked: null,
    label: { carrier: '', trackingNumber: 'TRACK99', trackingUrl: '' },
    labelCheck: 'none',
    labelOf: '',
    labelConfirms: false,
    labelShared: false,
    form: null,
    toTeach: null,
    teaching: null,
    said: null,
    ...over,
  }
}

/** With the label code that the facts have of such a scan. */
function decideScan(state: Facts, scan: Scanned, answers?: Answers) {
  return decideOn({ ...state, labelCode: scan.codes[0] ?? '' }, scan, answers)
}

/** The scanned codes, and main's answers to them. */
const SCANS: readonly [kind: CodeKind, code: string, answer: ScanResolution][] = [
  ['badge', BADGE, { kind: 'unknown' }],
  ['line', 'ITEM1', { kind: 'unknown' }],
  ['line_scanned', 'ITEM2', { kind: 'unknown' }],
  ['line_packed', 'ITEM3', { kind: 'unknown' }],
  ['line_elsewhere', 'ITEM4', { kind: 'unknown' }],
  ['fee', 'ITEM5', { kind: 'unknown' }],
  ['line_unclear', 'ITEM_RUN', { kind: 'unknown' }],
  ['item_unclear', 'OTHER_RUN', { kind: 'several', orderId: 200, ...NO_LOOK, exact: false }],
  ['this_order', '100', { kind: 'unknown' }],
  ['serial', 'SN-8', { kind: 'unknown' }],
  ['wrong_serial', 'SN-0', { kind: 'unknown' }],
  ['early_serial', 'SN-9', { kind: 'unknown' }],
  ['other_order', '200', { kind: 'order', orderId: 200 }],
  ['needed_item', 'FOREIGN', { kind: 'item', orderId: 200, lineId: 21, ...NO_LOOK, exact: true }],
  ['spent_item', 'SPENT', { kind: 'not_needed', orderId: 200, canceled: false, ...NO_LOOK, exact: true }],
  ['canceled_item', 'GONE', { kind: 'not_needed', orderId: 200, canceled: true, ...NO_LOOK, exact: true }],
  ['tracking', 'TRACK99', { kind: 'unknown' }],
  ['strange_label', 'TRACK99', { kind: 'unknown' }],
  ['no_label', 'https://example.com/', { kind: 'unknown' }],
  ['used_label', 'TRACK99', { kind: 'label', orders: [{ orderId: 200, inUse: true }] }],
  ['unknown', 'X', { kind: 'unknown' }],
]

/** The decision for each meaning; if it only gives an answer, that answer. */
const DECIDED: Readonly<Record<Exclude<Meaning, 'command' | 'problem'>, string>> = {
  sign_in: 'sign_in',
  choose: 'choose',
  open: 'open_order',
  tracking: 'fill_draft',
  ask_label: 'label_asked',
  no_label: 'no_label',
  keep_label: 'keep_label',
  label_alone: 'label_alone',
  label_unclear: 'label_unclear',
  label_used: 'refuse_label',
  dock: 'hand_over',
  blocked: 'refuse_blocked',
  locked: 'locked',
  alarm_open: 'alarm_open',
  form_open: 'form_open',
  already_scanned: 'already_scanned',
  already_packed: 'already_packed',
  packed_at: 'packed_at',
  held_elsewhere: 'held_elsewhere',
  packed_elsewhere: 'packed_elsewhere',
  fee_line: 'fee_line',
  which_line: 'which_line',
  which_item: 'which_item',
  prove: 'prove',
  wrong_unit: 'wrong_unit',
  item_first: 'item_first',
  same_order: 'same_order',
  lines_chosen: 'lines_chosen',
  foreign: 'foreign',
  not_needed: 'not_needed',
  item_canceled: 'item_canceled',
  order_canceled: 'order_canceled',
  unknown: 'unknown',
}

/** Where a form asks for a number, what no order has is one, as far as it looks like one. */
const unmatchedLabel = (code: string): CodeKind =>
  /^\w{6,}$/.test(code) && /\d/.test(code) ? 'tracking' : 'no_label'
const shown = (decision: Decision) => (decision.act === 'say' ? decision.feedback.kind : decision.act)

describe.each(SITUATIONS)('a scan while %s', (situation) => {
  const LOOKED_UP = ['idle', 'canceled', 'done', 'elsewhere', 'taken_over', 'all', 'part', 'open']
  const tracksHere = situation === 'all' || situation === 'tracking_form'
  // Elsewhere a parcel's label is looked up only where it can be one.
  const OF_LABELS: readonly CodeKind[] = ['tracking', 'no_label', 'used_label']
  const packs = ['all', 'part', 'open'].includes(situation)
  const scans = SCANS.filter(([kind]) =>
    kind === 'strange_label' ? situation === 'all' : tracksHere || !OF_LABELS.includes(kind),
  ).filter(([kind]) => packs || !OF_SERIALS.includes(kind))

  it.each(scans)('of %s is decided as the table says', (kind, code, answer) => {
    const due = OF_SERIALS.includes(kind) ? UNIT_DUE : {}
    // What is a label without being asked about is a number of a known carrier.
    const state = facts({ situation, ...due, labelCheck: kind === 'tracking' ? 'unclear' : 'none' })
    // With no order on the bench, nothing is matched to its lines.
    const onBench = code.startsWith('ITEM') || code === '100'
    const unmatched = situation === 'tracking_form' ? unmatchedLabel(code) : 'unknown'
    const found = kind === 'unknown' || (situation === 'idle' && onBench) ? unmatched : kind
    const meaning = meaningOf(situation, found)
    if (meaning === 'command' || meaning === 'problem') throw new Error(`${kind} is no ${meaning}`)
    expect(shown(decideScan(state, scanned(code), { resolved: good(answer) }))).toBe(DECIDED[meaning])
  })

  it('is refused with its problem, unless an error or the lock is before it', () => {
    const decision = decideScan(facts({ situation }), { raw: 'AA', codes: [], problem: 'doubled' })
    const meaning = meaningOf(situation, 'problem')
    expect(shown(decision)).toBe(meaning === 'problem' ? 'doubled' : (DECIDED as never)[meaning])
  })

  it('asks main only where codes are looked up, and then only for what is not on the bench', () => {
    const looksUp = LOOKED_UP.includes(situation) || situation === 'tracking_form'
    const asked = decideScan(facts({ situation }), scanned('FOREIGN'))
    expect(asked.act === 'ask_codes').toBe(looksUp)
    if (situation !== 'idle')
      expect(decideScan(facts({ situation }), scanned('ITEM1')).act).not.toBe('ask_codes')
  })
})

describe('what main is asked', () => {
  it('is every code that can be one, the best first, and at most twenty', () => {
    const codes = ['', 'x'.repeat(501), ...Array.from({ length: 30 }, (_, index) => `C${index}`)]
    const decision = decideScan(facts(), { raw: 'r', codes: [' A ', ...codes], problem: null })
    expect(decision).toEqual({ act: 'ask_codes', codes: ['A', ...codes.slice(2, 21)] })
  })

  it('is nothing where no code can be one', () => {
    expect(shown(decideScan(facts(), scanned('x'.repeat(501))))).toBe('unknown')
  })

  it('is said when it fails', () => {
    const decision = decideScan(facts(), scanned('X'), { resolved: refused('database_error') })
    expect(decision).toMatchObject({ feedback: { kind: 'failed', error: { code: 'database_error' } } })
  })

  it('counts for the bench as it is by then', () => {
    const later = facts({ situation: 'blocked' })
    expect(decideScan(later, scanned('200'), { resolved: good({ kind: 'order', orderId: 200 }) }).act).toBe(
      'refuse_blocked',
    )
  })
})

describe('a tracking number', () => {
  const unknown = { resolved: good({ kind: 'unknown' } as const) }

  it('goes into the form that asks for one, else into the pack panel', () => {
    const form = {
      tracking: true,
      badge: false,
      confirm: true,
      close: true,
      acknowledge: false,
      commands: [],
    }
    const inForm = facts({ situation: 'tracking_form', form })
    expect(decideScan(inForm, scanned('TRACK99'), unknown).act).toBe('fill_form')
    const state = facts({ situation: 'all', labelCheck: 'unclear' })
    expect(decideScan(state, scanned('TRACK99'), unknown)).toEqual({ act: 'fill_draft', label: state.label })
  })

  it('of no known carrier is asked about, and taken when it is scanned again', () => {
    const state = facts({ situation: 'all' })
    expect(shown(decideScan(state, scanned('TRACK99'), unknown))).toBe('label_asked')
    const asked = { ...state, labelAsked: 'TRACK99' }
    expect(decideScan(asked, scanned('TRACK99'), unknown).act).toBe('fill_draft')
    expect(shown(decideScan(asked, scanned('TRACK98'), unknown))).toBe('label_asked')
    expect(decideScan({ ...state, trackingFocused: true }, scanned('TRACK99'), unknown).act).toBe(
      'fill_draft',
    )
    // Nobody is asked where a label is there already: CONFIRM packs then.
    expect(shown(decideScan({ ...state, trackingNumber: 'OTHER' }, scanned('TRACK99'), unknown))).toBe(
      'tracking_there',
    )
  })

  it.each([
    'https://carrier.example/track?n=1Z999AA10123456784',
    'Jane Doe 12 Main Street',
    '01\u001D96841706672\u001D840',
    'JANE@EXAMPLE.COM1',
    '9'.repeat(41),
    'WITHOUTDIGITS',
  ])('is never a text that is none: %j', (text) => {
    const state = facts({ situation: 'all' })
    expect(shown(decideScan(state, scanned(text), unknown))).toBe('no_label')
    expect(shown(decideScan({ ...state, situation: 'tracking_form' }, scanned(text), unknown))).toBe(
      'no_label',
    )
    expect(shown(decideScan({ ...state, trackingFocused: true }, scanned(text), unknown))).toBe('no_label')
  })

  it('of a carrier’s 2D code is taken if its carrier is known; else the long barcode is asked for', () => {
    const scan = { raw: '[)>', codes: ['1Z999AA10123456784'], problem: null, from2d: true } as const
    const known = facts({ situation: 'all', labelCheck: 'sure' })
    expect(decideScan(known, scan, unknown).act).toBe('fill_draft')
    for (const situation of ['all', 'part', 'idle', 'tracking_form'] as const)
      expect(shown(decideScan(facts({ situation }), scan, unknown))).toBe('label_2d')
  })

  it('replaces another one only where the field has the focus', () => {
    const other = facts({ situation: 'all', trackingNumber: 'OTHER', labelCheck: 'unclear' })
    expect(shown(decideScan(other, scanned('TRACK99'), unknown))).toBe('tracking_there')
    const focused = { ...other, trackingFocused: true }
    expect(decideScan(focused, scanned('TRACK99'), unknown).act).toBe('fill_draft')
    expect(decideScan({ ...other, trackingNumber: 'TRACK99' }, scanned('TRACK99'), unknown).act).toBe(
      'fill_draft',
    )
  })

  it('packs if the label confirms, but only a complete order, and only by a number that is surely a label', () => {
    const sure = facts({ situation: 'all', labelConfirms: true, labelCheck: 'sure' })
    const { label } = sure
    expect(decideScan(sure, scanned('TRACK99'), unknown)).toEqual({ act: 'confirm_by_label', label })
    const again = { ...sure, trackingNumber: 'track-99' }
    expect(decideScan(again, scanned('TRACK99'), unknown).act).toBe('confirm_by_label')
    expect(shown(decideScan({ ...sure, trackingNumber: 'OTHER' }, scanned('TRACK99'), unknown))).toBe(
      'tracking_there',
    )
    for (const over of [{ labelConfirms: false }, { labelCheck: 'unclear' }] as const)
      expect(decideScan({ ...sure, ...over }, scanned('TRACK99'), unknown).act).toBe('fill_draft')
    for (const situation of ['part', 'open', 'done', 'elsewhere', 'taken_over', 'canceled'] as const)
      expect(decideScan({ ...sure, situation }, scanned('TRACK99'), unknown).act).not.toBe('confirm_by_label')
    const used = { resolved: good({ kind: 'label', orders: [{ orderId: 200, inUse: true }] } as const) }
    expect(decideScan(sure, scanned('TRACK99'), used).act).toBe('refuse_label')
  })

  it('of another order is taken once a person has confirmed it', () => {
    const used = { resolved: good({ kind: 'label', orders: [{ orderId: 200, inUse: true }] } as const) }
    const state = facts({ situation: 'all', labelCheck: 'unclear' })
    const number = 'TRACK99'
    expect(decideScan(state, scanned(number), used)).toEqual({ act: 'refuse_label', number, orderId: 200 })
    expect(decideScan({ ...state, labelShared: true }, scanned(number), used).act).toBe('fill_draft')
  })
})

it('gives a badge to the form that asks for one, but never while locked', () => {
  const form = { tracking: false, badge: true, confirm: true, close: true, acknowledge: false, commands: [] }
  const badge = BADGE
  expect(decideScan(facts({ situation: 'form', form }), scanned(badge))).toEqual({ act: 'give_badge', badge })
  expect(decideScan(facts({ situation: 'locked', form }), scanned(badge))).toEqual({ act: 'sign_in', badge })
})

describe('a code with other capitals', () => {
  const item = (exact: boolean) =>
    ({ kind: 'item', orderId: 200, lineId: 21, ...NO_LOOK, title: 'Scarf', exact }) as const

  it('is the line of the open order, unless another order has exactly that code', () => {
    const lower = scanned('item1')
    expect(decideScan(facts(), lower).act).toBe('ask_codes')
    expect(decideScan(facts(), lower, { resolved: good({ kind: 'unknown' }) }).act).toBe('choose')
    expect(decideScan(facts(), lower, { resolved: good(item(false)) }).act).toBe('choose')
    const gone = { ...item(true), kind: 'not_needed', canceled: false } as const
    expect(shown(decideScan(facts(), lower, { resolved: good(item(true)) }))).toBe('foreign')
    expect(shown(decideScan(facts(), lower, { resolved: good(gone) }))).toBe('packed_elsewhere')
  })

  it('never takes a packed unit for another order’s that differs in case', () => {
    const done = facts({ situation: 'done' })
    expect(decideScan(done, scanned('item3'), { resolved: good(item(false)) }).act).toBe('open_order')
    expect(shown(decideScan(done, scanned('item3'), { resolved: good({ kind: 'unknown' }) }))).toBe(
      'already_packed',
    )
  })
})

it('names a wrong item by its title, else by its code', () => {
  const answer = { kind: 'item', orderId: 200, lineId: 21, exact: true } as const
  const feedbackOf = (title: string | null) =>
    decideScan(facts(), scanned('FOREIGN'), { resolved: good({ ...answer, ...NO_LOOK, title }) })
  expect(feedbackOf('Scarf')).toMatchObject({
    feedback: { kind: 'foreign', item: { title: 'Scarf' }, belongsTo: 200 },
  })
  expect(feedbackOf(null)).toMatchObject({
    feedback: {
      item: { title: 'FOREIGN' },
      expected: [{ title: 'Title 1' }, { title: 'Title 6', size: 'M' }, { title: 'Title 7', size: 'L' }],
    },
  })
})

describe('an order that was opened by a scan', () => {
  const open = (code: string) => ({ act: 'open_order', orderId: 100, codes: [code], code }) as const
  const opened = (order: Partial<typeof ORDER>) =>
    facts({ order: { ...ORDER, ...order }, chosen: new Set<number>() })

  it.each([
    ['100', {}, 'order_opened'],
    ['ITEM1', {}, 'choose'],
    ['ITEM3', {}, 'already_packed'],
    ['100', { bench: HOLDER }, 'opened_elsewhere'],
    ['ITEM1', { bench: HOLDER }, 'held_elsewhere'],
    ['100', { canceled: true }, 'order_canceled'],
    ['ITEM1', { canceled: true }, 'order_canceled'],
  ])('with %s in %j: %s', (code, order, decided) => {
    expect(shown(decideOpened(opened(order), open(code), null))).toBe(decided)
  })

  it('is canceled only once the marketplace has canceled it', () => {
    const pending = [{ seq: 1, kind: 'cancel_order', state: 'ready', amountCents: null }] as const
    const said = (order: Partial<typeof ORDER>) => decideOpened(opened(order), open('ITEM1'), null)
    expect(said({ canceled: true })).toMatchObject({ feedback: { kind: 'order_canceled' } })
    expect(said({ canceled: true })).not.toHaveProperty('feedback.waits')
    expect(said({ pending })).toMatchObject({ feedback: { kind: 'order_canceled', waits: true } })
    const atBench = { ...opened({ pending }), situation: 'canceled' } as const
    expect(decideScan(atBench, scanned('ITEM1'))).toMatchObject({ feedback: { waits: true } })
  })

  it('is not said to be open when it could not be, or when another one is by now', () => {
    const error = { code: 'order_not_found', message: '' } as const
    expect(decideOpened(opened({}), open('100'), error)).toMatchObject({
      feedback: { kind: 'failed', error },
    })
    const other = { ...opened({}), orderId: 200 }
    expect(shown(decideOpened(other, open('100'), null))).toBe('failed')
  })
})
