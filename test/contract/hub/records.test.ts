import { randomBytes } from 'node:crypto'
import { Kvm } from '@nats-io/kv'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import type {
  RecordsLine,
  RoundMark,
  SharedRecords,
  SharedRecord,
} from '../../../src/main/warehouse/port/shared-records'
import { openBucket } from '../../../src/main/warehouse/nats/storage/bucket'
import { createRecords } from '../../../src/main/warehouse/nats/records/records'
import { hubGroup, type Ignored } from '../../../src/main/warehouse/nats/storage/seal'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'

/** What stations tell one another of their orders, at a real hub. */

const SECRET = randomBytes(32)
const place = (minute: number) => ({
  cursor: new Date(Date.UTC(2026, 10, 24, 9, minute)).toISOString(),
  settled: new Date(Date.UTC(2026, 10, 24, 9, minute - 2)).toISOString(),
})
const MARK: RoundMark = { from: place(2), to: place(3), ageMs: 10, complete: true, check: null }
const copy = (id: number, minute: number, more: object = {}): SharedRecord => {
  const updatedAt = place(minute).cursor
  return { id: String(id), updatedAt, record: { id, updated_at: updatedAt, ...more } }
}

type Options = {
  accessToken?: string
  isNew?: boolean
  use?: 'orders' | 'items'
  miscount?: number
  hears?: Promise<void>
  lateMs?: number
}

async function station(server: NatsServer, name: string, given: Options = {}) {
  const {
    accessToken = 'token',
    isNew = false,
    use: kind = 'orders',
    miscount = 0,
    hears,
    lateMs = 0,
  } = given
  const clock = createManualClock()
  const heard: string[] = []
  const marks: RoundMark[] = []
  const ignored: Ignored[] = []
  const faults: unknown[] = []
  let line: RecordsLine | null = null
  let begun = 0
  const records: SharedRecords = {
    wantsAll: () => isNew,
    begin(next) {
      line = next
      begun += 1
    },
    async take(told) {
      for (const { id, updatedAt, record } of told)
        heard.push(`${id} of ${updatedAt?.slice(14, 16)}${record === null ? ', gone' : ''}`)
    },
    hear(mark, { isLive }) {
      marks.push(mark)
      heard.push(`mark to ${mark.to.cursor.slice(14, 16)}${isLive ? '' : ', past'}`)
    },
    caughtUp: () => void heard.push('all'),
    doubt: () => void heard.push('doubt'),
    end: () => void (line = null),
  }
  const part = createRecords({
    progress: () => null,
    clock,
    use: kind,
    stationId: () => name,
    account: () => ({ accessToken, records, isOpen: () => true }),
    leads: () => true,
    suspendDetector: { of: () => lateMs },
    async openBucket(hub, plan) {
      const bucket = await openBucket(hub, plan)
      const follow = bucket.follow.bind(bucket)
      bucket.follow = (from, onEntry, onEnd) =>
        follow(
          from,
          async (entry) => {
            await hears
            await onEntry({ ...entry, waiting: entry.waiting + miscount })
          },
          onEnd,
        )
      return bucket
    },
    onFault: (error) => void faults.push(error),
  })
  const connection = await connect({ servers: server.url })
  onTestFinished(async () => {
    await part.close()
    await connection.close()
  })
  const use = () =>
    part.use({
      connection,
      group: hubGroup(SECRET),
      replicas: 1,
      onIgnored: (why) => void ignored.push(why),
    })
  await use()
  await eventually(() => expect(heard).toContain('all'))
  const open = (): RecordsLine => {
    if (line === null) throw new Error('no line')
    return line
  }
  return {
    heard,
    marks,
    ignored,
    faults,
    clock,
    use,
    begun: () => begun,
    tell: (record: SharedRecord) => open().tell(record),
    mark: (mark = MARK) => open().mark(mark),
    look: (id: string) => open().look(id),
    connection,
  }
}

