import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundle, type Bundle } from '../support/bundle'
import { readListed, wantedItems } from './bulk-items'
import { appliedItems, appliedShipments, isItem, type Method, type Seen } from './bulk-journey'
import { playBulk, type BulkRun, type BulkSize } from './bulk-life'
import { printBulk } from './bulk-figures'

/**
 * Items created from a CSV file and prices changed, all of them, against a marketplace that refuses what is too fast.
 * The station is a real process that is killed with SIGKILL in the middle of each job. What is checked is what the
 * marketplace has received and shows; only its log says what came before what, so no clock of this machine counts.
 * `npm run test:bulk` does it with 5,000 items in real time, as PACKBENCH_BULK says, and prints figures.
 */
const FULL = Number(process.env['PACKBENCH_BULK'] ?? 0)
/** Four times as fast, the two minutes after which a lost change is sent again are half a minute. */
const SIZE: BulkSize =
  FULL > 0
    ? { items: FULL, perSecond: 20, speed: 1, packs: 60 }
    : { items: 120, perSecond: 5, speed: 4, packs: 4 }
const LONG_MS = 60 * 60_000
/** A pack is sent while so many seconds' worth of writes to items are. */
const MOST_SECONDS = 2
const MOST_OFF = 0.05
/** Of all writes to items; and four lanes that meet the limit together as each job begins, and after each kill. */
const MOST_REFUSED = 0.05
const FIRST_REFUSED = 16

let built: Bundle
beforeAll(async () => {
  built = await bundle('test/kill/station-process.ts')
}, 60_000)
afterAll(() => built.remove())

it(
  'creates and changes each item once, within the limit, though killed twice, and packs go first',
  async () => {
    await playBulk(built.file, SIZE, async (run) => {
      printBulk(run)
      expect(run.kills).toBe(2)
      await checkItems(run)
      checkSentOnce(run)
      checkProgress(run.seen.create)
      checkProgress(run.seen.price)
      checkLimit(run)
      checkPacks(run)
    })
  },
  LONG_MS,
)

/** Every row of the file is one item, with the changed price; and there is no other. */
async function checkItems({ size, marketplace, jobs }: BulkRun): Promise<void> {
  const shown = await readListed(marketplace.baseUrl, marketplace.accessToken)
  const found = shown.map(({ external_id: externalId, title, price, msrp }) => ({
    externalId,
    title,
    priceCents: price,
    msrpCents: msrp,
  }))
  const wanted = wantedItems(size.items).map((item) => ({ ...item, priceCents: (item.priceCents * 9) / 10 }))
  const byId = (a: { externalId: string | null }, b: { externalId: string | null }): number =>
    String(a.externalId).localeCompare(String(b.externalId))
  expect(found.sort(byId)).toEqual(wanted)
  for (const job of [jobs.create, jobs.price])
    expect(job).toMatchObject({ state: 'done', refused: 0, ops: { confirmed: size.items, held: 0 } })
}

/** The marketplace has taken one create for each row, and one change for each item. */
function checkSentOnce({ size, marketplace }: BulkRun): void {
  const about = (method: Method): string[] =>
    appliedItems(marketplace.journal(), method).map(({ path, body }) =>
      method === 'PUT' ? path : String((body as { external_id?: string }).external_id),
    )
  for (const method of ['POST', 'PUT'] as const) {
    const taken = about(method)
    expect(taken).toHaveLength(size.items)
    expect(new Set(taken).size).toBe(size.items)
  }
}

/** What the station says is done, the marketplace has taken by then; what it has taken, the station says soon. */
function checkProgress({ said }: Seen): void {
  for (const { confirmed, taken } of said) {
    expect(confirmed).toBeLessThanOrEqual(taken.after)
    expect(taken.before - confirmed).toBeLessThanOrEqual(MOST_OFF * SIZE.items)
  }
}

/** A limit that is met is learned, not met again with each write. */
function checkLimit({ size, marketplace }: BulkRun): void {
  const refused = marketplace.journal().filter((entry) => isItem(entry) && entry.sent === 429)
  expect(refused.length - FIRST_REFUSED).toBeLessThan(MOST_REFUSED * 2 * size.items)
}

/** Each pack was sent once and before what the jobs still had; few of their writes came in between. */
function checkPacks({ size, marketplace, packed }: BulkRun): void {
  const journal = marketplace.journal()
  const writes = (['POST', 'PUT'] as const).flatMap((method) => appliedItems(journal, method))
  const shipments = appliedShipments(journal)
  expect(shipments.map(({ path }) => Number(path.split('/')[4])).sort()).toEqual([...packed].sort())
  for (const { appliedAt, body, path } of shipments) {
    const packedAt = String((body as { packed_at?: string }).packed_at)
    const within = (at: string | null): boolean => at !== null && at > packedAt && at < String(appliedAt)
    const between = writes.filter((write) => within(write.appliedAt))
    expect(between.length, path).toBeLessThan(MOST_SECONDS * size.perSecond)
    expect(
      writes.some((write) => String(write.appliedAt) > String(appliedAt)),
      path,
    ).toBe(true)
  }
}
