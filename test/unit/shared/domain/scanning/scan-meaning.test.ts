import { describe, expect, it } from 'vitest'
import {
  benchSituation,
  CODE_KINDS,
  MEANINGS,
  isMeantAsTracking,
  mayBeTracking,
  meaningOf,
  SITUATIONS,
} from '../../../../../src/shared/domain/scanning/scan'

/** The table, written a second time in readable form: a row for each kind of code, a column for each place. */
const BENCH = `
  code          | idle          | open             | part             | all              | done           | canceled | elsewhere | taken_over
  problem       | problem       | problem          | problem          | problem          | problem        | problem | problem | problem
  command       | command       | command          | command          | command          | command        | command | command | command
  badge         | sign_in       | sign_in          | sign_in          | sign_in          | sign_in        | sign_in | sign_in | sign_in
  line          | unknown       | choose           | choose           | choose           | choose         | order_canceled | held_elsewhere | held_elsewhere
  line_scanned  | unknown       | already_scanned  | already_scanned  | already_scanned  | already_scanned | order_canceled | held_elsewhere | held_elsewhere
  line_packed   | unknown       | already_packed   | already_packed   | already_packed   | already_packed | order_canceled | already_packed | already_packed
  line_elsewhere | unknown      | packed_at        | packed_at        | packed_at        | packed_at      | order_canceled | packed_at | packed_at
  fee           | unknown       | fee_line         | fee_line         | fee_line         | fee_line       | order_canceled | fee_line | fee_line
  line_unclear  | unknown       | which_line       | which_line       | which_line       | which_line     | order_canceled | held_elsewhere | held_elsewhere
  item_unclear  | which_item    | foreign          | foreign          | foreign          | which_item     | which_item | which_item | foreign
  serial        | unknown       | prove            | prove            | prove            | prove          | order_canceled | held_elsewhere | held_elsewhere
  wrong_serial  | unknown       | wrong_unit       | wrong_unit       | wrong_unit       | wrong_unit     | order_canceled | held_elsewhere | held_elsewhere
  early_serial  | unknown       | item_first       | item_first       | item_first       | item_first     | order_canceled | held_elsewhere | held_elsewhere
  this_order    | unknown       | same_order       | same_order       | same_order       | same_order     | order_canceled | same_order | same_order
  other_order   | open          | open             | lines_chosen     | lines_chosen     | open           | open | open | lines_chosen
  needed_item   | open          | foreign          | foreign          | foreign          | open           | open | open | foreign
  spent_item    | not_needed    | packed_elsewhere | packed_elsewhere | packed_elsewhere | not_needed     | not_needed | not_needed | packed_elsewhere
  canceled_item | item_canceled | item_canceled    | item_canceled    | item_canceled    | item_canceled  | item_canceled | item_canceled | item_canceled
  tracking      | unknown       | tracking         | tracking         | tracking         | unknown        | order_canceled | held_elsewhere | held_elsewhere
  strange_label | unknown       | ask_label        | ask_label        | ask_label        | unknown        | order_canceled | held_elsewhere | held_elsewhere
  no_label      | unknown       | no_label         | no_label         | no_label         | unknown        | order_canceled | no_label | no_label
  early_label   | label_alone   | keep_label       | keep_label       | keep_label       | label_alone    | order_canceled | held_elsewhere | held_elsewhere
  unclear_label | label_unclear | label_unclear    | label_unclear    | label_unclear    | label_unclear  | order_canceled | held_elsewhere | held_elsewhere
  used_label    | unknown       | label_used       | label_used       | label_used       | unknown        | order_canceled | held_elsewhere | held_elsewhere
  unknown       | unknown       | unknown          | unknown          | unknown          | unknown        | unknown | unknown | unknown
`

