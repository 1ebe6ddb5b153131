import i18next from 'i18next'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { findSettings } from '../../../../../src/renderer/src/features/settings/find-setting'
import { speak } from '../../../../../src/renderer/src/locales/i18n'
import type { Locale } from '../../../../../src/shared/domain/station/locale'
import { startAllWords } from '../../../../support/window-words'

beforeAll(startAllWords)
afterEach(() => speak('en'))

it.each<[Locale, string, string[]]>([
  ['en', 'LABEL printer', ['printing: Label printer', 'labels: Address of the ZPL printer']],
  ['en', 'sound vol', ['sound: Volume']],
  ['de', 'drucker', ['printing: Etikettendrucker', 'printing: Drucker', 'labels: Adresse des ZPL-Druckers']],
  [
    'fr',
    'etiquettes imprimante',
    ['printing: Imprimante d’étiquettes', 'labels: Adresse de l’imprimante ZPL'],
  ],
  ['en', '  ', []],
  ['en', 'nobody calls it so', []],
])('in %s "%s" finds %j', async (locale, typed, expected) => {
  await speak(locale)
  const found = findSettings(i18next.t, typed).map(({ section, words }) => `${section}: ${words}`)
  expect(found.toSorted()).toEqual(expected.toSorted())
})
