import { describe, expect, it } from 'vitest'
import {
  COMMAND_CODES,
  COMMAND_NAMES,
  COMMANDS,
  commandOfKey,
  deedOf,
  isRefusal,
} from '../../../../../src/shared/domain/scanning/command'
import { SITUATIONS } from '../../../../../src/shared/domain/scanning/scan'

/** The table, written a second time in readable form; situations that interrupt everything are in the second table. */
const BENCH = `
  command     | idle             | open             | part             | all              | done             | canceled | elsewhere | taken_over
  confirm     | no_order         | nothing_chosen   | lines_missing    | pack             | all_packed       | order_canceled | take_over | take_over
  pack_part   | no_order         | nothing_chosen   | pack             | pack             | all_packed       | order_canceled | held_elsewhere | held_elsewhere
  cancel      | nothing_to_cancel | leave_order     | drop_choice      | drop_choice      | leave_order      | leave_order | leave_order | drop_choice
  undo        | nothing_to_undo  | unpack           | take_out         | take_out         | unpack           | unpack | unpack | take_out
  next        | open_next        | open_next        | lines_chosen     | lines_chosen     | open_next        | open_next | open_next | lines_chosen
  acknowledge | nothing_to_clear | nothing_to_clear | nothing_to_clear | nothing_to_clear | nothing_to_clear | nothing_to_clear | nothing_to_clear | nothing_to_clear
  ship        | open_ship_round  | ship             | ship             | ship             | ship             | order_canceled | ship | ship
  deliver     | open_deliver_round | deliver          | deliver          | deliver          | deliver          | deliver | deliver | deliver
  hold        | no_order         | hold             | hold             | hold             | hold             | hold | hold | hold
  reprint     | reprint          | reprint          | reprint          | reprint          | reprint          | reprint | reprint | reprint
  batch       | toggle_batch     | toggle_batch     | toggle_batch     | toggle_batch     | toggle_batch     | toggle_batch | toggle_batch | toggle_batch
  put_wall    | open_put_wall | open_put_wall | lines_chosen | lines_chosen | open_put_wall | open_put_wall | open_put_wall | lines_chosen
  teach       | no_order         | teach            | teach            | teach            | teach            | order_canceled | held_elsewhere | held_elsewhere
`

const INTERRUPTED = `
  command     | locked | blocked     | alarm           | handover         | tracking_form    | form
  confirm     | locked | blocked     | alarm_open      | confirm_form     | confirm_form     | confirm_form
  pack_part   | locked | blocked     | alarm_open      | form_open        | form_open        | form_open
  cancel      | locked | blocked     | alarm_open      | close_form       | close_form       | close_form
  undo        | locked | blocked     | alarm_open      | form_open        | form_open        | form_open
  next        | locked | blocked     | alarm_open      | form_open        | form_open        | form_open
  acknowledge | locked | clear_error | answer_alarm | nothing_to_clear | nothing_to_clear | nothing_to_clear
  ship        | locked | blocked     | alarm_open      | form_open        | form_open        | form_open
  deliver     | locked | blocked     | alarm_open      | form_open        | form_open        | form_open
  hold        | locked | blocked     | alarm_open      | form_open        | form_open        | form_open
  reprint     | locked | blocked     | alarm_open      | form_open        | form_open        | form_open
  batch       | locked | blocked     | alarm_open      | form_open        | form_open        | form_open
  put_wall    | locked | blocked     | alarm_open      | form_open        | form_open        | form_open
  teach       | locked | teach       | alarm_open      | form_open        | form_open        | form_open
`

function cells(table: string): string[][] {
  const [head, ...rows] = table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))
  return rows.flatMap(([command, ...deeds]) =>
    deeds.map((deed, index) => [command ?? '', head?.[index + 1] ?? '', deed]),
  )
}

describe('the command', () => {
  const written = [...cells(BENCH), ...cells(INTERRUPTED)]

  it.each(written)('%s, %s: %s', (name, where, deed) => {
    const command = COMMAND_NAMES.find((one) => one === name)
    const situation = SITUATIONS.find((one) => one === where)
    if (command === undefined || situation === undefined) throw new Error(`no such cell: ${name} ${where}`)
    expect(deedOf(command, situation)).toBe(deed)
  })

  it('has no cell that is not written out here', () => {
    expect(new Set(written.map(([name, where]) => `${name} ${where}`)).size).toBe(
      COMMAND_NAMES.length * SITUATIONS.length,
    )
  })

  it('that a table cell names is done or refused, never both', () => {
    expect(isRefusal('lines_missing')).toBe(true)
    expect(isRefusal('pack')).toBe(false)
  })
})

describe('the codes', () => {
  it('stay as they were printed', () => {
    expect(COMMAND_CODES).toEqual({
      confirm: 'PBXGO',
      cancel: 'PBXSTOP',
      undo: 'PBXUNDO',
      pack_part: 'PBXPIECE',
      next: 'PBXNEXT',
      acknowledge: 'PBXSEEN',
      ship: 'PBXSEND',
      deliver: 'PBXTHERE',
      hold: 'PBXHOLD',
      reprint: 'PBXPRINT',
      batch: 'PBXSINGLES',
      put_wall: 'PBXPUT',
      teach: 'PBXCODE',
    })
  })
})

describe('the keys', () => {
  it.each(COMMAND_NAMES)('lead to %s and to no other', (command) => {
    const { key, shift } = COMMANDS[command]
    expect(commandOfKey(key, shift)).toBe(command)
  })

  it('are function keys, but none that reloads the page, opens the tools, fills the screen or is a scanner’s FNC1', () => {
    for (const { key } of Object.values(COMMANDS)) {
      expect(key).toMatch(/^F\d+$/)
      expect(['F1', 'F5', 'F8', 'F11', 'F12']).not.toContain(key)
    }
  })

  it.each(['Enter', ' ', 'Escape', 'a', 'F1'])('%j is no command', (key) => {
    expect(commandOfKey(key, false)).toBeNull()
    expect(commandOfKey(key, true)).toBeNull()
  })
})
