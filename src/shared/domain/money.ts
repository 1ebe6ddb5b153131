/**
 * Writes an integer amount of cents for people.
 * @param currency ISO 4217 code; the API names none, so it is a station setting.
 */
export function formatCents(cents: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents / 100)
}
