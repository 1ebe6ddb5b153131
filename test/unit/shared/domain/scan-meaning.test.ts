import { describe, expect, it } from 'vitest'
import {
  benchSituation,
  CODE_KINDS,
  MEANINGS,
  meaningOf,
  MIN_TRACKING_LENGTH,
  readsAsTracking,
  SITUATIONS,
} from '../../../../src/shared/domain/scan'

/** The table, written out a second time as people read it: a row for each kind of code, a column for each place. */
const BENCH = `
  code          | idle          | open             | part             | all              | done           | canceled
  problem       | problem       | problem          | problem          | problem          | problem        | problem
  command       | command       | command          | command          | command          | command        | command
  badge         | sign_in       | sign_in          | sign_in          | sign_in          | sign_in        | sign_in
  line          | unknown       | choose           | choose           | choose           | choose         | order_canceled
  line_scanned  | unknown       | already_scanned  | already_scanned  | already_scanned  | already_scanned | order_canceled
  line_packed   | unknown       | already_packed   | already_packed   | already_packed   | already_packed | order_canceled
  fee           | unknown       | fee_line         | fee_line         | fee_line         | fee_line       | order_canceled
  this_order    | unknown       | same_order       | same_order       | same_order       | same_order     | order_canceled
  other_order   | open          | open             | lines_chosen     | lines_chosen     | open           | open
  needed_item   | open          | foreign          | foreign          | foreign          | open           | open
  spent_item    | not_needed    | packed_elsewhere | packed_elsewhere | packed_elsewhere | not_needed     | not_needed
  canceled_item | item_canceled | item_canceled    | item_canceled    | item_canceled    | item_canceled  | item_canceled
  tracking      | unknown       | tracking         | tracking         | tracking         | unknown        | order_canceled
  unknown       | unknown       | unknown          | unknown          | unknown          | unknown        | unknown
`

const ELSEWHERE = `
  code          | locked  | blocked | alarm      | handover | tracking_form | form
  problem       | locked  | blocked | alarm_open | problem  | problem       | problem
  command       | locked  | command | command    | command  | command       | command
  badge         | sign_in | blocked | sign_in    | sign_in  | sign_in       | sign_in
  line          | locked  | blocked | alarm_open | dock     | form_open     | form_open
  line_scanned  | locked  | blocked | alarm_open | dock     | form_open     | form_open
  line_packed   | locked  | blocked | alarm_open | dock     | form_open     | form_open
  fee           | locked  | blocked | alarm_open | dock     | form_open     | form_open
  this_order    | locked  | blocked | alarm_open | dock     | form_open     | form_open
  other_order   | locked  | blocked | alarm_open | dock     | form_open     | form_open
  needed_item   | locked  | blocked | alarm_open | dock     | form_open     | form_open
  spent_item    | locked  | blocked | alarm_open | dock     | form_open     | form_open
  canceled_item | locked  | blocked | alarm_open | dock     | form_open     | form_open
  tracking      | locked  | blocked | alarm_open | dock     | tracking      | form_open
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

  it('has no cell that is not written out here', () => {
    expect(Object.keys(MEANINGS).toSorted()).toEqual([...SITUATIONS].toSorted())
    expect(new Set(written.map(([kind, where]) => `${kind} ${where}`)).size).toBe(
      SITUATIONS.length * CODE_KINDS.length,
    )
  })
})

describe('the situation on the bench', () => {
  it.each([
    [true, 0, 0, 'canceled'],
    [false, 0, 0, 'done'],
    [false, 3, 0, 'open'],
    [false, 3, 2, 'part'],
    [false, 3, 3, 'all'],
  ] as const)('canceled %s, %i choosable, %i chosen: %s', (canceled, choosable, chosen, situation) => {
    expect(benchSituation(canceled, choosable, chosen)).toBe(situation)
  })
})

describe('a code that nobody knows', () => {
  const long = 'X'.repeat(MIN_TRACKING_LENGTH)
  it.each([
    [long, 'all', false, true],
    [long.slice(1), 'all', false, false],
    [`${long.slice(1)} `, 'all', false, false],
    [long, 'part', false, false],
    [long, 'open', false, false],
    ['1', 'part', true, true],
    ['1', 'tracking_form', false, true],
    [long, 'form', false, false],
    [long, 'idle', false, false],
  ] as const)('%s while %s, field focused %s: reads as tracking number %s', (code, where, focused, is) => {
    expect(readsAsTracking(code, where, focused)).toBe(is)
  })
})
