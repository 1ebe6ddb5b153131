import { describe, expect, it } from 'vitest'
import {
  carrierNamed,
  isUrlTemplate,
  numberOf,
  recognizeTracking,
  trackingUrl,
  type Carrier,
} from '../../../../../src/shared/domain/carriers/carrier'
import { KNOWN_CARRIERS } from '../../../../../src/shared/domain/carriers/known-carriers'
import { parsePattern } from '../../../../../src/shared/domain/carriers/number-pattern'

const courier = (name: string, pattern: string, more: Partial<Carrier> = {}): Carrier => ({
  name,
  inUse: true,
  numbers: [{ pattern, check: 'none' }],
  urlTemplate: 'https://track.example/{tracking}?of={tracking}',
  transitDays: 2,
  country: null,
  trucks: {},
  ...more,
})

/** The carriers that match a code, and the number in it. */
function judge(code: string): string {
  const found = recognizeTracking(code, KNOWN_CARRIERS)
  if (found.kind === 'none') return 'none'
  return found.kind === 'carrier'
    ? `${found.carrier.name} ${found.number}`
    : found.carriers.map(({ name }) => name).join(' or ')
}

describe('numbers of the known carriers', () => {
  it.each([
    ['1Z5R89390357567127', 'UPS 1Z5R89390357567127'],
    ['1z879e930346834440', 'UPS 1Z879E930346834440'],
    ['1Z 8V9 2A7 03 6720 302 4', 'UPS 1Z8V92A70367203024'],
    ['986578788855', 'FedEx 986578788855'],
    ['477179081230', 'FedEx 477179081230'],
    ['1001921334250001000300779017972697', 'FedEx 779017972697'],
    ['9622001900000000000000776632517510', 'FedEx 776632517510'],
    ['568283610012734', 'FedEx 568283610012734'],
    ['9611020987654312345672', 'FedEx 987654312345672'],
    ['9400111201080805483016', 'USPS 9400111201080805483016'],
    ['4202215391010268373310000395 21', 'USPS 9101026837331000039521'],
    ['4201002334249200190132607600833457', 'USPS 9200190132607600833457'],
    ['92748931507708513018050063', 'USPS 92748931507708513018050063'],
    ['71123456789123456787', 'USPS 71123456789123456787'],
    ['EA123456785US', 'USPS EA123456785US'],
    ['3318810025', 'DHL 3318810025'],
    ['8487135506', 'DHL 8487135506'],
    ['01234567890123', 'DPD or DHL eCommerce'],
    ['%008182709980000020033350276', 'DPD 09980000020033'],
    ['RB123456785GB', 'Royal Mail RB123456785GB'],
    ['RB123456785FR', 'La Poste RB123456785FR'],
    ['6A12345678901', 'La Poste 6A12345678901'],
    ['RB123456785ES', 'Correos RB123456785ES'],
    ['PQ4F6P0704000011234567A', 'Correos PQ4F6P0704000011234567A'],
  ])('%s is of %s', (code, expected) => {
    expect(judge(code)).toBe(expected)
  })

  it.each([
    ['1Z5R89390357567128', 'UPS'],
    ['986578788856', 'FedEx'],
    ['1001901781990001000300617767839438', 'FedEx, long'],
    ['568283610012732', 'FedEx Ground'],
    ['9400111201080805483017', 'USPS'],
    ['RB123456786GB', 'Royal Mail'],
    ['3318810034', 'DHL'],
  ])('%s (%s) has a wrong check digit', (code) => {
    expect(judge(code)).toBe('none')
  })

  it.each(['', 'ITM-1001-1', '1Z', 'PBXGO', '%%%', '4006381333931'])('%j is none', (code) => {
    expect(judge(code)).toBe('none')
  })

  it('can be followed at their own pages', () => {
    for (const carrier of KNOWN_CARRIERS) {
      if (carrier.urlTemplate !== '') expect(isUrlTemplate(carrier.urlTemplate), carrier.name).toBe(true)
      expect(carrier.numbers.map(({ pattern }) => parsePattern(pattern))).not.toContain(null)
    }
  })
})

