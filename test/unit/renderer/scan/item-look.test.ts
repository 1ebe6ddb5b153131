import { t } from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { startWords } from '../../../../src/renderer/src/locales/i18n'
import { nameOfLook, wordsOfLook } from '../../../../src/renderer/src/scan/item-look'

beforeAll(startWords)
const COAT = { title: 'Wool coat', size: 'M', quality: 'very_good', condition: null }
const LARGE = { ...COAT, size: 'L' }
const BAG = { title: 'Bag', size: null, quality: null, condition: null }

it('says first what tells an item from another one of its title', () => {
  expect(wordsOfLook(t, LARGE, [BAG, COAT])).toEqual({ large: 'Size L', small: 'Wool coat · Very good' })
  const worn = { ...LARGE, quality: 'good', condition: 'Worn cuffs' }
  expect(wordsOfLook(t, worn, [COAT])).toEqual({ large: 'Size L, Good', small: 'Wool coat · Worn cuffs' })
  expect(wordsOfLook(t, { ...COAT, condition: 'Worn cuffs' }, [COAT])).toMatchObject({ large: 'Worn cuffs' })
})

it('says its title first where no other one has it, or nothing tells them apart', () => {
  expect(wordsOfLook(t, COAT, [BAG])).toEqual({ large: 'Wool coat', small: '' })
  expect(wordsOfLook(t, COAT, [COAT])).toEqual({ large: 'Wool coat', small: 'Size M · Very good' })
  expect(wordsOfLook(t, BAG, [])).toEqual({ large: 'Bag', small: '' })
})

it('says the one trait that the other one lacks', () => {
  expect(wordsOfLook(t, COAT, [{ ...COAT, size: null }])).toMatchObject({ large: 'Size M' })
})

it('has a name of one line', () => {
  expect([COAT, BAG].map((item) => nameOfLook(t, item))).toEqual(['Wool coat, Size M', 'Bag'])
})
