import { describe, expect, it } from 'vitest'
import {
  accountAtHub,
  hubGroup,
  isProvenAtHub,
  openValue,
  proofAtHub,
  saysVersion,
  sealValue,
  type HubGroup,
  type Position,
} from '../../../../../../src/main/warehouse/nats/storage/seal'
import { openMessage, sealMessage } from '../../../../../../src/main/warehouse/multicast/seal'
import { sealedAsFirst } from '../../../../../support/sealed-at-hub'

const SECRET = Buffer.alloc(32, 7)
const GROUP = hubGroup(SECRET)
const AT: Position = { use: 'stations', epoch: 'one', key: 'A', sequence: 7 }
const seal = (position = AT, version?: number, group: HubGroup = GROUP): Buffer =>
  sealValue(group, position, '{"station":"A"}', version) ?? Buffer.of()

/** As the first version of the seal wrote them with this secret. */
const FIRST = Buffer.from('UEJIAUCYkPbbuP8Cy4dmkaiQjcidfK91AE7DjEJ1Pt9mReEcwFSlxhqsEwy5z+s=', 'base64')
const FIRST_MESSAGE = Buffer.from(
  'UEJOAZpAeM/l64ctpdRP5IoqXCONNub+2x8ZjGVJCb26GhVDEFTEj7x5Fa4qzxJo',
  'base64',
)

describe('a value sealed for the hub', () => {
  it.each<Partial<Position>>([{ use: 'claims' }, { epoch: 'two' }, { key: 'B' }, { sequence: 8 }])(
    'opens nowhere but where it was written: not at %o',
    (other) => {
      expect(openValue(GROUP, AT, seal())).toEqual({ ok: true, json: '{"station":"A"}' })
      expect(openValue(GROUP, { ...AT, ...other }, seal())).toEqual({ ok: false, problem: 'foreign' })
      const proof = proofAtHub(GROUP, AT, 'note')
      expect(isProvenAtHub(GROUP, AT, 'note', proof)).toBe(true)
      expect(isProvenAtHub(GROUP, AT, 'other', proof)).toBe(false)
      expect(isProvenAtHub(GROUP, AT, 'note', '')).toBe(false)
      expect(isProvenAtHub(GROUP, { ...AT, ...other }, 'note', proof)).toBe(false)
    },
  )

  it('of another version is told from a stranger’s, and believed in neither case', () => {
    const answer = (sealed: Buffer, position = AT) => openValue(GROUP, position, sealed)
    expect([answer(seal(AT, 3)), saysVersion(seal(AT, 3))]).toEqual([
      { ok: false, problem: 'newer' },
      'newer',
    ])
    expect([answer(FIRST), saysVersion(FIRST)]).toEqual([{ ok: false, problem: 'older' }, 'older'])
    expect(answer(sealedAsFirst(SECRET, 'stations/A', {}))).toEqual({ ok: false, problem: 'older' })
    expect(saysVersion(seal())).toBeNull()
    // Somebody without the passphrase only changes the number.
    for (const version of [1, 3]) {
      const forged = seal()
      forged[3] = version
      expect(answer(forged)).toEqual({ ok: false, problem: 'foreign' })
    }
    expect(answer(FIRST, { ...AT, key: 'B' })).toEqual({ ok: false, problem: 'foreign' })
    expect(answer(seal(AT, 3), { ...AT, sequence: 8 })).toEqual({ ok: false, problem: 'foreign' })
    expect(answer(seal(AT, 3, hubGroup(Buffer.alloc(32, 8))))).toEqual({ ok: false, problem: 'foreign' })
  })

  it('is met by stations of all versions: the names of a group and of an account stay', () => {
    expect(GROUP.name).toBe('0044500cb040')
    expect(accountAtHub(GROUP, 'token')).toBe('80b77652f4e48db4')
  })

  it('has a key of its own for each use', () => {
    const uses = ['values of claims', 'values of owners', 'proofs of journal', 'marks of journal', '1 values']
    expect(new Set(uses.map((use) => GROUP.keyFor(use).toString('hex'))).size).toBe(uses.length)
  })
})

describe('a message between stations', () => {
  it('of another version is told from a stranger’s', () => {
    expect(openMessage(SECRET, sealMessage(SECRET, '{}') ?? Buffer.of())).toEqual({ ok: true, json: '{}' })
    const newer = sealMessage(SECRET, '{}', 3) ?? Buffer.of()
    expect(openMessage(SECRET, newer)).toEqual({ ok: false, problem: 'newer' })
    expect(openMessage(SECRET, FIRST_MESSAGE)).toEqual({ ok: false, problem: 'older' })
    newer[3] = 4
    expect(openMessage(SECRET, newer)).toEqual({ ok: false, problem: 'foreign' })
    expect(openMessage(Buffer.alloc(32, 8), FIRST_MESSAGE)).toEqual({ ok: false, problem: 'foreign' })
  })
})