describe.skipIf(!HAS_NATS)('orders at a real hub', () => {
  it('come to the others in the order in which they were told, and a mark after all that it speaks of', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A'), await station(server, 'B')]
    for (const orderId of [1, 2, 3]) await a.tell(copy(orderId, 2))
    await a.mark()
    await eventually(() => expect(b.heard).toEqual(['all', '1 of 02', '2 of 02', '3 of 02', 'mark to 03']))
    expect(a.heard).toEqual(['all', 'mark to 03, past'])
  })

  it('are complete up to a mark although the server counts more to come than there is, as after the loss of one', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A'), await station(server, 'B', { miscount: 1 })]
    for (const orderId of [1, 2, 3]) await a.tell(copy(orderId, 2))
    await a.mark()
    await eventually(() => expect(b.heard).toEqual(['all', '1 of 02', '2 of 02', '3 of 02', 'mark to 03']))
  })

  it('are not complete up to a mark when one of them was told again meanwhile and comes after it', async () => {
    const server = await startNatsServer()
    let hear = (): void => {}
    const hears = new Promise<void>((resolve) => (hear = resolve))
    const [a, b] = [await station(server, 'A'), await station(server, 'B', { hears })]
    // More than the hub sends at a time.
    const long = { note: 'x'.repeat(500_000) }
    for (let orderId = 1; orderId <= 100; orderId += 1) await a.tell(copy(orderId, 2, long))
    await a.mark()
    await a.tell(copy(99, 4))
    hear()
    await eventually(() => expect(b.heard.at(-1)).toBe('99 of 04'))
    expect(b.heard).not.toContain('99 of 02')
    expect(b.heard.filter((one) => one.startsWith('mark'))).toEqual(['mark to 03, past'])
  })

  it('begin once when the hub answers late, however often the account is looked at meanwhile', async () => {
    const server = await startNatsServer()
    const a = await station(server, 'A')
    server.freeze()
    const again = a.use()
    // Not before it has asked the hub.
    await new Promise((resolve) => setImmediate(resolve))
    for (let look = 0; look < 6; look += 1) a.clock.advance(5_000)
    server.thaw()
    await again
    await a.use()
    expect(a.begun()).toBe(3)
    expect(a.faults).toEqual([])
  })

  it('are never replaced by an older copy, no matter which station read it (H5)', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A'), await station(server, 'B')]
    await a.tell(copy(1, 5))
    await b.tell(copy(1, 4))
    await b.tell(copy(1, 5, { state: 'other' }))
    await a.tell(copy(1, 3))
    await a.mark()
    const late = await station(server, 'C', { isNew: true })
    expect(late.heard).toEqual(['1 of 05', 'mark to 03, past', 'all'])
    await eventually(() => expect(b.heard).toEqual(['all', '1 of 05', 'mark to 03']))
  })

  it('that come late cast doubt on what a station knows, unless it is new', async () => {
    const server = await startNatsServer()
    const a = await station(server, 'A')
    const b = await station(server, 'B', { lateMs: 60_000 })
    const c = await station(server, 'C', { lateMs: 60_000, isNew: true })
    await a.tell(copy(1, 5))
    await a.mark()
    await eventually(() => expect(c.heard).toEqual(['all', '1 of 05', 'mark to 03, past']))
    // Both may come at once: then there are two doubts before the first is stored.
    await eventually(() => {
      expect(b.heard.filter((said) => said !== 'doubt')).toEqual(['all', '1 of 05', 'mark to 03, past'])
      expect(b.heard.filter((said) => said === 'doubt')).toHaveLength(2)
    })
    expect(b.heard[1]).toBe('doubt')
  })

  it('come back to the station that told them when it has lost its data', async () => {
    const server = await startNatsServer()
    const a = await station(server, 'A')
    await a.tell(copy(1, 5))
    await a.mark()
    const again = await station(server, 'A', { isNew: true })
    expect(again.heard).toEqual(['1 of 05', 'mark to 03, past', 'all'])
  })

  it('are told once, however often they are read', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A'), await station(server, 'B')]
    await a.tell(copy(1, 5))
    await a.tell(copy(1, 5))
    await b.tell(copy(1, 5))
    await a.mark()
    await eventually(() => expect(b.heard).toEqual(['all', '1 of 05', 'mark to 03']))
  })

  it('stay those of one account, although both share a passphrase', async () => {
    const server = await startNatsServer()
    const a = await station(server, 'A', { accessToken: 'brand a' })
    const b = await station(server, 'B', { accessToken: 'brand b' })
    const other = await station(server, 'C', { accessToken: 'brand a' })
    await a.tell(copy(1, 5))
    await a.mark()
    await eventually(() => expect(other.heard).toContain('mark to 03'))
    await b.tell(copy(2, 5))
    expect([a.heard, b.heard, other.heard]).toEqual([
      ['all', 'mark to 03, past'],
      ['all'],
      ['all', '1 of 05', 'mark to 03'],
    ])
  })

  it('are read by each station itself when they are too long for the hub, which is counted (H7)', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A'), await station(server, 'B')]
    await a.tell(copy(1, 5, { note: randomBytes(600_000).toString('hex') }))
    await eventually(() => expect(b.heard).toEqual(['all', 'doubt']))
    expect([a.ignored, a.faults]).toEqual([['oversized'], []])
  })

  it('of the last minutes are heard again by a station that was away', async () => {
    const server = await startNatsServer()
    const a = await station(server, 'A')
    await a.tell(copy(1, 2))
    await a.mark()
    const soon = await station(server, 'B')
    expect(soon.heard).toEqual(['1 of 02', 'mark to 03, past', 'all'])
    a.clock.advance(6 * 60_000)
    for (const minute of [4, 5]) {
      await a.tell(copy(minute, minute))
      await a.mark({ ...MARK, to: place(minute) })
    }
    const later = await station(server, 'C')
    expect(later.heard).toEqual(['4 of 04', '5 of 05', 'mark to 05, past', 'all'])
  })

  it('of two stations that read for all at once are told by both, and no mark is lost to an older one', async () => {
    const server = await startNatsServer()
    const [a, b, c] = [await station(server, 'A'), await station(server, 'B'), await station(server, 'C')]
    await a.mark()
    await eventually(() => expect(b.heard).toContain('mark to 03'))
    await Promise.all([a.mark({ ...MARK, to: place(4) }), b.mark({ ...MARK, to: place(5) })])
    await eventually(() => expect(c.heard.filter((what) => what.startsWith('mark'))).toHaveLength(2))
    expect([a.faults, b.faults]).toEqual([[], []])
  })
})