describe('a code that matches several carriers', () => {
  const carriers = [courier('Red', '#{8}'), courier('Blue', '#{8}'), courier('Off', '#{8}', { inUse: false })]
  it('is left to a person', () => {
    expect(recognizeTracking('1234 5678', carriers)).toEqual({
      kind: 'ambiguous',
      carriers: [carriers[0], carriers[1]],
      number: '12345678',
    })
  })
  it("belongs to the station's usual carrier", () => {
    expect(recognizeTracking('12345678', carriers, { carrier: 'Blue', choices: {} })).toMatchObject({
      kind: 'carrier',
      carrier: { name: 'Blue' },
    })
    expect(recognizeTracking('12345678', carriers, { carrier: 'Off', choices: {} }).kind).toBe('ambiguous')
  })
})

describe('a pattern', () => {
  it.each([
    ['AB-## ##*@', 'ab12344z', 'AB-12344Z'],
    ['AB-## ##*@', 'AB-12-34 4Z', 'AB-12344Z'],
    ['1(#{6}-#)', '1-1234567', '123456-7'],
    ['1-(#{6})', '1-123456', '123456'],
    ['X[123]{2}#{4}', 'X231234', 'X231234'],
    ['420#{5}(9[45]*{6})', '420123459512AB34', '9512AB34'],
    ['*{6}.#', 'A1B2C3.4', 'A1B2C3.4'],
  ])('%s matches %s', (pattern, code, number) => {
    expect(numberOf(code, courier('X', pattern))).toBe(number)
  })

  it.each([
    ['#{8}', '1234567'],
    ['#{8}', '123456789'],
    ['#{8}', '1234567A'],
    ['X[123]{2}#{4}', 'X241234'],
    ['@{6}', 'ÄÖÜÄÖÜ'],
    ['#.#{6}', '1x234567'],
  ])('%s does not match %s', (pattern, code) => {
    expect(numberOf(code, courier('X', pattern))).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['short', '#{5}'],
    ['short in brackets', 'AB(#{5})'],
    ['longer than any barcode', '#{51}'],
    ['longer than any barcode by parts', '#{40}#{40}'],
    ['a repeat of nothing', '{6}######'],
    ['an endless repeat', '#{999}'],
    ['no repeat', '#{0}######'],
    ['an open set', '[12######'],
    ['an empty set', '[]######'],
    ['a set of what is no letter or digit', '[+*]######'],
    ['an open number', '12(######'],
    ['two numbers', '(######)(######)'],
    ['a closed number', '######)'],
    ['a repeat of a bracket', '(######){2}'],
    ['a text without end', 'A'.repeat(100_000)],
  ])('is refused: %s', (_, pattern) => {
    expect(parsePattern(pattern)).toBeNull()
  })

  it('is read and checked at once, whatever it contains', () => {
    // Regular expressions hang on patterns like this.
    const nasty = courier('X', '*{25}*{24}#')
    const before = performance.now()
    for (let round = 0; round < 1_000; round++) expect(numberOf(`${'A'.repeat(49)}!`, nasty)).toBeNull()
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})

describe('the tracking page of a parcel', () => {
  it('has the number in every place, safely', () => {
    expect(trackingUrl(courier('X', '#{8}'), ' a/b?c&d=é ')).toBe(
      'https://track.example/a%2Fb%3Fc%26d%3D%C3%A9?of=a%2Fb%3Fc%26d%3D%C3%A9',
    )
  })
  it.each([
    ['no template', ''],
    ['no place for the number', 'https://track.example/'],
    ['not the web', 'javascript:alert({tracking})'],
    ['no host', 'https:///{tracking}'],
    ['with a blank', 'https://track.example/ {tracking}'],
  ])('is none: %s', (_, urlTemplate) => {
    expect(trackingUrl({ urlTemplate }, '12345678')).toBeNull()
  })
  it('is absent without a number', () => {
    expect(trackingUrl(courier('X', '#{8}'), ' ')).toBeNull()
  })
})

it('a carrier is found by its name, in any case', () => {
  expect(carrierNamed(' fedex', KNOWN_CARRIERS)?.name).toBe('FedEx')
  expect(carrierNamed('Nobody', KNOWN_CARRIERS)).toBeNull()
  expect(carrierNamed(null, KNOWN_CARRIERS)).toBeNull()
})
