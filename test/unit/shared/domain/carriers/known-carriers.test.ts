import { describe, expect, it } from 'vitest'
import {
  checkLabel,
  choiceKey,
  labelCodeOf,
  numberOf,
  recognizeTracking,
  type Carrier,
} from '../../../../../src/shared/domain/carriers/carrier'
import { KNOWN_CARRIERS, withKnown } from '../../../../../src/shared/domain/carriers/known-carriers'
import { parsePattern } from '../../../../../src/shared/domain/carriers/number-pattern'
import { passesCheck } from '../../../../../src/shared/domain/scanning/check-digit'

/** Numbers of our own making; their check digits were worked out apart from the program, by the published rules. */

const NAMED = ({ name }: Carrier) => name
function whose(code: string): string {
  const found = recognizeTracking(code, KNOWN_CARRIERS)
  if (found.kind === 'carrier') return `${found.carrier.name} ${found.number}`
  return found.kind === 'none' ? 'none' : found.carriers.map(NAMED).join(' or ')
}

const ON_TRAC = 'C12345678901236'
const WAYBILL = 'K1234567895'
const EXPRESS = '789012345685'
const CANADA = '7001234567890127'
const DPD = '012345678901233'
const LONG_DPD = '012345601234567890123101276M'
const USPS = '9400111899223456789017'
const FREIGHT = '77712345691'
const USPS_20 = '71123456789123456789'

describe('a number of a carrier that delivers here', () => {
  it.each([
    [ON_TRAC, `OnTrac ${ON_TRAC}`],
    [WAYBILL, `UPS ${WAYBILL}`],
    [`5123456789012345678900${EXPRESS}`, `FedEx ${EXPRESS}`],
    [`3971514560102447${EXPRESS}2014`, `FedEx ${EXPRESS}`],
    [CANADA, `Canada Post ${CANADA}`],
    [DPD, 'DPD 01234567890123'],
    [LONG_DPD, 'DPD 01234567890123'],
    [FREIGHT, `Old Dominion ${FREIGHT}`],
    ['LX11234567', 'LaserShip LX11234567'],
    ['1LS712345678901', 'LaserShip 1LS712345678901'],
    ['1LS71230 11234567-1', 'LaserShip 1LS7123011234567-1'],
    ['1LSCXAB12CD34EF', 'LaserShip 1LSCXAB12CD34EF'],
    ['TBA123456789012', 'Amazon TBA123456789012'],
    ['GFUS01234567890123', 'GOFO GFUS01234567890123'],
    ['SP012345678901234567', 'Spee-Dee SP012345678901234567'],
    ['LTN12345678N1', 'Landmark Global LTN12345678N1'],
    ['ABC123456789', 'Purolator ABC123456789'],
    ['D123456789012345678901', 'Canpar D123456789012345678901'],
    ['JD0123456789012345', 'Yodel JD0123456789012345'],
    ['YT0123456789012345', 'YunExpress YT0123456789012345'],
    ['GM0123456789012345', 'DHL eCommerce GM0123456789012345'],
    ['42010115GM0123456789012345', 'DHL eCommerce GM0123456789012345'],
    ['JVGL0123456789', 'DHL JVGL0123456789'],
  ])('%s is %s', (code, expected) => {
    expect(whose(code)).toBe(expected)
  })

  it.each([
    ['ontrac', ON_TRAC],
    ['ups', WAYBILL],
    ['fedex', EXPRESS],
    ['mod10', CANADA],
    ['mod10', USPS],
    ['usps20', USPS_20],
    ['luhn', FREIGHT],
    ['mod37', DPD],
    ['mod37', LONG_DPD],
  ] as const)('has one check character, %s: %s', (kind, number) => {
    const right = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((check) =>
      passesCheck(kind, number.slice(0, -1) + check),
    )
    expect(right).toEqual([number.at(-1)])
  })

  it('is no number of zeros alone', () => {
    for (let length = 6; length <= 34; length += 1)
      expect(checkLabel('0'.repeat(length), KNOWN_CARRIERS), String(length)).not.toBe('sure')
  })

  it('has a format that can be read, and a name of its own', () => {
    expect(new Set(KNOWN_CARRIERS.map(NAMED)).size).toBe(KNOWN_CARRIERS.length)
    for (const { numbers } of KNOWN_CARRIERS)
      expect(numbers.map(({ pattern }) => parsePattern(pattern))).not.toContain(null)
  })
})

describe('a number that several carriers have', () => {
  const FOURTEEN = '60123456789012'
  it('is asked about once: the choice decides from then on', () => {
    const found = recognizeTracking(FOURTEEN, KNOWN_CARRIERS)
    if (found.kind !== 'ambiguous') throw new Error('several carriers have such numbers')
    const choices = { [choiceKey(found.carriers)]: 'DHL eCommerce' }
    expect(recognizeTracking(FOURTEEN, KNOWN_CARRIERS, { carrier: '', choices })).toMatchObject({
      kind: 'carrier',
      carrier: { name: 'DHL eCommerce' },
    })
    // The station's usual carrier comes first, and a carrier that is gone decides nothing.
    expect(recognizeTracking(FOURTEEN, KNOWN_CARRIERS, { carrier: 'DPD', choices })).toMatchObject({
      carrier: { name: 'DPD' },
    })
    const gone = { [choiceKey(found.carriers)]: 'Nobody' }
    expect(recognizeTracking(FOURTEEN, KNOWN_CARRIERS, { carrier: '', choices: gone }).kind).toBe('ambiguous')
  })
})

describe('how surely a code is a label', () => {
  it.each([
    [EXPRESS, 'sure'],
    ['GFUS01234567890123', 'sure'],
    ['1LS712345678901', 'sure'],
    ['ABC123456789', 'unclear'],
    ['LX11234567', 'unclear'],
    ['60123456789012', 'unclear'],
    ['SKU-1', 'none'],
  ] as const)('%s: %s', (code, check) => {
    expect(checkLabel(code, KNOWN_CARRIERS)).toBe(check)
  })
})

it('is found behind what else the label’s barcode carries', () => {
  const codes = [`42010115\u001D${USPS}`, USPS]
  expect(labelCodeOf(codes, KNOWN_CARRIERS)).toBe(codes[1])
  expect(labelCodeOf(['A', 'B'], KNOWN_CARRIERS)).toBe('A')
  expect(labelCodeOf([], KNOWN_CARRIERS)).toBe('')
})

describe('a station that lacks carriers', () => {
  it('gets them and the formats that its own lack, and keeps all that it has', () => {
    const [ups] = KNOWN_CARRIERS
    if (ups === undefined) throw new RangeError('no carriers')
    const own: Carrier = { ...ups, name: 'Bike', numbers: [{ pattern: 'BIKE#{6}', check: 'none' }] }
    const old: Carrier = {
      ...ups,
      name: 'ups',
      inUse: false,
      numbers: ups.numbers.slice(0, 1),
      transitDays: 9,
    }
    const all = withKnown([own, old])
    expect(all[0]).toBe(own)
    expect(all[1]).toMatchObject({ name: 'ups', inUse: false, transitDays: 9, numbers: ups.numbers })
    expect(all.filter(({ name }) => name.toLowerCase() === 'ups')).toHaveLength(1)
    expect(all).toHaveLength(KNOWN_CARRIERS.length + 1)
    expect(numberOf('BIKE123456', own)).toBe('BIKE123456')
  })

  it('is left as it is when it lacks none', () => {
    expect(withKnown(KNOWN_CARRIERS)).toBe(KNOWN_CARRIERS)
  })
})
