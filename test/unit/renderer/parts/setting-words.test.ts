import i18next from 'i18next'
import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { settingWords } from '../../../../src/renderer/src/parts/setting-words'
import { speak } from '../../../../src/renderer/src/locales/i18n'
import { LOCALES } from '../../../../src/shared/domain/station/locale'
import { startAllWords } from '../../../support/window-words'

type Fields = { properties: Record<string, Partial<Fields>> }
const SCHEMA = JSON.parse(
  readFileSync(new URL('../../../../resources/provisioning.schema.json', import.meta.url), 'utf8'),
) as { properties: { station: Fields; preferences: Fields } }

const { station, preferences } = SCHEMA.properties
const NAMES = [
  ...Object.keys(station.properties).map((field) => `station.${field}`),
  ...Object.entries(preferences.properties)
    // No section of the settings has it: the put wall itself asks.
    .filter(([group]) => group !== 'putWall')
    .flatMap(([group, { properties = {} }]) => Object.keys(properties).map((field) => `${group}.${field}`)),
  'lan.passphrase',
]

beforeAll(startAllWords)
afterEach(() => speak('en'))

it.each(LOCALES)('everything that IT can set is named in words (%s)', async (locale) => {
  await speak(locale)
  expect(NAMES.length).toBeGreaterThan(40)
  expect(NAMES.filter((name) => settingWords(i18next.t, name) === name)).toEqual([])
})

it('the warehouse is called what its field is called, and what nobody knows keeps its name', () => {
  expect(settingWords(i18next.t, 'station.warehouseId')).toBe('Warehouse')
  expect(settingWords(i18next.t, 'tea.sugar')).toBe('tea.sugar')
})
