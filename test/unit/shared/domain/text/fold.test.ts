import fc from 'fast-check'
import { expect, it } from 'vitest'
import { containsTyped, foldText, spellings } from '../../../../../src/shared/domain/text/fold'

it.each([
  ['Straße GRÖẞE', 'strasse grosse'],
  ['Łódź, Đorđe', 'lodz, dorde'],
  ['Søren Ærø Œuvre', 'soren aero oeuvre'],
  ['Þór Eiður', 'thor eidur'],
  ['ISPARTA Isparta ısparta İsparta', 'isparta isparta isparta isparta'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['ﬁne Ｗｉｄｅ', 'fine wide'],
  // Other letters, not the same with a mark.
  ['ガ カ', 'ガ カ'],
])('folds %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

it('spells umlauts in both ways, composed or not', () => {
  for (const name of ['Müller', 'MU\u0308LLER']) expect(spellings(name)).toEqual(['muller', 'mueller'])
  expect(spellings('Mueller')).toEqual(['mueller'])
})

it('finds a text by either spelling, and merges no others', () => {
  expect(containsTyped('Damen › Röcke', 'roecke')).toBe(true)
  expect(containsTyped('Damen › Röcke', 'rocke')).toBe(true)
  expect(containsTyped('Damen › Roecke', 'RÖCKE')).toBe(true)
  expect(containsTyped('Damen › Roecke', 'rocke')).toBe(false)
})

it('is the same once folded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }),
  )
})
