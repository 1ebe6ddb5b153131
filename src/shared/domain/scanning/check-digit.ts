/**
 * Check digits that carriers publish for their numbers. Each takes capitals and digits, check character last. Stored
 * with a number's pattern; never rename.
 */
export const CHECK_DIGITS = ['none', 'mod10', 'ups', 'fedex', 's10', 'mod7'] as const
export type CheckDigit = (typeof CHECK_DIGITS)[number]

const JUDGES: Readonly<Record<CheckDigit, (number: string) => boolean>> = {
  none: () => true,
  mod10: passesMod10,
  ups: passesUps,
  fedex: passesFedex,
  s10: passesS10,
  mod7: passesMod7,
}

/** Whether the number's check character is right. A character unknown to the kind fails. */
export function passesCheck(kind: CheckDigit, number: string): boolean {
  return JUDGES[kind](number)
}

/** GS1's: weights 3 and 1 from the right. Used by USPS, FedEx Ground and SSCC. */
function passesMod10(number: string): boolean {
  const digits = digitsOf(number)
  if (digits === null) return false
  return fillsUpTen(digits, (fromRight) => (fromRight % 2 === 1 ? 3 : 1))
}

/** After `1Z`: letters count as digits (A is 2), weights alternate 1 and 2. */
function passesUps(number: string): boolean {
  const values = [...number.slice(2)].map((character) =>
    isDigit(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10,
  )
  return isDigit(number.at(-1)) && fillsUpTen(values, (fromRight) => (fromRight % 2 === 0 ? 2 : 1))
}

/** FedEx Express, twelve digits: weights 1, 3, 7 from the right; remainder modulo 11, with 10 written as 0. */
function passesFedex(number: string): boolean {
  const digits = digitsOf(number)
  if (digits === null) return false
  const weights = [1, 3, 7]
  const body = digits.slice(0, -1).reverse()
  const sum = body.reduce((total, digit, index) => total + digit * (weights[index % 3] ?? 0), 0)
  return (sum % 11) % 10 === digits.at(-1)
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7] as const

/** UPU S10: two letters, eight digits, the check digit, two letters of the country. */
function passesS10(number: string): boolean {
  const digits = digitsOf(number.slice(2, -2))
  if (digits?.length !== S10_WEIGHTS.length + 1) return false
  const sum = S10_WEIGHTS.reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0)
  const rest = 11 - (sum % 11)
  const check = rest === 10 ? 0 : rest === 11 ? 5 : rest
  return check === digits.at(-1)
}

/** A DHL Express waybill: remainder modulo 7. */
function passesMod7(number: string): boolean {
  if (digitsOf(number) === null) return false
  return Number(BigInt(number.slice(0, -1)) % 7n) === Number(number.at(-1))
}

/** Whether the last value completes the weighted sum of the others to a multiple of ten. */
function fillsUpTen(values: readonly number[], weightOf: (fromRight: number) => number): boolean {
  const sum = values.reduce((total, value, index) => {
    const fromRight = values.length - 1 - index
    return total + value * (fromRight === 0 ? 1 : weightOf(fromRight))
  }, 0)
  return values.length > 1 && sum % 10 === 0
}

function digitsOf(text: string): number[] | null {
  return /^\d+$/.test(text) ? [...text].map(Number) : null
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}
