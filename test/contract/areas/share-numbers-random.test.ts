import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sharedNumbers } from '../../../src/main/areas/labels/share-numbers'
import { inTransaction } from '../../../src/main/store/db/database'
import {
  dropGivenNumbers,
  findGivenNumber,
  giveNumber,
  NUMBERS_HEARD,
  takeBackNumbersOf,
} from '../../../src/main/store/tables/given-numbers'
import { writeSetting } from '../../../src/main/store/tables/settings'
import type { SharedNumber } from '../../../src/shared/domain/labels/shared-number'
import { makeStation } from '../../support/account'
import { IS_FULL } from '../../support/full'

/** Stations that give, replace and take back numbers in any order, at a hub that is away or emptied at any time. */

const BENCHES = 3
const ORDERS = [1, 2]
/** Their clocks disagree by more than they do anything in. */
const SKEWS_MS = [0, 3_600_000, -3_600_000]
const START_MS = Date.parse('2026-11-24T09:00:00.000Z')

const bench = fc.integer({ min: 0, max: BENCHES - 1 })
const order = fc.constantFrom(...ORDERS)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('give'), bench, order }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('take_back'), bench, order }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('hear_all', 'hear', 'tell'), bench, order }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('restart', 'wipe'), bench, order }) },
)
type Step = { does: string; bench: number; order: number }

type Hub = {
  created: number
  last: number
  log: { revision: number; key: string; numbers: SharedNumber[] }[]
}

it('ends up the same everywhere, and nothing that was taken back is given', () => {
  const stations = Array.from({ length: BENCHES }, () => makeStation())
  let seen = 0
  const play = (steps: readonly Step[]): void => {
    for (const { db } of stations)
      inTransaction(db, (tx) => {
        dropGivenNumbers(tx)
        writeSetting(tx, NUMBERS_HEARD, null)
      })
    let hub: Hub = { created: 1, last: 0, log: [] }
    const takenBack = new Set<string>()
    const benches = stations.map((station) => ({
      station,
      side: sharedNumbers(station),
      /** The next revision to hear; `null` without the hub. */
      next: null as number | null,
      isCaughtUp: false,
      /** It has told something that it has not heard yet. */
      owes: false,
    }))
    const connect = (at: (typeof benches)[number]): void => {
      at.next = at.side.begin({ name: 'numbers', created: String(hub.created), last: hub.last })
      at.isCaughtUp = false
    }
    const hear = (at: (typeof benches)[number]): boolean => {
      const { next } = at
      if (next === null) return false
      const entry = hub.log.find(({ revision }) => revision >= next)
      if (entry === undefined) {
        at.isCaughtUp = true
        at.owes = false
        return false
      }
      at.side.take(entry.numbers, entry.revision)
      at.next = entry.revision + 1
      return true
    }
    const tell = (at: (typeof benches)[number]): boolean => {
      if (at.next === null || !at.isCaughtUp) return false
      const numbers = at.side.untold(null)
      if (numbers.length === 0) return false
      const key = JSON.stringify(numbers)
      at.owes = true
      hub.last += 1
      hub.log = [...hub.log.filter((one) => one.key !== key), { revision: hub.last, key, numbers }]
      return true
    }
    const shown = ({ station }: (typeof benches)[number]) =>
      ORDERS.map((orderId) => findGivenNumber(station.db, orderId)?.trackingNumber ?? null)

    for (const [index, { does, bench: number, order: orderId }] of steps.entries()) {
      const at = benches[number]!
      const { db } = at.station
      if (does === 'give') {
        const givenMs = START_MS + index * 1_000 + (SKEWS_MS[number] ?? 0)
        const by = {
          carrier: '',
          fileName: 'x.csv',
          givenBy: 'Ada',
          givenAt: new Date(givenMs).toISOString(),
        }
        inTransaction(db, (tx) => giveNumber(tx, { ...by, orderId, trackingNumber: `AB-${index}` }))
      } else if (does === 'take_back') {
        const given = findGivenNumber(db, orderId)
        if (given !== null) takenBack.add(given.trackingNumber)
        inTransaction(db, (tx) => takeBackNumbersOf(tx, [orderId]))
      } else if (does === 'tell') tell(at)
      else if (does === 'hear') hear(at)
      else if (does === 'hear_all') {
        if (at.next === null) connect(at)
        while (hear(at));
      } else if (does === 'restart') {
        at.side.end()
        at.side = sharedNumbers(at.station)
        at.next = null
      } else {
        // One that could not hear what it has told would take it for news.
        for (const one of benches.filter(({ owes }) => owes)) {
          connect(one)
          while (hear(one));
        }
        hub = { created: hub.created + 1, last: 0, log: [] }
        for (const one of benches) one.next = null
      }
    }
    for (const at of benches) connect(at)
    for (let rounds = 0; benches.some((at) => [hear(at), tell(at)].includes(true)); rounds += 1)
      expect(rounds, 'it comes to an end').toBeLessThan(1_000)
    for (const at of benches) expect(at.side.untold(null)).toEqual([])
    const [first, ...others] = benches.map(shown)
    for (const other of others) expect(other).toEqual(first)
    expect((first ?? []).filter((number) => number !== null && takenBack.has(number))).toEqual([])
    seen += (first ?? []).filter((number) => number !== null).length
    for (const at of benches) at.side.end()
  }
  fc.assert(fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), play), {
    numRuns: IS_FULL ? 400 : 40,
  })
  expect(seen, 'numbers are left').toBeGreaterThan(0)
})
