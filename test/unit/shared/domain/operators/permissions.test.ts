import { expect, it } from 'vitest'
import {
  mayBeLent,
  mayDo,
  PERMISSIONS,
  type Act,
} from '../../../../../src/shared/domain/operators/permissions'

const ACTS = Object.keys(PERMISSIONS) as Act[]

it('gives packers the packing, and a supervisor everything', () => {
  expect(ACTS.filter((act) => mayDo('packer', act)).toSorted()).toEqual(
    [
      ...['look', 'report', 'pack', 'ship', 'deliver', 'cancel_packed', 'hold', 'claim', 'dock', 'print'],
      ...[
        'teach_where_allowed',
        'sync',
        'acknowledge',
        'practice',
        'check_again',
        'diagnose',
        'quit',
        'switch_where_allowed',
      ],
    ].toSorted(),
  )
  expect(ACTS.every((act) => mayDo('supervisor', act))).toBe(true)
})

it('lends steps at the bench, and never those that change permissions', () => {
  expect(ACTS.filter(mayBeLent).toSorted()).toEqual(
    [
      ...[
        'force_scan',
        'refund',
        'refund_above_rest',
        'cancel_order',
        'delete_buyer',
        'cancel_delivered',
        'create_item',
        'change_item',
        'delist_item',
      ],
      ...['answer_held', 'correct_times', 'confirm_clock', 'export_ops', 'quit_with_export'],
      ...['export_evidence', 'export_lists', 'make_backup', 'leave_kiosk'],
      ...['change_many', 'sell_below_floor', 'keep_filters', 'switch_account', 'teach'],
    ].toSorted(),
  )
})
