/**
 * Check digits that carriers publish for their numbers. Each takes capitals and digits, check character last. Stored
 * with a number's pattern; never rename.
 */
export const CHECK_DIGITS = [
  'none',
  'mod10',
  'ups',
  'fedex',
  's10',
  'mod7',
  'luhn',
  'ontrac',
  'usps20',
  'mod37',
] as const
export type CheckDigit = (typeof CHECK_DIGITS)[number]

/** The kinds whose character checks the whole barcode, not only the number in it. */
const OF_WHOLE_CODE: ReadonlySet<CheckDigit> = new Set(['mod37'])

const JUDGES: Readonly<Record<CheckDigit, (number: string) => boolean>> = {
  none: () => true,
  mod10: passesMod10,
  ups: passesUps,
  fedex: passesFedex,
  s10: passesS10,
  mod7: passesMod7,
  luhn: passesLuhn,
  ontrac: passesOnTrac,
  usps20: passesUsps20,
  mod37: passesMod37,
}

/**
 * Whether the check character of a number is right. A character unknown to the kind fails, and so does a number of
 * zeros alone, which every sum would pass.
 * @param code the whole barcode, if it carries more than the number
 */
export function passesCheck(kind: CheckDigit, number: string, code = number): boolean {
  if (kind !== 'none' && /^0+$/.test(number)) return false
  return JUDGES[kind](OF_WHOLE_CODE.has(kind) ? code : number)
}

/** GS1's: weights 3 and 1 from the right. Used by USPS, FedEx Ground and SSCC. */
function passesMod10(number: string): boolean {
  const digits = digitsOf(number)
  if (digits === null) return false
  return fillsUpTen(digits, (fromRight) => (fromRight % 2 === 1 ? 3 : 1))
}

/** After `1Z`, or the one letter of a waybill: letters count as digits, weights alternate 1 and 2. */
function passesUps(number: string): boolean {
  const values = valuesOf(number.replace(/^(1Z|[A-Z])/, ''))
  return isDigit(number.at(-1)) && fillsUpTen(values, (fromRight) => (fromRight % 2 === 0 ? 2 : 1))
}

/** As UPS, but the first letter counts, and the weights begin with 2. */
function passesOnTrac(number: string): boolean {
  return isDigit(number.at(-1)) && fillsUpTen(valuesOf(number), (fromRight) => (fromRight % 2 === 1 ? 2 : 1))
}

/** UPS's letters: A is 2, and the tens are dropped. */
function valuesOf(number: string): number[] {
  return [...number].map((character) =>
    isDigit(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10,
  )
}

/** A label of twenty digits is printed without the 91 that its check digit counts. */
function passesUsps20(number: string): boolean {
  return passesMod10(`91${number}`)
}

/** ISO/IEC 7812-1: every second digit from the right is doubled, and its digits are added. */
function passesLuhn(number: string): boolean {
  const digits = digitsOf(number)
  if (digits === null) return false
  const doubled = digits.map((digit, index) => {
    const twice = (digits.length - 1 - index) % 2 === 1 ? digit * 2 : digit
    return twice > 9 ? twice - 9 : twice
  })
  return fillsUpTen(doubled, () => 1)
}

const DIGITS_AND_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** ISO/IEC 7064, MOD 37,36: DPD's, the last character of the label's barcode. */
function passesMod37(code: string): boolean {
  const values = [...code].map((character) => DIGITS_AND_LETTERS.indexOf(character))
  const check = values.pop()
  if (check === undefined || check < 0 || values.includes(-1)) return false
  const rest = values.reduce((carry, value) => (((carry + value) % 36 || 36) * 2) % 37, 36)
  return (rest + check) % 36 === 1
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
