/** GS1's numbers: GTIN (EAN, UPC) and SSCC, whose last digit checks the others. */

const GTIN_LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14])
const SSCC_LENGTH = 18

/** Whether the last digit of `digits` is GS1's check digit of the others. */
export function hasCheckDigit(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    return total + Number(digit) * (index % 2 === 0 ? 1 : 3)
  }, 0)
  return sum % 10 === 0
}

export function isGtin(text: string): boolean {
  return GTIN_LENGTHS.has(text.length) && hasCheckDigit(text)
}

export function isSscc(text: string): boolean {
  return text.length === SSCC_LENGTH && hasCheckDigit(text)
}

/**
 * A GTIN as written elsewhere: the same number in 14, 13, 12 and 8 digits, as far as only leading zeros differ. Empty
 * for any other text.
 */
export function writtenLengths(gtin: string): readonly string[] {
  if (!isGtin(gtin)) return []
  const whole = gtin.padStart(14, '0')
  return [13, 14, 12, 8]
    .filter((length) => /^0*$/.test(whole.slice(0, 14 - length)))
    .map((length) => whole.slice(14 - length))
}

/** The UPC-A that a UPC-E stands for (8 digits, the first 0 or 1); `null` for any other text. */
export function upcOfShort(text: string): string | null {
  const parts = /^([01])(\d{5})(\d)(\d)$/.exec(text)
  if (parts === null) return null
  const [, system = '', five = '', last = '', check = ''] = parts
  const upc = system + spreadOut(five, last) + check
  return isGtin(upc) ? upc : null
}

/** The ten digits that UPC-E's six stand for. */
function spreadOut(five: string, last: string): string {
  if (last <= '2') return `${five.slice(0, 2)}${last}0000${five.slice(2)}`
  if (last === '3') return `${five.slice(0, 3)}00000${five.slice(3)}`
  if (last === '4') return `${five.slice(0, 4)}00000${five.slice(4)}`
  return `${five}0000${last}`
}
