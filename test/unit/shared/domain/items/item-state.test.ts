import { expect, it } from 'vitest'
import {
  DELISTABLE_STATES,
  DELISTED_STATES,
  isDelistable,
  isDelisted,
  NAMED_ITEM_STATES,
  OFFERED_STATES,
  type ItemStateRow,
} from '../../../../../src/shared/domain/items/item-state'

it('says of each state whether an item in it is for sale, can be delisted, or is', () => {
  expect(NAMED_ITEM_STATES).toEqual(['processing', 'listed', 'ready_to_delete', 'deleted'])
  expect(OFFERED_STATES).toEqual(['processing', 'listed'])
  expect(DELISTABLE_STATES).toEqual(['listed'])
  expect(DELISTED_STATES).toEqual(['ready_to_delete', 'deleted'])
})

it.each(['failed', '', 'constructor'])(
  'nothing is done to an item in the state %j, and it counts as there',
  (state) => {
    expect(isDelistable(state)).toBe(false)
    expect(isDelisted(state)).toBe(false)
  },
)

it('goes without an answer to no question', () => {
  const row = { offered: true, delistable: false, delisted: false }
  void (row satisfies ItemStateRow)
  const { delisted: _delisted, ...unsaid } = row
  // @ts-expect-error it is not said whether it is delisted
  void (unsaid satisfies ItemStateRow)
})
