import i18next from 'i18next'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speak } from '../../../../src/renderer/src/locales/i18n'
import {
  genderWords,
  itemStateWords,
  orderStateWords,
  paymentKindWords,
  reasonOfMarketplace,
  refundSourceWords,
  refundStateWords,
  refundTypeWords,
  refundWords,
  shipmentStateWords,
} from '../../../../src/renderer/src/parts/state-words'
import { gradeWords } from '../../../../src/renderer/src/scan/item-look'
import { LOCALES } from '../../../../src/shared/domain/station/locale'
import { startAllWords } from '../../../support/window-words'

beforeAll(startAllWords)
afterAll(() => speak('en'))

/** Each kind of code, with one that the marketplace sends and its German words. */
const KINDS = [
  ['an item’s condition', gradeWords, 'very_good', 'Sehr gut'],
  ['why an order was canceled', reasonOfMarketplace, 'lost_in_transit', 'unterwegs verloren gegangen'],
  ['who canceled an order', reasonOfMarketplace, 'dropshipper_cancelled', 'vom Verkäufer storniert'],
  ['a kind of payment', paymentKindWords, 'charge', 'Belastung'],
  ['what a refund is', refundTypeWords, 'order_refund', 'Erstattung'],
  ['whose a refund is', refundSourceWords, 'dropshipper', 'den Verkäufer'],
  ['a refund’s state', refundStateWords, 'successful', 'Erfolgt'],
  ['an order’s state', orderStateWords, 'cancelled', 'Storniert'],
  ['a shipment’s state', shipmentStateWords, 'delivered', 'Zugestellt'],
  ['an item’s state', itemStateWords, 'ready_to_delete', 'Wird herausgenommen'],
  ['a gender', genderWords, 'women', 'Damen'],
] as const

describe.each(KINDS)('%s', (_kind, wordsOf, code, german) => {
  it('is in words in every language', async () => {
    const said = new Map<string, string>()
    for (const locale of LOCALES) {
      await speak(locale)
      said.set(locale, wordsOf(i18next.t, code))
    }
    expect(said.get('de')).toBe(german)
    expect([...said.values()].filter((words) => words.includes('_') || words === '')).toEqual([])
  })

  it('is never dropped if nobody knows it', async () => {
    await speak('de')
    expect(wordsOf(i18next.t, 'held_at_customs')).toBe('held at customs')
    expect(wordsOf(i18next.t, 'Zoll, Frist bis 12_24')).toBe('Zoll, Frist bis 12_24')
  })
})

it('a refund says what it is, and whose as far as that is known', async () => {
  await speak('en')
  expect(refundWords(i18next.t, { type: 'cancellation', source: 'marketplace' })).toBe(
    'Cancellation by the marketplace',
  )
  expect(refundWords(i18next.t, { type: null, source: null })).toBe('Refund')
  expect(refundWords(i18next.t, { type: 'goodwill', source: 'support_desk' })).toBe(
    'goodwill by support desk',
  )
})

it('no screen makes words of a code in a way of its own', () => {
  const renderer = path.join(import.meta.dirname, '../../../../src/renderer/src')
  const own = globSync('**/*.{ts,tsx}', { cwd: renderer }).filter((file) =>
    /replace(All)?\(\s*(['"/])_/.test(readFileSync(path.join(renderer, file), 'utf8')),
  )
  expect(own).toEqual([])
})
