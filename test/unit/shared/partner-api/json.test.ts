import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJson } from '../../../../src/shared/partner-api/json'

it.each([
  ['[9007199254740991]', [9007199254740991]],
  ['[9007199254740992]', ['9007199254740992']],
  ['[-9007199254740993]', ['-9007199254740993']],
  ['[1,12345678901234567890]', [1, '12345678901234567890']],
  ['{"a" :\n 12345678901234567890}', { a: '12345678901234567890' }],
  // Not whole, or not written as whole: as JavaScript has them.
  ['[12345678901234567.5]', [12345678901234568]],
  ['[1e300]', [1e300]],
  ['{"a":"x, 12345678901234567890"}', { a: 'x, 12345678901234567890' }],
])('reads %s', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})

it('reads everything else as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      if (/\d{16}/.test(text)) return
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

it('throws for what is no JSON', () => {
  expect(() => parseJson('{"a":12345678901234567890')).toThrow(SyntaxError)
})
