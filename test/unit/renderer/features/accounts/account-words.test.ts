import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { accountLines } from '../../../../../src/renderer/src/features/accounts/account-words'
import { startAllWords } from '../../../../support/window-words'
import type { AccountRow } from '../../../../../src/shared/contract/accounts'

const ROW: AccountRow = {
  accountId: 'a',
  mode: 'live',
  name: 'Brand A',
  color: 'blue',
  baseUrl: 'https://api.example.com',
  atWork: false,
  open: { waiting: 0, held: 0, alarms: 0 },
  gate: null,
  openSince: null,
  workedAt: null,
  problem: null,
}
const SINCE = '2026-11-21T10:00:00.000Z'

beforeAll(startAllWords)

const lines = (part: Partial<AccountRow>) =>
  accountLines(
    { ...ROW, ...part },
    { t: i18next.t, zone: { name: 'UTC', dates: 'iso' }, nowMs: Date.parse('2026-11-21T12:00:00.000Z') },
  ).map(({ words, tone }) => `${tone}: ${words}`)

describe('what is said of an account before it is opened', () => {
  it('is that all is sent, and when it was last at work', () => {
    expect(lines({ workedAt: SINCE })).toEqual(['plain: All sent', 'plain: Last at work 2 hours ago.'])
  })

  it('is how many operations wait, since when, and whether anything is done about it', () => {
    const open = { waiting: 12, held: 0, alarms: 0 }
    expect(lines({ open, openSince: SINCE })).toEqual([
      'warn: 12 operations wait until this account is opened again, the oldest since 2026-11-21 10:00.',
    ])
    expect(lines({ open, openSince: SINCE, gate: 'online' })).toEqual([
      'plain: 12 operations are being sent in the background.',
    ])
    expect(lines({ open, openSince: SINCE, gate: 'throttled' })).toEqual([
      'plain: 12 operations are being sent in the background.',
    ])
    expect(lines({ open, openSince: SINCE, gate: 'unauthorized' })).toEqual([
      'warn: 12 operations wait in the background, the oldest since 2026-11-21 10:00: Token refused.',
    ])
    expect(lines({ open, openSince: SINCE, atWork: true, workedAt: SINCE })).toEqual([
      'plain: 12 operations waiting',
    ])
  })

  it('is first what needs a person', () => {
    expect(lines({ open: { waiting: 0, held: 1, alarms: 2 } })).toEqual([
      'bad: 2 alarms nobody has seen.',
      'bad: 1 operation needs you.',
    ])
  })

  it('is why it cannot be opened', () => {
    expect(lines({ open: null, problem: 'damaged' })).toEqual(['bad: Its data is damaged.'])
    expect(lines({ open: null })).toEqual(['plain: What is open in it shows once it is opened.'])
  })

  it('is nothing for training, where operations are for practice', () => {
    expect(lines({ mode: 'training', open: null })).toEqual([])
  })
})
