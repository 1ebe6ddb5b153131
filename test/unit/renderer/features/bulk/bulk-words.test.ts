import { readFileSync } from 'node:fs'
import path from 'node:path'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { words } from '../../../../../src/locales/en/rest'
import {
  fieldWords,
  itemWords,
  problemOnly,
  problemWords,
  stateWords,
} from '../../../../../src/renderer/src/features/bulk/bulk-words'
import { DICTIONARIES } from '../../../../support/dictionaries'
import { startAllWords } from '../../../../support/window-words'
import { BULK_KINDS, ROW_OUTCOMES } from '../../../../../src/shared/domain/items/bulk-job'
import { fieldsOf } from '../../../../../src/shared/domain/items/csv-columns'
import { PRICE_PROBLEMS } from '../../../../../src/shared/domain/items/price-rule'
import { LOCALES } from '../../../../../src/shared/domain/station/locale'
import { aJob, aRow } from './a-job'

const { t } = i18next

beforeAll(startAllWords)

it.each(LOCALES)('only a person pauses: the rail says that items wait for the marketplace (%s)', (locale) => {
  const { bulk, status } = DICTIONARIES[locale]
  const paused = bulk.states.paused.toLowerCase()
  expect(status.short.items_throttled.toLowerCase()).not.toContain(paused)
  expect(status.items_throttled.toLowerCase()).not.toContain(paused)
})

describe('words of a problem', () => {
  const columns = ['external_id', null, 'price']
  const cells = ['A', 'x', '1,5']

  it('name the field and its cell, unless it is about the whole row', () => {
    const row = aRow({ cells })
    expect(problemWords(t, { field: 'price', code: 'ambiguous' }, row, columns)).toMatch(
      /^Price “1,5”: Could mean two amounts/,
    )
    expect(problemWords(t, { field: 'title', code: 'missing' }, row, columns)).toBe('Title: Missing.')
    expect(problemWords(t, { field: '', code: 'repeated' }, row, columns)).toBe(
      'An earlier row has the same item.',
    )
  })

  it('leave out the field where there is no file', () => {
    expect(problemWords(t, { field: 'price', code: 'unchanged' }, aRow(), [])).toBe(
      'It already has this value.',
    )
  })

  it('do not show a whole page', () => {
    const row = aRow({ cells: ['y'.repeat(5_000)] })
    expect(problemWords(t, { field: 'price', code: 'not_money' }, row, ['price']).length).toBeLessThan(120)
  })

  it('show a code that this version does not know', () => {
    expect(problemOnly(t, { code: 'brand_unknown' })).toBe('Not accepted (brand_unknown).')
  })

  it.each([
    ['zeros_lost', '0017', 'One has 0017: a spreadsheet drops zeros in front.'],
    ['odd_character', 'U+2013', 'the unusual character – (U+2013).'],
    ['odd_character', 'U+0301', 'the unusual character U+0301.'],
  ])('name what %s is about: %s', (code, detail, words) => {
    expect(problemOnly(t, { code, detail })).toContain(words)
  })

  it('are there for every reason why a file cannot be read', () => {
    const sources = ['src/main/areas/bulk/read-table.ts', 'src/main/base/table-text.ts']
      .map((file) => readFileSync(path.join(__dirname, '../../../../..', file), 'utf8'))
      .join('\n')
    const codes = [...sources.matchAll(/(?:refuse\(|return |problem: |\? )'(\w+)'/g)].map(
      ([, code]) => code ?? '',
    )
    expect(new Set(codes).size).toBeGreaterThan(6)
    expect(codes.filter((code) => !Object.hasOwn(words.bulk.file.problems, code))).toEqual([])
  })

  it('are there for every code that main gives', () => {
    const sources = [
      'src/main/areas/bulk/work-out.ts',
      'src/main/areas/items/create-item.ts',
      'src/shared/domain/items/csv-cells.ts',
      'src/shared/domain/items/category.ts',
    ].map((file) => readFileSync(path.join(__dirname, '../../../../..', file), 'utf8'))
    const written = sources.flatMap((text) => [...text.matchAll(/code: '(\w+)'/g)].map(([, code]) => code))
    expect(written.length).toBeGreaterThan(15)
    const codes = [...written, ...PRICE_PROBLEMS]
    expect(codes.filter((code) => !Object.hasOwn(words.bulk.problems, code ?? ''))).toEqual([])
  })
})

it('every field of a file has words', () => {
  const fields = new Set(BULK_KINDS.flatMap((kind) => fieldsOf(kind)))
  expect([...fields].filter((field) => fieldWords(t, field) === field)).toEqual([])
  expect(fieldWords(t, 'photo.back')).toBe('Photo, view back')
  expect(new Set([...fields].map((field) => fieldWords(t, field))).size).toBe(fields.size)
})

it('every outcome of a row has words', () => {
  expect(Object.keys(words.bulk.outcomes)).toEqual(ROW_OUTCOMES)
})

it('a row is called what is known of it', () => {
  expect(itemWords(t, aRow())).toBe('Coat')
  expect(itemWords(t, aRow({ title: null }))).toBe('I-1')
  expect(itemWords(t, aRow({ title: null, itemKey: null, cells: ['', 'X'] }))).toBe('X')
  expect(itemWords(t, aRow({ title: null, itemKey: null }))).toBe('Unknown item')
})

it('only what is under way can be paused', () => {
  expect(stateWords(t, aJob({ state: 'running', paused: true }))).toBe('Paused')
  expect(stateWords(t, aJob({ state: 'running' }))).toBe('Under way')
  expect(stateWords(t, aJob({ state: 'undoing', paused: true }))).toBe('Undoing')
})
