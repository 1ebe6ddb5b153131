import { describe, expect, it } from 'vitest'
import '../../../../../src/renderer/src/forms/set-up-zod'
import { carrierSchema, typedCarrier } from '../../../../../src/renderer/src/features/carriers/carrier-schema'
import { KNOWN_CARRIERS } from '../../../../../src/shared/domain/carriers/known-carriers'

const own = {
  ...typedCarrier(null),
  name: ' City bikes ',
  numbers: [
    { pattern: ' 9{12} ', check: 'none' as const },
    { pattern: ' ', check: 'none' as const },
  ],
}

describe('a carrier as it is typed', () => {
  it.each(KNOWN_CARRIERS.map((carrier) => [carrier.name, carrier] as const))(
    'comes back from the form as it went in: %s',
    (_name, carrier) => {
      expect(carrierSchema([]).parse(typedCarrier(carrier))).toEqual(carrier)
    },
  )

  it('is trimmed, without the formats that stayed empty', () => {
    const typed = { ...own, numbers: own.numbers.slice(1), transitDays: ' 90 ' }
    expect(carrierSchema([...KNOWN_CARRIERS]).parse(typed)).toEqual({
      name: 'City bikes',
      inUse: true,
      numbers: [],
      urlTemplate: '',
      transitDays: 90,
      country: null,
    })
  })

  it.each([
    [{ name: ' ' }, 'name', 'missing'],
    [{ name: KNOWN_CARRIERS[0]?.name.toUpperCase() ?? '' }, 'name', 'taken'],
    [{ urlTemplate: 'example.com' }, 'urlTemplate', 'wrong'],
    [{ transitDays: '91' }, 'transitDays', 'wrong'],
    [{ transitDays: '' }, 'transitDays', 'missing'],
    [{ numbers: [own.numbers[1], { pattern: '[', check: 'none' }] }, 'numbers.1.pattern', 'wrong'],
  ])('%j is refused at its field', (part, path, code) => {
    const read = carrierSchema([...KNOWN_CARRIERS]).safeParse({ ...own, numbers: [], ...part })
    const issue = read.error?.issues[0]
    expect([issue?.path.join('.'), issue?.message]).toEqual([path, code])
  })
})
