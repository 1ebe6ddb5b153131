import { describe, expect, it } from 'vitest'
import {
  isOlderSetup,
  publishedOf,
  readSetup,
  type SetupDocument,
} from '../../../../../../src/main/warehouse/nats/setup/document'
import { wordsOfKey } from '../../../../../../src/main/warehouse/nats/setup/key'
import { makeSetupKey } from '../../../../../support/setup-keys'

const GROUP = 'a'.repeat(12)
const DOCUMENT: SetupDocument = {
  ...{ format: 1, id: '0b1e7d7e-3b1a-4f0e-9a53-111111111111', version: 7, group: GROUP },
  ...{ at: '2026-11-27T10:00:00.000Z', station: 'Desk', by: 'Sam' },
  ...{ preferences: {}, operators: [], accounts: {} },
}
const [it1, it2] = [makeSetupKey(), makeSetupKey()]
const signed = publishedOf(DOCUMENT, it1.desk)
const pinned = it1.bench.id
const read = (published: unknown, key: string | null = pinned, group = GROUP) =>
  readSetup(published as never, group, key)

describe('a setup as it was published', () => {
  it('counts with a signature of the pinned key, and where none is pinned', () => {
    for (const key of [pinned, null]) expect(read(signed, key)).toEqual({ document: DOCUMENT, key: pinned })
    expect(read(publishedOf(DOCUMENT, null), null)).toEqual({ document: DOCUMENT, key: null })
  })

  it.each<[string, unknown, string]>([
    ['without a signature', DOCUMENT, 'unsigned'],
    ['of another key', publishedOf(DOCUMENT, it2.desk), 'wrong_signature'],
    [
      'of another key that says it is this one',
      { ...publishedOf(DOCUMENT, it2.desk), key: pinned },
      'wrong_signature',
    ],
    ['with one character changed', { ...signed, text: `${JSON.stringify(DOCUMENT)} ` }, 'wrong_signature'],
    ['with no signature at all', { ...signed, signature: '' }, 'wrong_signature'],
    ['for another group', publishedOf({ ...DOCUMENT, group: 'b'.repeat(12) }, it1.desk), 'other_group'],
    ['for any group', publishedOf({ ...DOCUMENT, group: undefined }, it1.desk), 'other_group'],
  ])('changes nothing %s', (_what, published, refused) => {
    expect(read(published)).toEqual({ refused })
  })

  it('changes nothing either where no key is pinned, if it was changed after it was signed', () => {
    expect(read({ ...signed, text: JSON.stringify({ ...DOCUMENT, version: 8 }) }, null)).toEqual({
      refused: 'wrong_signature',
    })
    expect(read({ ...signed, key: 'no key' }, null)).toEqual({ refused: 'wrong_signature' })
  })

  it('is of a newer version if it is signed and cannot be read', () => {
    const newer = publishedOf({ ...DOCUMENT, format: 2 } as never, it1.desk)
    expect(read(newer)).toEqual({ refused: 'newer' })
  })

  it('is older by the version of one key, and never for an unsigned one of this station', () => {
    const of = (version: number, key: string | null) => ({ document: { ...DOCUMENT, version }, key })
    expect(isOlderSetup(of(6, pinned), of(7, pinned))).toBe(true)
    expect(isOlderSetup(of(7, pinned), of(7, pinned))).toBe(false)
    expect(isOlderSetup(of(1, pinned), of(7, null)), 'the first one that is signed').toBe(false)
    expect(isOlderSetup(of(1, pinned), of(7, it2.bench.id)), 'of two keys, neither pinned').toBe(false)
    expect(isOlderSetup(of(6, null), of(7, pinned)), 'of the time before').toBe(true)
  })
})

it('shows a key as five words that do not change', () => {
  expect(wordsOfKey('MCowBQYDK2VwAyEAX1g46G+v7oYZREeNP3lgdNMRcsbkufzPSG91KADR7ws=')).toBe(
    'pusap supid balap misos mivuk',
  )
  expect(wordsOfKey(it1.bench.id)).not.toBe(wordsOfKey(it2.bench.id))
  expect(wordsOfKey(it1.bench.id)).toMatch(/^([bdfghjklmnprstvz][aiou]){2}[bdfghjklmnprstvz]( \w{5}){4}$/)
})
