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
  untoldNumbers,
} from '../../../src/main/store/tables/given-numbers'
import { writeSetting } from '../../../src/main/store/tables/settings'
import { countsInstead, type SharedNumber } from '../../../src/shared/domain/labels/shared-number'
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
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('hear', 'tell'), bench, order }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constantFrom('hear_all', 'tell_all'), bench, order }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('connect', 'restart', 'wipe'), bench, order }) },
)
type Step = { does: string; bench: number; order: number }

type Hub = {
  created: number
  last: number
  log: { revision: number; key: string; numbers: SharedNumber[] }[]
}

/** What a session at the hub remembers: it tells after a change and once it has heard all, and not at other times. */
type AtHub = {
  /** The next revision to hear. */
  next: number
  /** Once this revision is heard, all is. */
  last: number
  isCaughtUp: boolean
  isDue: boolean
  /** The last that was told in this telling; `undefined` while it does not tell. */
  after: SharedNumber | null | undefined
  /** On its way to the hub. */
  sent: SharedNumber[] | null
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
    /** By order: of all that any station ever said. */
    const winners = new Map<number, SharedNumber>()
    const benches = stations.map((station) => ({
      station,
      side: sharedNumbers(station),
      at: null as AtHub | null,
    }))
    type Bench = (typeof benches)[number]
    const catchUp = (at: AtHub): void => {
      at.isCaughtUp = true
      at.isDue = true
    }
    const connect = (one: Bench): void => {
      const next = one.side.begin({ name: 'numbers', created: String(hub.created), last: hub.last })
      one.at = { next, last: hub.last, isCaughtUp: false, isDue: false, after: undefined, sent: null }
      if (next > hub.last || hub.log.length === 0) catchUp(one.at)
    }
    const hear = ({ side, at }: Bench): boolean => {
      const entry = at === null ? undefined : hub.log.find(({ revision }) => revision >= at.next)
      if (at === null || entry === undefined) return false
      side.take(entry.numbers, entry.revision)
      at.next = entry.revision + 1
      if (!at.isCaughtUp && entry.revision >= at.last) catchUp(at)
      return true
    }
    /** A part of it: more may be heard before the next one. */
    const tell = ({ side, at }: Bench): boolean => {
      if (at === null) return false
      if (at.sent !== null) {
        const numbers = at.sent
        const key = JSON.stringify(numbers)
        hub.last += 1
        hub.log = [...hub.log.filter((one) => one.key !== key), { revision: hub.last, key, numbers }]
        at.after = numbers.at(-1) ?? null
        at.sent = null
        return true
      }
      if (at.after === undefined) {
        if (!at.isDue) return false
        at.isDue = false
        at.after = null
      }
      const numbers = side.untold(at.after)
      if (numbers.length === 0) at.after = undefined
      else at.sent = numbers
      return true
    }
    const changed = ({ station, at }: Bench): void => {
      for (const number of untoldNumbers(station.db, Number.MAX_SAFE_INTEGER, 0, ORDERS.length)) {
        const before = winners.get(number.orderId)
        if (before === undefined || countsInstead(number, before)) winners.set(number.orderId, number)
      }
      if (at?.isCaughtUp === true) at.isDue = true
    }
    const shown = ({ station }: Bench) =>
      ORDERS.map((orderId) => findGivenNumber(station.db, orderId)?.trackingNumber ?? null)

    for (const [index, { does, bench: number, order: orderId }] of steps.entries()) {
      const one = benches[number]!
      const { db } = one.station
      if (does === 'give') {
        const givenMs = START_MS + index * 1_000 + (SKEWS_MS[number] ?? 0)
        const by = {
          carrier: '',
          fileName: 'x.csv',
          givenBy: 'Ada',
          givenAt: new Date(givenMs).toISOString(),
        }
        inTransaction(db, (tx) => giveNumber(tx, { ...by, orderId, trackingNumber: `AB-${index}` }))
        changed(one)
      } else if (does === 'take_back') {
        const given = findGivenNumber(db, orderId)
        if (given === null) continue
        takenBack.add(given.trackingNumber)
        inTransaction(db, (tx) => takeBackNumbersOf(tx, [orderId]))
        changed(one)
      } else if (does === 'tell') tell(one)
      else if (does === 'hear') hear(one)
      else if (does === 'connect') connect(one)
      else if (does === 'hear_all') {
        if (one.at === null) connect(one)
        while (hear(one));
      } else if (does === 'tell_all') while (tell(one));
      else if (does === 'restart') {
        one.side.end()
        one.side = sharedNumbers(one.station)
        one.at = null
      } else {
        hub = { created: hub.created + 1, last: 0, log: [] }
        for (const each of benches) each.at = null
      }
    }
    for (const one of benches) if (one.at === null) connect(one)
    for (let rounds = 0; benches.some((one) => [hear(one), tell(one)].includes(true)); rounds += 1)
      expect(rounds, 'it comes to an end').toBeLessThan(1_000)
    for (const { side } of benches) expect(side.untold(null)).toEqual([])
    const left = ORDERS.map((orderId) => {
      const number = winners.get(orderId)
      return number === undefined || number.isTakenBack ? null : number.trackingNumber
    })
    expect(benches.map(shown)).toEqual(benches.map(() => left))
    expect(left.filter((number) => number !== null && takenBack.has(number))).toEqual([])
    seen += left.filter((number) => number !== null).length
    for (const { side } of benches) side.end()
  }
  fc.assert(fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), play), {
    numRuns: IS_FULL ? 400 : 40,
  })
  expect(seen, 'numbers are left').toBeGreaterThan(0)
})
