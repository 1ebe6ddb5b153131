import { describe, expect, it } from 'vitest'
import { createReads, keyOf, keyOfAct, requestOf } from '../../../../src/renderer/src/data/reads'
import type { PayoutView } from '../../../../src/shared/contract/payouts'
import type { BackupView } from '../../../../src/shared/contract/views'
import { fakeStation, good, refused } from '../fake-station'

const backup = (name: string): BackupView => ({ name, madeAt: '2026-11-21T08:00:00.000Z', bytes: 1_000 })
const TOTAL = { items: 0, soldCents: 0, refundedCents: 0, payoutCents: 0, orders: 0, canceled: 0 }
const payouts = (period: { from: string; to: string }, daysLeft = 0): PayoutView => ({
  ...{ ...period, timeZone: 'UTC', total: TOTAL, days: [], categories: [], undatedOrders: 0, daysLeft },
})
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' }

/** Answers of main that a test gives when it wants to. */
function byHand<T>() {
  const waiting: ((answer: T) => void)[] = []
  return {
    answer: () => new Promise<T>((resolve) => waiting.push(resolve)),
    give: (answer: T) => waiting.shift()?.(answer),
  }
}

describe('a read', () => {
  it('holds what main answered, and keeps it with the reason while main cannot answer', async () => {
    const station = fakeStation({ 'station:backups': () => good([backup('a')]) })
    const reads = createReads(station.bridge)
    expect(reads.read('station:backups', {})).toEqual({ value: null, error: null, isReading: false })
    await reads.load('station:backups', {})
    station.answers['station:backups'] = () => refused('backup_unusable')
    await reads.load('station:backups', {})
    expect(reads.read('station:backups', {})).toEqual({
      value: [backup('a')],
      error: expect.objectContaining({ code: 'backup_unusable' }) as unknown,
      isReading: false,
    })
  })

  it('tells those who look at it, and nobody else, and is the same object until it changes', async () => {
    const station = fakeStation({ 'statistics:payouts': (period) => good(payouts(period)) })
    const reads = createReads(station.bridge)
    let [told, others] = [0, 0]
    const stop = reads.subscribe(keyOf('statistics:payouts', NOVEMBER), () => (told += 1))
    reads.subscribe(keyOf('statistics:payouts', OCTOBER), () => (others += 1))
    await reads.load('statistics:payouts', NOVEMBER)
    expect([told, others]).toEqual([2, 0])
    expect(reads.read('statistics:payouts', NOVEMBER)).toBe(reads.read('statistics:payouts', NOVEMBER))
    stop()
    await reads.load('statistics:payouts', NOVEMBER)
    expect(told).toBe(2)
  })

  it('is one request for all who open it, and one more for what has changed since', async () => {
    const { answer, give } = byHand<ReturnType<typeof good<BackupView[]>>>()
    const station = fakeStation({ 'station:backups': answer })
    const reads = createReads(station.bridge)
    const first = reads.load('station:backups', {})
    await reads.load('station:backups', {})
    const changed = [reads.reload('station:backups', {}), reads.reload('station:backups', {})]
    expect([station.asked.length, reads.read('station:backups', {}).isReading]).toEqual([1, true])
    give(good([backup('a')]))
    await first
    await expect.poll(() => station.asked.length).toBe(2)
    give(good([backup('b')]))
    await Promise.all(changed)
    expect(reads.read('station:backups', {})).toMatchObject({ value: [backup('b')], isReading: false })
    expect(station.asked).toHaveLength(2)
  })

  it('drops an answer that a newer one has overtaken', async () => {
    const { answer, give } = byHand<{ ok: true; value: BackupView[]; revision: number }>()
    const station = fakeStation({ 'station:backups': answer })
    const reads = createReads(station.bridge)
    const early = station.revision()
    const late = reads.load('station:backups', {})
    reads.take('station:backups', {}, { ok: true, value: [backup('new')], revision: station.revision() })
    give({ ok: true, value: [backup('old')], revision: early })
    await late
    expect(reads.read('station:backups', {})).toMatchObject({ value: [backup('new')], isReading: false })
  })

  it('of another account is nobody’s, also when it comes late', async () => {
    const { answer, give } = byHand<ReturnType<typeof good<BackupView[]>>>()
    const station = fakeStation({ 'station:backups': () => good([backup('a')]) })
    const reads = createReads(station.bridge)
    await reads.load('station:backups', {})
    let told = 0
    reads.subscribe(keyOf('station:backups', {}), () => (told += 1))
    station.answers['station:backups'] = answer
    const late = reads.reload('station:backups', {})
    station.emit({ kind: 'station_replaced' })
    expect([told, reads.read('station:backups', {}).value]).toEqual([2, null])
    give(good([backup('of the account before')]))
    await late
    expect(reads.read('station:backups', {})).toEqual({ value: null, error: null, isReading: false })
  })

  it('that is out of date is read again for the screen, and forgotten where nobody looks', async () => {
    const station = fakeStation({
      'statistics:payouts': (period) => good(payouts(period)),
      'station:backups': () => good([backup('a')]),
    })
    const reads = createReads(station.bridge)
    reads.subscribe(keyOf('statistics:payouts', NOVEMBER), () => undefined)
    await reads.load('statistics:payouts', NOVEMBER)
    await reads.load('statistics:payouts', OCTOBER)
    await reads.load('station:backups', {})
    const unread = { from: '2026-09-01', to: '2026-09-30' }
    reads.subscribe(keyOf('statistics:payouts', unread), () => undefined)
    reads.read('statistics:payouts', unread)
    station.answers['statistics:payouts'] = (period) => good(payouts(period, 5))
    station.asked.length = 0
    reads.forget('statistics:payouts')
    await expect.poll(() => reads.read('statistics:payouts', NOVEMBER).value?.daysLeft).toBe(5)
    expect(station.asked).toEqual([{ channel: 'statistics:payouts', request: NOVEMBER }])
    expect(reads.read('statistics:payouts', OCTOBER).value).toBeNull()
    expect(reads.read('station:backups', {}).value).not.toBeNull()
  })

  it('that was under way when the last page left is not enough for the next one', async () => {
    const { answer, give } = byHand<ReturnType<typeof good<BackupView[]>>>()
    const station = fakeStation({ 'station:backups': answer })
    const reads = createReads(station.bridge)
    const look = () => reads.subscribe(keyOf('station:backups', {}), () => undefined)
    const leave = look()
    const stay = look()
    const early = reads.load('station:backups', {})
    leave()
    await Promise.race([reads.load('station:backups', {}), early.then(() => expect.fail('it was answered'))])
    stay()
    look()
    const fresh = [reads.load('station:backups', {}), reads.load('station:backups', {})]
    give(good([backup('a')]))
    await early
    give(good([backup('b')]))
    await Promise.all(fresh)
    expect(reads.read('station:backups', {})).toMatchObject({ value: [backup('b')], isReading: false })
    expect(station.asked).toHaveLength(2)
  })

  it('opens a page as it was, without why it failed, or with nothing from before', async () => {
    const station = fakeStation({ 'station:backups': () => good([backup('a')]) })
    const reads = createReads(station.bridge)
    const key = keyOf('station:backups', {})
    const leave = reads.subscribe(key, () => undefined)
    await reads.load('station:backups', {})
    station.answers['station:backups'] = () => refused('backup_unusable')
    await reads.load('station:backups', {})
    reads.enter(key, true)
    expect(reads.read('station:backups', {})).toMatchObject({
      value: [backup('a')],
      error: { code: 'backup_unusable' },
    })
    leave()
    reads.enter(key)
    expect(reads.read('station:backups', {})).toMatchObject({ value: [backup('a')], error: null })
    reads.enter(key, true)
    expect(reads.read('station:backups', {}).value).toBeNull()
  })

  it('that was used last stays longest', async () => {
    const station = fakeStation({ 'archive:search': () => good({ rows: [], more: false }) })
    const reads = createReads(station.bridge)
    const isHeld = (search: string) => reads.read('archive:search', { search }).value !== null
    const search = (text: string) => reads.load('archive:search', { search: text })
    await search('used')
    await search('unused')
    expect(isHeld('used')).toBe(true)
    for (let more = 0; more < 59; more += 1) await search(`more ${more}`)
    expect([isHeld('used'), isHeld('more 1')]).toEqual([true, true])
    expect(isHeld('unused')).toBe(false)
  })

  it('does not stay once nobody looks at it and there are too many', async () => {
    const station = fakeStation({ 'archive:search': () => good({ rows: [], more: false }) })
    const reads = createReads(station.bridge)
    const searches = Array.from({ length: 80 }, (_, index) => ({ search: `${index}` }))
    const leave = searches.map((search) => reads.subscribe(keyOf('archive:search', search), () => undefined))
    for (const search of searches) await reads.load('archive:search', search)
    leave.forEach((stop) => stop())
    await reads.load('archive:search', { search: 'another' })
    const held = searches.filter((search) => reads.read('archive:search', search).value !== null)
    expect(held.length).toBeLessThan(60)
  })

  it('stays while it is looked at, however many others are read', async () => {
    const station = fakeStation({ 'archive:search': () => good({ rows: [], more: false }) })
    const reads = createReads(station.bridge)
    reads.subscribe(keyOf('archive:search', { search: 'seen' }), () => undefined)
    for (const search of ['seen', 'unseen', ...Array.from({ length: 100 }, (_, index) => `more ${index}`)])
      await reads.load('archive:search', { search })
    const isHeld = (search: string) => reads.read('archive:search', { search }).value !== null
    expect([isHeld('seen'), isHeld('more 99'), isHeld('unseen')]).toEqual([true, true, false])
  })

  it('is named by its call and request', () => {
    expect(keyOf('statistics:payouts', NOVEMBER)).not.toBe(keyOf('statistics:payouts', OCTOBER))
    const search = { search: 'two words, "quoted"' }
    expect(requestOf(keyOf('archive:search', search))).toEqual(search)
    expect(requestOf(keyOf('station:backups', {}))).toEqual({})
  })
})

