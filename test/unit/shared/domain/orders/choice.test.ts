import { expect, it } from 'vitest'
import {
  chooseByHand,
  chooseByScan,
  keepChosen,
  tickedByHand,
  type Choice,
} from '../../../../../src/shared/domain/orders/choice'

const NONE: Choice = { chosen: new Set(), scanned: new Set() }
const all = () => true

it('knows what was scanned and what was ticked', () => {
  const choice = chooseByHand(chooseByScan(NONE, 1), [2, 3])
  expect([...choice.chosen]).toEqual([1, 2, 3])
  expect(tickedByHand(choice)).toEqual([2, 3])
})

it('leaves a scanned line scanned when all are chosen by hand', () => {
  expect(tickedByHand(chooseByHand(chooseByScan(NONE, 1), [1, 2]))).toEqual([2])
})

it('takes a line that was unticked and ticked again as ticked by hand', () => {
  const without = keepChosen(chooseByScan(NONE, 1), (lineId) => lineId !== 1)
  expect(without).toEqual(NONE)
  expect(tickedByHand(chooseByHand(without, [1]))).toEqual([1])
})

it('turns a ticked line into a scanned one when it is scanned, as the line chosen last', () => {
  const choice = chooseByScan(chooseByHand(NONE, [1, 2]), 1)
  expect([...choice.chosen]).toEqual([2, 1])
  expect(tickedByHand(choice)).toEqual([2])
})

it('does not take an older scan as the proof of a tick', () => {
  const lost: Choice = { chosen: new Set(), scanned: new Set([1]) }
  expect(tickedByHand(chooseByHand(lost, [1]))).toEqual([1])
  expect(keepChosen(lost, all).scanned.size).toBe(0)
})
