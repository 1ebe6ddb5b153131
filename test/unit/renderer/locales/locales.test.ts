import i18next from 'i18next'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { DICTIONARIES, filesOf, flatten } from '../../../support/dictionaries'
import { grouped, pcLocale, speak } from '../../../../src/renderer/src/locales/i18n'
import { startAllWords } from '../../../support/window-words'
import { LOCALES, type Locale } from '../../../../src/shared/domain/station/locale'

type Flat = ReadonlyMap<string, string>

/** The texts of screens and of paper. */
const flat = (locale: Locale): Flat => new Map(flatten(DICTIONARIES[locale]))
const keysIn = (texts: object) => flatten(texts).map(([key]) => key.replace(/_(two|few|many)$/, '_other'))
const ENGLISH = flat('en')
const OTHERS = LOCALES.filter((locale) => locale !== 'en')

/** The placeholders of a text, sorted. */
const placeholders = (text: string) => (text.match(/\{\{.*?\}\}/g) ?? []).toSorted()

/** Names, units and words that both languages share. */
const ALIKE: Readonly<Record<Exclude<Locale, 'en'>, readonly string[]>> = {
  de: [
    'Minute',
    'US',
    'Enter',
    'Tab',
    'Scanner',
    'Live',
    'Logo',
    'Format {{index}}',
    'Online',
    'Offline',
    'online',
    'offline',
    'Name',
    'Packer',
    'Material',
    'Material {{index}}',
    'PIN',
    'Scan {{count}}',
    'Scans',
    'Alarm',
    'Tracking',
    'Tracking {{trackingNumber}}',
    'Unisex',
    '{{label}}: {{value}}',
    '{{field}}: {{words}}',
  ],
  fr: [
    'Minute',
    'Logo',
    'Badge',
    'Badges',
    'Articles',
    'Format {{index}}',
    'Postal (S10)',
    'Condition',
    'Dates',
    'Description',
    'Page {{page}}',
    'Pages',
    'Photos',
    'Scan {{count}}',
    'Scans',
    'Signature',
    'Net',
    'Total',
    'Type',
    'code {{code}}',
  ],
  es: [
    'Unisex',
    'Color',
    'Postal (S10)',
    'Material',
    'Material {{index}}',
    'No',
    'no',
    'PIN',
    '{{label}}: {{value}}',
    '{{field}}: {{words}}',
  ],
}
const ALIKE_EVERYWHERE = [
  'CSV',
  'ID',
  '{{count}} ({{percent}})',
  '{{count}} × {{reason}}',
  '{{name}} {{count}}',
  '{{operation}}: {{event}}',
  '{{name}}, {{at}}',
  '{{name}}: {{words}}',
  '{{words}} ({{count}})',
  '{{before}} → {{number}}',
  '{{who}}, {{when}}',
  '{{name}} ({{rows}})',
  'A4',
  'US Letter',
  'Packbench',
  'MPN',
  'MPN {{value}}',
  '{{size}} MB',
  '(HTTP {{status}})',
  '{{move}}?',
  '{{action}}?',
  '({{at}}, {{zone}})',
  'UPS',
  'GS1, USPS',
  'FedEx Express',
  'DHL Express',
  'Luhn',
  'OnTrac',
  'DPD',
  '{{minutes}} min {{seconds}} s',
]

beforeAll(startAllWords)