describe('an act', () => {
  it('is done once at a time, and everybody sees what is asked for and how it went', async () => {
    const { answer, give } = byHand<ReturnType<typeof good<{ reopened: number }>>>()
    const station = fakeStation({ 'station:restore': answer })
    const reads = createReads(station.bridge)
    const first = reads.perform('station:restore', { name: 'a' })
    expect(await reads.perform('station:restore', { name: 'b' })).toBeNull()
    expect(reads.act('station:restore')).toEqual({ asked: { name: 'a' }, done: null, error: null })
    give(good({ reopened: 2 }))
    expect(await first).toMatchObject({ ok: true })
    expect(reads.act('station:restore')).toEqual({ asked: null, done: { reopened: 2 }, error: null })
    expect(station.asked).toHaveLength(1)
    reads.clear('station:restore')
    expect(reads.act('station:restore').done).toBeNull()
  })

  it('says why it was refused until it is tried again', async () => {
    const station = fakeStation({ 'updates:install': () => refused('bench_in_use') })
    const reads = createReads(station.bridge)
    await reads.perform('updates:install', {})
    expect(reads.act('updates:install')).toMatchObject({ done: null, error: { code: 'bench_in_use' } })
    station.answers['updates:install'] = () => good({ version: '0.2.0' })
    await reads.perform('updates:install', {})
    expect(reads.act('updates:install')).toMatchObject({ done: { version: '0.2.0' }, error: null })
  })

  it('of one thing neither waits for that of another one nor says how it went', async () => {
    const { answer, give } = byHand<ReturnType<typeof refused>>()
    const station = fakeStation({ 'items:delist': answer })
    const reads = createReads(station.bridge)
    const [first, second] = ['A', 'B'].map((itemNumber) =>
      reads.perform('items:delist', { itemNumber }, itemNumber),
    )
    expect(await reads.perform('items:delist', { itemNumber: 'A' }, 'A')).toBeNull()
    expect(reads.act('items:delist', 'C')).toEqual({ asked: null, done: null, error: null })
    give(refused('item_not_listed'))
    await first
    expect(reads.act('items:delist', 'A').error).toMatchObject({ code: 'item_not_listed' })
    expect(reads.act('items:delist', 'B')).toMatchObject({ asked: { itemNumber: 'B' }, error: null })
    reads.clear('items:delist', 'A')
    expect(reads.act('items:delist', 'A').error).toBeNull()
    give(refused('item_not_found'))
    await second
    expect(reads.act('items:delist', 'B').error).toMatchObject({ code: 'item_not_found' })
  })

  it('says why it was refused until its page is opened again, not only hidden by the lock', async () => {
    const station = fakeStation({ 'updates:install': () => refused('bench_in_use') })
    const reads = createReads(station.bridge)
    const key = keyOfAct('updates:install')
    const error = () => reads.act('updates:install').error
    const look = () => reads.subscribe(key, () => undefined)
    const leave = look()
    await reads.perform('updates:install', {})
    // Another part of the same page.
    reads.enter(key)
    expect(error()).not.toBeNull()
    leave()
    const leaveAgain = look()
    expect(error()).not.toBeNull()
    leaveAgain()
    reads.enter(key)
    expect(error()).toBeNull()
  })

  it('says why it was refused to who comes back after the answer', async () => {
    const { answer, give } = byHand<ReturnType<typeof refused>>()
    const station = fakeStation({ 'updates:install': answer })
    const reads = createReads(station.bridge)
    const key = keyOfAct('updates:install')
    const leave = reads.subscribe(key, () => undefined)
    const refusal = reads.perform('updates:install', {})
    leave()
    give(refused('bench_in_use'))
    await refusal
    reads.enter(key)
    expect(reads.act('updates:install').error).not.toBeNull()
  })

  it('is forgotten with its account', async () => {
    const { answer, give } = byHand<ReturnType<typeof good<{ reopened: number }>>>()
    const station = fakeStation({ 'station:restore': answer })
    const reads = createReads(station.bridge)
    const late = reads.perform('station:restore', { name: 'a' })
    station.emit({ kind: 'station_replaced' })
    give(good({ reopened: 2 }))
    expect([await late, reads.act('station:restore')]).toEqual([
      null,
      { asked: null, done: null, error: null },
    ])
  })
})

it('what a page keeps is there when it is opened again, until the account is another one', () => {
  const station = fakeStation({})
  const reads = createReads(station.bridge)
  expect(reads.kept('days', 7)).toBe(7)
  reads.keep('days', 31)
  expect(reads.kept('days', 7)).toBe(31)
  station.emit({ kind: 'station_replaced' })
  expect(reads.kept('days', 7)).toBe(7)
})
