import { expect, it } from 'vitest'
import { lanSchema } from '../../../../../src/renderer/src/features/stations/lan-schema'
import { parsePreferences, type Preferences } from '../../../../../src/shared/contract/preferences'

const typedLan = (lan: Preferences['lan']) => ({
  ...lan,
  port: String(lan.port),
  addresses: lan.addresses.join('\n'),
})
const typed = typedLan(parsePreferences(null).lan)

it('reads back the values it shows', () => {
  const { lan } = parsePreferences({
    lan: { on: false, stationName: 'Bench 1', port: 5_000, addresses: ['a', 'b:7'] },
  })
  expect(lanSchema.parse(typedLan(lan))).toEqual(lan)
})

it.each([
  ['one a line', 'bench-1\n10.0.0.2:9000\n', ['bench-1', '10.0.0.2:9000']],
  ['with commas and blanks', ' a, b;c ', ['a', 'b', 'c']],
  ['none', '  \n', []],
])('reads addresses: %s', (_, addresses, expected) => {
  expect(lanSchema.parse({ ...typed, addresses })).toMatchObject({ addresses: expected })
})

it.each([
  [{ port: '' }, 'port'],
  [{ port: '80' }, 'port'],
  [{ port: '65536' }, 'port'],
  [{ port: '5000x' }, 'port'],
  [{ addresses: 'http://a' }, 'addresses'],
  [{ addresses: 'a:b' }, 'addresses'],
  [{ addresses: 'a '.repeat(65) }, 'addresses'],
])('%j is refused at its field', (part, problem) => {
  const issues = lanSchema.safeParse({ ...typed, ...part }).error?.issues
  expect([...new Set(issues?.map(({ path }) => path.join('.')))]).toEqual([problem])
})