const ELSEWHERE = `
  code          | locked  | blocked | alarm      | handover | tracking_form | form
  problem       | locked  | blocked | alarm_open | problem  | problem       | problem
  command       | locked  | command | command    | command  | command       | command
  badge         | sign_in | blocked | sign_in    | sign_in  | sign_in       | sign_in
  line          | locked  | blocked | alarm_open | dock     | form_open     | form_open
  line_scanned  | locked  | blocked | alarm_open | dock     | form_open     | form_open
  line_packed   | locked  | blocked | alarm_open | dock     | form_open     | form_open
  line_elsewhere | locked | blocked | alarm_open | dock     | form_open     | form_open
  fee           | locked  | blocked | alarm_open | dock     | form_open     | form_open
  line_unclear  | locked  | blocked | alarm_open | dock     | form_open     | form_open
  item_unclear  | locked  | blocked | alarm_open | dock     | form_open     | form_open
  serial        | locked  | blocked | alarm_open | dock     | form_open     | form_open
  wrong_serial  | locked  | blocked | alarm_open | dock     | form_open     | form_open
  early_serial  | locked  | blocked | alarm_open | dock     | form_open     | form_open
  this_order    | locked  | blocked | alarm_open | dock     | form_open     | form_open
  other_order   | locked  | blocked | alarm_open | dock     | form_open     | form_open
  needed_item   | locked  | blocked | alarm_open | dock     | form_open     | form_open
  spent_item    | locked  | blocked | alarm_open | dock     | form_open     | form_open
  canceled_item | locked  | blocked | alarm_open | dock     | form_open     | form_open
  tracking      | locked  | blocked | alarm_open | dock     | tracking      | form_open
 strange_label | locked  | blocked | alarm_open | dock     | form_open     | form_open
  no_label      | locked  | blocked | alarm_open | dock     | no_label      | form_open
  early_label   | locked  | blocked | alarm_open | dock     | form_open     | form_open
  unclear_label | locked  | blocked | alarm_open | dock     | form_open     | form_open
  used_label    | locked  | blocked | alarm_open | dock     | label_used    | form_open
  unknown       | locked  | blocked | alarm_open | dock     | form_open     | form_open
`

function cells(table: string): string[][] {
  const [head, ...rows] = table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
  return rows.flatMap(([code, ...meanings]) =>
    meanings.map((meaning, index) => [code ?? '', head?.[index + 1] ?? '', meaning]),
  )
}

describe('a scan of', () => {
  const written = [...cells(BENCH), ...cells(ELSEWHERE)]

  it.each(written)('%s, %s: %s', (kind, situation, meaning) => {
    const where = SITUATIONS.find((one) => one === situation)
    const what = CODE_KINDS.find((one) => one === kind)
    if (where === undefined || what === undefined) throw new Error(`no such cell: ${situation} ${kind}`)
    expect(meaningOf(where, what)).toBe(meaning)
  })

  it('has no cell that is not listed here', () => {
    expect(Object.keys(MEANINGS).toSorted()).toEqual([...SITUATIONS].toSorted())
    expect(new Set(written.map(([kind, where]) => `${kind} ${where}`)).size).toBe(
      SITUATIONS.length * CODE_KINDS.length,
    )
  })
})

describe('the situation on the bench', () => {
  it.each([
    [true, false, 0, 0, 'canceled'],
    [false, false, 0, 0, 'done'],
    [false, false, 3, 0, 'open'],
    [false, false, 3, 2, 'part'],
    [false, false, 3, 3, 'all'],
    [true, true, 3, 1, 'canceled'],
    [false, true, 0, 0, 'done'],
    [false, true, 3, 0, 'elsewhere'],
    [false, true, 3, 1, 'taken_over'],
    [false, true, 3, 3, 'taken_over'],
  ] as const)(
    'canceled %s, elsewhere %s, %i choosable, %i chosen: %s',
    (canceled, elsewhere, choosable, chosen, situation) => {
      expect(benchSituation({ canceled, elsewhere, choosable, chosen })).toBe(situation)
    },
  )
})

describe('an unknown code', () => {
  it.each([
    ['all', false, true],
    ['part', false, false],
    ['open', false, false],
    ['part', true, true],
    ['tracking_form', false, true],
    ['form', false, false],
    ['idle', false, false],
  ] as const)('while %s, field focused %s: is meant as a tracking number %s', (where, focused, is) => {
    expect(isMeantAsTracking(where, focused)).toBe(is)
  })

  it.each([
    ['12345', false],
    ['123456', true],
    ['12345 ', false],
    ['9'.repeat(40), true],
    ['9'.repeat(41), false],
    ['9400 1112-0108.0805/48', true],
    ['9400  1112', false],
    ['COURIER-77', true],
    ['COURIER', false],
    ['RÜCK-123', false],
    ['A1\u001DB22222', false],
  ])('%j may be a tracking number: %s', (code, is) => {
    expect(mayBeTracking(code)).toBe(is)
  })
})
