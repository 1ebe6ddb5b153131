import { describe, expect, it } from 'vitest'
import type { OpState } from '../../../src/shared/domain/outbox/operation'
import type { StationName } from '../schedule'
import type { Seen } from './observe'
import { ASSUMED, type Assumed } from './protocol'
import { follow } from './trace'

const UID = 'pack'
const REAL: Assumed = { ...ASSUMED, window: 4, appliesWithin: 20, disasters: 9 }

/** Seconds, then what was seen. */
type Line = [
  number,
  'sent' | 'copied' | 'replaced' | `${OpState | 'nothing'} to ${OpState}` | `opened as ${OpState}`,
  StationName?,
]

function seenOf(lines: readonly Line[]): Seen[] {
  return lines.map(([seconds, text, station = 'A']) => {
    const about = { atMs: seconds * 1_000, station }
    const [from, to] = text.split(' to ') as [OpState | 'nothing', OpState | undefined]
    if (to !== undefined)
      return { ...about, what: 'row', uid: UID, from: from === 'nothing' ? null : from, to }
    if (text === 'sent') return { ...about, what: text, uid: UID }
    if (text === 'copied' || text === 'replaced') return { ...about, what: text }
    return { ...about, what: 'opened', rows: new Map([[UID, text.slice('opened as '.length) as OpState]]) }
  })
}

const SENT: Line[] = [
  [0, 'nothing to ready'],
  [0, 'ready to sending'],
  [0, 'sent'],
]
const LOST: Line[] = [...SENT, [1, 'sending to unknown']]

describe('the path of a create in a schedule', () => {
  it.each<[string, Line[]]>([
    ['is done at once', [...SENT, [0, 'sending to confirmed']]],
    ['is found after a lost answer', [...LOST, [1, 'unknown to confirmed']]],
    [
      'is sent again after the settle window',
      [...LOST, [121, 'unknown to ready'], [121, 'ready to sending'], [121, 'sent']],
    ],
    [
      'is refused, and sent at once',
      [...SENT, [1, 'sending to ready'], [1, 'ready to sending'], [1, 'sent']],
    ],
    ['is unknown after a kill', [...SENT, [1, 'opened as sending'], [1, 'sending to unknown']]],
    [
      'is taken over',
      [
        ...LOST,
        [5, 'unknown to discarded'],
        [5, 'nothing to unknown', 'B'],
        [5, 'unknown to confirmed', 'B'],
      ],
    ],
    [
      'is unknown in an older file',
      [
        [0, 'nothing to ready'],
        [0, 'copied'],
        ...SENT.slice(1),
        [1, 'sending to confirmed'],
        [9, 'replaced'],
        [9, 'opened as unknown'],
      ],
    ],
    [
      'is not seen where a full disk takes a change back',
      [
        [0, 'nothing to ready'],
        [0, 'ready to sending'],
        [5, 'ready to sending'],
        [5, 'sent'],
      ],
    ],
  ])('that %s is a path of the model', (_, lines) => {
    expect(follow(seenOf(lines), UID, REAL).states).not.toHaveLength(0)
  })

  it.each<[string, Line[]]>([
    ['is sent again before the settle window is over', [...LOST, [119, 'unknown to ready']]],
    [
      'is sent again after a restart that forgot since when it was absent',
      [...LOST, [60, 'opened as unknown'], [121, 'unknown to ready']],
    ],
    [
      'leaves before its claim is durable',
      [
        [0, 'nothing to ready'],
        [0, 'sent'],
      ],
    ],
    ['leaves twice for one claim', [...SENT, [0, 'sent']]],
    ['is sent at once after a kill', [...SENT, [1, 'opened as sending'], [1, 'sending to ready']]],
    ['is ready after a kill', [...SENT, [1, 'opened as ready']]],
    [
      'is ready in an older file',
      [
        [0, 'nothing to ready'],
        [0, 'copied'],
        ...SENT.slice(1),
        [1, 'sending to confirmed'],
        [9, 'replaced'],
        [9, 'opened as ready'],
      ],
    ],
    ['is ready after a takeover', [...LOST, [5, 'unknown to discarded'], [5, 'nothing to ready', 'B']]],
    [
      'is confirmed without a send',
      [
        [0, 'nothing to ready'],
        [0, 'ready to confirmed'],
      ],
    ],
    ['changes while the station is closed', [...LOST, [5, 'opened as confirmed']]],
    ['is sent again from confirmed', [...SENT, [0, 'sending to confirmed'], [0, 'confirmed to ready']]],
  ])('that %s is none', (_, lines) => {
    expect(() => follow(seenOf(lines), UID, REAL)).toThrow('the model has no such path')
  })

  it('is sent three times at most', () => {
    const again = (from: number): Line[] => [
      [from + 121, 'unknown to ready'],
      [from + 121, 'ready to sending'],
      [from + 121, 'sent'],
      [from + 122, 'sending to unknown'],
    ]
    const thrice = [...LOST, ...again(0), ...again(122)]
    expect(follow(seenOf(thrice), UID, REAL).states).not.toHaveLength(0)
    expect(() => follow(seenOf([...thrice, ...again(244)]), UID, REAL)).toThrow('no such path')
  })

  it.each<[string, Line[]]>([
    [
      'before it was ever sent, so that its file seems to be an older one',
      [
        [0, 'nothing to ready'],
        [0, 'ready to unknown'],
        [0, 'unknown to confirmed'],
      ],
    ],
    [
      'long after it was packed, when its own request was refused',
      [
        [0, 'nothing to ready'],
        [3_600, 'ready to sending'],
        [3_600, 'sent'],
        [3_600, 'sending to ready'],
        [7_200, 'ready to unknown'],
        [7_200, 'unknown to confirmed'],
      ],
    ],
  ])('is found as its twin %s, and only if it has one', (_, lines) => {
    expect(follow(seenOf(lines), UID, REAL, 1).states).not.toHaveLength(0)
    expect(() => follow(seenOf(lines), UID, REAL)).toThrow('the model has no such path')
  })

  it.each<[string, Line[]]>([
    [
      'is confirmed without a look',
      [
        [0, 'nothing to ready'],
        [0, 'ready to confirmed'],
      ],
    ],
    [
      'is refused before it leaves',
      [
        [0, 'nothing to ready'],
        [0, 'ready to sending'],
        [0, 'sending to ready'],
      ],
    ],
    ['is sent again before the settle window is over', [...LOST, [119, 'unknown to ready']]],
  ])('that %s is none for one with a twin, either', (_, lines) => {
    expect(() => follow(seenOf(lines), UID, REAL, 1)).toThrow('the model has no such path')
  })

  it('says how often it was done', () => {
    const done = follow(seenOf([...SENT, [0, 'sending to confirmed']]), UID, REAL).states
    expect(done.some(({ market }) => market.own === 1)).toBe(true)
    // A faked success is not observed as such.
    expect(done.some(({ market }) => market.own === 2)).toBe(false)
  })
})
