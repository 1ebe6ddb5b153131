import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type {
  RecordsLine,
  RoundMark,
  SharedRecords,
} from '../../../../../../src/main/warehouse/port/shared-records'
import type {
  Bucket,
  FollowedEntry,
  openBucket,
} from '../../../../../../src/main/warehouse/nats/storage/bucket'
import type { OpenHub } from '../../../../../../src/main/warehouse/nats/part'
import { beginRecords } from '../../../../../../src/main/warehouse/nats/records/records'
import { hubGroup } from '../../../../../../src/main/warehouse/nats/storage/seal'
import { createManualClock } from '../../../../../support/clock'

const PLACE = { cursor: '2026-11-24T09:02:00.000Z', settled: '2026-11-24T09:00:00.000Z' }
const MARK: RoundMark = { from: PLACE, to: PLACE, ageMs: 10, complete: true, check: null }
type Hear = (entry: FollowedEntry<unknown>) => Promise<void>

type Options = { last?: number; lateMs?: number; onGet?: () => void; onTake?: () => void }

/** A session whose account can be closed at any moment; from then on, its database answers nothing. */
function begin({ last = 1, lateMs = 0, onGet = () => {}, onTake = () => {} }: Options = {}) {
  let open = true
  let hear: Hear | null = null
  let line: RecordsLine | null = null
  const asked: string[] = []
  const ask = (what: string): void => {
    if (!open) throw new TypeError('The database connection is not open')
    asked.push(what)
  }
  const records: SharedRecords = {
    wantsAll: () => (ask('wants all'), false),
    begin: (next) => void (line = next),
    async take() {
      ask('take')
      onTake()
    },
    hear: () => ask('hear'),
    caughtUp: () => ask('caught up'),
    doubt: () => {},
    end: () => {},
  }
  const bucket: Pick<Bucket<unknown>, 'create' | 'get' | 'last' | 'follow'> = {
    async create() {
      throw new Error('the hub said no')
    },
    async get() {
      onGet()
      return null
    },
    async last() {
      open = false
      return last
    },
    async follow(_from, onEntry) {
      hear = onEntry
      return { last, isEmpty: false, stop: () => {} }
    },
  }
  const faults: unknown[] = []
  const begun = beginRecords(
    {
      clock: createManualClock(),
      use: 'orders',
      stationId: () => 'A',
      account: () => null,
      leads: () => false,
      progress: () => null,
      suspendDetector: { of: () => lateMs },
      openBucket: (async () => bucket) as unknown as typeof openBucket,
      onFault: (error) => void faults.push(error),
    },
    { group: hubGroup(randomBytes(32)) } as OpenHub,
    { accessToken: 'token', records, isOpen: () => open },
  )
  const say = (revision: number, value: object, waiting = 0) =>
    hear?.({ key: 'x', value: { by: 'B', ...value }, revision, waiting, sentMs: 0, ...value })
  const tell = () => line?.tell({ id: '1', updatedAt: null, record: { id: 1 } })
  return { begun, say, tell, asked, faults, close: () => void (open = false) }
}

it('asks nothing of an account that was closed while the session began', async () => {
  const station = begin({ onGet: () => station.close() })
  await expect(station.begun).resolves.toBeDefined()
  expect(station.asked).toEqual([])
})

it('leaves an account alone that was closed while it caught up', async () => {
  const station = begin({ last: 2 })
  await station.begun
  await station.say(1, { record: { id: 1 } }, 1)
  station.close()
  await station.say(2, { key: 'mark', mark: MARK })
  expect(station.asked).toEqual(['wants all'])
  expect(station.faults).toEqual([])
})

it('leaves an account alone that is closed with the last copy it was given', async () => {
  const station = begin({ onTake: () => station.close() })
  await station.begun
  await station.say(1, { record: { id: 1 } })
  expect(station.asked).toEqual(['wants all', 'take'])
})

it('leaves an account alone that was closed before something came late', async () => {
  const station = begin({ lateMs: 60_000 })
  await station.begun
  await station.say(1, { record: { id: 1 } })
  station.close()
  await station.say(2, { record: { id: 2 } })
  expect(station.asked).toEqual(['wants all', 'take', 'caught up'])
})

it('leaves an account alone that is closed while the hub says what came last', async () => {
  const station = begin()
  await station.begun
  await station.say(1, { record: { id: 1 } })
  await station.say(2, { key: 'mark', mark: MARK }, 1)
  expect(station.asked).toEqual(['wants all', 'take', 'caught up'])
  expect(station.faults).toEqual([])
})

it('hears all of an account that is open', async () => {
  const station = begin()
  await station.begun
  await station.say(1, { record: { id: 1 } })
  await station.say(2, { key: 'mark', mark: MARK })
  expect(station.asked).toEqual(['wants all', 'take', 'caught up', 'hear'])
})

it('reports a record that the hub did not take, but not once the session has ended', async () => {
  const station = begin()
  const session = await station.begun
  await expect(station.tell()).rejects.toThrow('the hub said no')
  expect(station.faults).toHaveLength(1)
  session.end()
  await expect(station.tell()).resolves.toBeUndefined()
  expect(station.faults).toHaveLength(1)
})
