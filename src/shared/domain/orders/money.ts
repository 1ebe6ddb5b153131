/**
 * Formats an integer amount of cents for people.
 * @param currency ISO 4217 code; the API names none, so it is a station setting.
 */
export function formatCents(cents: number, currency: string, locale: string): string {
  const name = `${locale} ${currency}`
  const format = formats.get(name) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(name, format)
  return format.format(cents / 100)
}

/**
 * Cached by language and currency: creating a formatter is far slower than using it, and a list has hundreds of
 * amounts.
 */
const formats = new Map<string, Intl.NumberFormat>()

/** Why a typed text is not an amount. */
export type MoneyProblem = 'missing' | 'not_money' | 'ambiguous' | 'too_many_decimals' | 'too_large'

export type ParsedMoney = { ok: true; cents: number } | { ok: false; problem: MoneyProblem }

/** The largest amount that a request accepts. */
const MOST_CENTS = 1_000_000_000n
const PLAIN = /^(?<whole>\d*)(?:[.,](?<decimals>\d*))?$/
/** Groups of three with one separator, which then cannot start the decimals too. */
const GROUPED =
  /^(?<whole>\d{1,3}(?<mark>[.,'’ \u00a0\u202f])\d{3}(?:\k<mark>\d{3})*)(?:(?!\k<mark>)[.,](?<decimals>\d*))?$/

/**
 * Reads an amount as a person types it, digit by digit, so that no floating point is involved. A point or a comma
 * starts the decimals; `1,234` is ambiguous and refused rather than guessed.
 * @returns cents from 0 to 1,000,000,000
 * @see partner-api "General conventions": money values are integers in cents
 */
export function parseCents(text: string): ParsedMoney {
  const typed = text.trim()
  if (typed === '') return { ok: false, problem: 'missing' }
  if (/^\d{1,3}[.,]\d{3}$/.test(typed)) return { ok: false, problem: 'ambiguous' }
  const parts = (PLAIN.exec(typed) ?? GROUPED.exec(typed))?.groups
  const whole = parts?.['whole']?.replace(/\D/g, '') ?? ''
  const decimals = parts?.['decimals'] ?? ''
  if (whole + decimals === '') return { ok: false, problem: 'not_money' }
  if (decimals.length > 2) return { ok: false, problem: 'too_many_decimals' }
  const cents = BigInt(whole + decimals.padEnd(2, '0'))
  return cents > MOST_CENTS ? { ok: false, problem: 'too_large' } : { ok: true, cents: Number(cents) }
}

/** Cents from 0 as a form shows them for editing: `1234.50` or `1234,50`, without currency and groups. */
export function centsAsTyped(cents: number, locale: string): string {
  const digits = String(cents).padStart(3, '0')
  const mark =
    new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  return `${digits.slice(0, -2)}${mark}${digits.slice(-2)}`
}
