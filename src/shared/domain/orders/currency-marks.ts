import { LOCALES } from '../station/locale'

const writtenAs = new Map<string, ReadonlySet<string>>()

/** How the currency is written in the languages of the app, in small letters. */
export function currencyMarks(currency: string): ReadonlySet<string> {
  const known = writtenAs.get(currency)
  if (known !== undefined) return known
  const named = LOCALES.flatMap((locale) =>
    (['code', 'symbol', 'narrowSymbol', 'name'] as const).map((currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(2)
        .flatMap(({ type, value }) => (type === 'currency' ? value.toLowerCase() : []))
        .join(''),
    ),
  )
  const found = new Set(named)
  writtenAs.set(currency, found)
  return found
}