describe.skipIf(!HAS_NATS)('items at a real hub', () => {
  const items = { use: 'items' as const }

  it('have keys that do not say their numbers, and are found by their numbers', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A', items), await station(server, 'B', items)]
    await a.tell(copy(4711, 5))
    expect(await b.look('4711')).toEqual(copy(4711, 5))
    expect(await b.look('4712')).toBeNull()
    const names = []
    for await (const { bucket } of new Kvm(b.connection).list()) names.push(bucket)
    const keys = []
    const [name = ''] = names.filter((one) => one.includes('_items_'))
    for await (const key of await (await new Kvm(b.connection).open(name)).keys()) keys.push(key)
    expect(keys).toEqual([expect.stringMatching(/^i-[0-9a-f]{32}$/)])
    expect(`${names.join()} ${keys.join()}`).not.toContain('4711')
  })

  it('are gone unless the hub has a later copy, and come back with one (H5)', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A', items), await station(server, 'B', items)]
    await a.tell(copy(1, 5))
    await b.tell({ ...copy(1, 4), record: null })
    expect(await b.look('1')).toEqual(copy(1, 5))
    await b.tell({ ...copy(1, 5), record: null })
    await eventually(() => expect(a.heard).toEqual(['all', '1 of 05, gone']))
    expect(await a.look('1')).toMatchObject({ record: null })
    await a.tell(copy(1, 6))
    await eventually(() => expect(b.heard).toEqual(['all', '1 of 05', '1 of 06']))
  })

  it('say with a mark which lists were read', async () => {
    const server = await startNatsServer()
    const a = await station(server, 'A', items)
    await a.mark({ ...MARK, items: { byDefault: ['listed'], byName: ['deleted'], counts: { listed: 3 } } })
    const b = await station(server, 'B', items)
    expect(b.marks).toMatchObject([
      { items: { byDefault: ['listed'], byName: ['deleted'], counts: { listed: 3 } } },
    ])
  })

  it('are no orders', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A', items), await station(server, 'B')]
    await a.tell(copy(1, 5))
    await b.tell(copy(2, 5))
    expect([await a.look('2'), await b.look('1')]).toEqual([null, null])
  })
})
