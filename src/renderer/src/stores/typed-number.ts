/** Numbers as people type them, besides money. */

/** A whole number of up to 15 digits, which a float still holds exactly; `null` for anything else. */
export function readWhole(text: string): number | null {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : null
}

/** A whole number of percent from 0 to 100, with or without its sign; `null` for anything else. */
export function readPercent(text: string): number | null {
  const percent = readWhole(text.trim().replace(/\s*%$/, ''))
  return percent !== null && percent <= 100 ? percent : null
}
