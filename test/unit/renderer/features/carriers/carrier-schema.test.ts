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
      trucks: {},
    })
  })

  it('names the days with a time only, in the stored form', () => {
    const trucks = { ...own.trucks, monday: ' 9:05 ', friday: '16h30', saturday: ' ' }
    const read = carrierSchema([]).parse({ ...own, trucks })
    expect(read.trucks).toEqual({ monday: '09:05', friday: '16:30' })
    expect(typedCarrier(read).trucks).toMatchObject({ monday: '09:05', friday: '16:30', saturday: '' })
  })

  it.each([
    [{ name: ' ' }, 'name', 'missing'],
    [{ name: KNOWN_CARRIERS[0]?.name.toUpperCase() ?? '' }, 'name', 'taken'],
    [{ urlTemplate: 'example.com' }, 'urlTemplate', 'wrong'],
    [{ transitDays: '91' }, 'transitDays', 'wrong'],
    [{ transitDays: '' }, 'transitDays', 'missing'],
    [{ trucks: { ...own.trucks, tuesday: '24:00' } }, 'trucks.tuesday', 'wrong'],
    [{ numbers: [own.numbers[1], { pattern: '[', check: 'none' }] }, 'numbers.1.pattern', 'wrong'],
  ])('%j is refused at its field', (part, path, code) => {
    const read = carrierSchema([...KNOWN_CARRIERS]).safeParse({ ...own, numbers: [], ...part })
    const issue = read.error?.issues[0]
    expect([issue?.path.join('.'), issue?.message]).toEqual([path, code])
  })
})