describe.each(OTHERS)('the words of %s', (locale) => {
  const words = flat(locale)

  it('are in the same files, under the same keys but for plurals of their own', () => {
    const names = (of: Locale) => [
      ...new Set(
        Object.entries(filesOf(of)).flatMap(([file, texts]) => keysIn(texts).map((key) => `${file}: ${key}`)),
      ),
    ]
    expect(names(locale).toSorted()).toEqual(names('en').toSorted())
  })

  it('have a form for every count', () => {
    const rules = new Intl.PluralRules(locale)
    const forms = new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count)))
    const missing = [...words.keys()].flatMap((key) =>
      key.endsWith('_other')
        ? [...forms].map((form) => key.replace(/other$/, form)).filter((name) => !words.has(name))
        : [],
    )
    expect(missing).toEqual([])
  })

  it('fill in what the English ones do', () => {
    const wrong = [...ENGLISH].filter(
      ([key, english]) => String(placeholders(words.get(key) ?? '')) !== String(placeholders(english)),
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  it('are none of them empty or padded', () => {
    expect([...words].filter(([, text]) => text === '' || text.trim() !== text)).toEqual([])
  })

  it('were not left in English', () => {
    const alike = new Set([...ALIKE_EVERYWHERE, ...ALIKE[locale]])
    const left = [...words].filter(([key, text]) => text === ENGLISH.get(key) && !alike.has(text))
    expect(left.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  it('name the count in the singular too: French counts 0 by it', () => {
    const silent = [...words].filter(
      ([key, text]) =>
        key.endsWith('_one') && !text.includes('{{count}}') && ENGLISH.get(key)?.includes('{{count}}'),
    )
    expect(silent).toEqual([])
  })
})

it('no two files of a language have the same key', () => {
  const keys = Object.values(filesOf('en')).flatMap((texts) => Object.keys(texts))
  expect(keys.toSorted()).toEqual(Object.keys(DICTIONARIES.en).toSorted())
})

describe('what needs a person', () => {
  /** Other words that screens had for the one of `src/locales/README.md`. */
  const OTHER_WORDS: Readonly<Record<Locale, RegExp>> = {
    en: /needs? (a person|somebody|someone|a decision)|(nothing|}}|^) ?to decide/i,
    de: /Handlungsbedarf|wartet auf Sie|nichts zu entscheiden/,
    fr: /intervention|vous attend|à régler|à décider/i,
    es: /intervención|nada que decidir|le espera/i,
  }

  it.each(LOCALES)('has one word in %s', (locale) => {
    expect([...flat(locale)].filter(([, text]) => OTHER_WORDS[locale].test(text))).toEqual([])
  })
})

describe('French', () => {
  it('never parts a mark from its word at the end of a line', () => {
    const loose = [...flat('fr')].filter(([, text]) => / [:;!?»%…]|« |n° /.test(text))
    expect(loose).toEqual([])
  })
})

describe('counts', () => {
  it.each([
    ['en', 0, '0 orders'],
    ['en', 1, '1 order'],
    ['en', 100_000, '100,000 orders'],
    ['de', 1, '1 Bestellung'],
    ['de', 100_000, '100.000 Bestellungen'],
    ['fr', 0, '0 commande'],
    ['fr', 100_000, '100\u202f000 commandes'],
    ['fr', 1_000_000, '1\u202f000\u202f000 commandes'],
    ['es', 2, '2 pedidos'],
    ['es', 1_000_000, '1.000.000 pedidos'],
  ] as const)('in %s: %i', async (locale, count, words) => {
    await speak(locale)
    expect(i18next.t('queue.count', { count })).toBe(words)
  })

  it.each([
    ['en', 'All sent'],
    ['de', 'Alles gesendet'],
    ['fr', 'Tout est envoyé'],
    ['es', 'Todo enviado'],
  ] as const)('of nothing have words of their own in %s', async (locale, words) => {
    await speak(locale)
    expect(i18next.t('status.waiting', { count: 0 })).toBe(words)
  })

  it.each(LOCALES)('are grouped in %s as the browser groups them', (locale) => {
    const browser = new Intl.NumberFormat(locale)
    for (const count of [0, 7, 999, 1_000, 9_999, 10_000, 123_456, 1_000_000, 1_234_567_890])
      expect(grouped(count, locale)).toBe(browser.format(count))
  })

  it('are the only numbers that are grouped', async () => {
    await speak('de')
    expect(i18next.t('order.title', { orderId: 1_234_567 })).toBe('Bestellung 1234567')
  })
})

describe('the language wished for last', () => {
  it('is spoken, also when the words of an earlier wish come later', async () => {
    vi.resetModules()
    const fresh = await import('../../../../src/renderer/src/locales/i18n')
    fresh.startWords()
    // The Spanish words are yet to be loaded; the English ones are available.
    const earlier = fresh.speak('es')
    await fresh.speak('en')
    await earlier
    expect(fresh.locale()).toBe('en')
  })
})

describe('what a component says', () => {
  it('follows the language, and what is loaded', async () => {
    vi.resetModules()
    const fresh = await import('../../../../src/renderer/src/locales/i18n')
    fresh.startWords()
    const english = fresh.words()
    expect(english('outbox.title')).toBe('outbox.title')
    await fresh.needAllWords()
    expect(english('outbox.title')).toBe('Outbox')
    expect(english('queue.items', { count: 2 })).toBe('2 items')
    expect(fresh.words()).toBe(english)
    await fresh.speak('de')
    expect(fresh.words()('outbox.title')).toBe('Postausgang')
    await fresh.speak('en')
    expect(fresh.words()('outbox.title')).toBe('Outbox')
  })
})

describe('the language of a PC', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['it-IT', 'fr-CA', 'en'], 'fr'],
    [['ES'], 'es'],
    [['pl'], 'en'],
    [[], 'en'],
  ] as const)('%j is %s', (preferred, locale) => {
    expect(pcLocale(preferred)).toBe(locale)
  })
})
