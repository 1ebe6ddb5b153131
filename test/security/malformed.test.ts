import fc from 'fast-check'
import { expect, it } from 'vitest'
import { REQUEST_CHANNELS, type RequestChannel } from '../../src/shared/contract/channels'
import { CONTRACT } from '../../src/shared/contract/contract'
import { ERROR_CODES } from '../../src/shared/contract/result'
import { compose, FIRST_PAGE, imported, nothing, openMarket } from '../support/composed'
import { tempDir } from '../support/temp-dir'

/** Malformed messages on every channel: `PACKBENCH_MALFORMED` of them, 3,000 by default. */

const MESSAGES = Number(process.env['PACKBENCH_MALFORMED'] ?? 3_000)
const SEED = Number(process.env['PACKBENCH_SEED'] ?? 20_261_122)
const MOST_GROWTH_BYTES = 256 * 1024 * 1024

/** Field names of real requests, so that a message is wrong in one place rather than everywhere. */
const NAMES = [
  ...['orderId', 'lineIds', 'carrier', 'trackingNumber', 'trackingUrl', 'warehouseId', 'seq', 'amountCents'],
  ...['how', 'exportOps', 'content', 'name', 'pin', 'badge', 'operatorId', 'codes', 'mode', 'view', 'search'],
  ...[
    'offset',
    'limit',
    'shipmentId',
    'baseUrl',
    'accessToken',
    'entries',
    'passphrase',
    '__proto__',
    'constructor',
  ],
]

const messages = (orderIds: readonly number[]) => {
  const value = fc.oneof(
    fc.constantFrom<unknown>(...orderIds, null, -1, 0, 1e300, Number.NaN, '', 'x', '\0', '🂡', true, [], {}),
    fc.string({ maxLength: 2_000 }),
    fc.array(fc.constantFrom<unknown>(...orderIds, null, '1', -0), { maxLength: 200 }),
    fc.anything({
      maxDepth: 3,
      withBigInt: true,
      withNullPrototype: true,
      withSparseArray: true,
      withMap: true,
    }),
  )
  return fc.tuple(
    fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom<string>(...REQUEST_CHANNELS) },
      { weight: 1, arbitrary: fc.constantFrom('', 'toString', '__proto__', 'shipment:', 'SHIPMENT:PACK') },
    ),
    fc.oneof(value, fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 8 })),
  )
}

/** A message that parses is not malformed; it may be a real request. */
function isMalformed([channel, message]: [string, unknown]): boolean {
  if (!(REQUEST_CHANNELS as readonly string[]).includes(channel)) return true
  return !CONTRACT[channel as RequestChannel].request.safeParse(message).success
}

it(
  `${MESSAGES} malformed messages are each refused by name, and change nothing`,
  { timeout: 1_200_000 },
  async () => {
    const market = await openMarket()
    const { packbench, ask } = await compose(tempDir(), market.live)
    await imported(ask)
    const { rows } = await ask('packing:queue', FIRST_PAGE)
    const before = { preferences: (await ask('station:bootstrap', nothing)).preferences, rows }
    const usedBefore = process.memoryUsage().heapUsed
    const known: ReadonlySet<string> = new Set(ERROR_CODES)
    const draws = messages(rows.map(({ orderId }) => orderId)).filter(isMalformed)
    let sent = 0
    // Drawn in parts: a hundred thousand at once would fill the memory.
    for (let part = 0; sent < MESSAGES; part += 1) {
      const size = Math.min(2_000, MESSAGES - sent)
      for (const [channel, message] of fc.sample(draws, { numRuns: size, seed: SEED + part })) {
        const answer = await packbench.handle(channel as RequestChannel, message)
        if (answer.ok || !known.has(answer.error.code) || answer.error.code === 'internal')
          throw new Error(`${channel} ${fc.stringify(message)}: ${JSON.stringify(answer)}`)
        sent += 1
      }
    }
    expect(sent).toBe(MESSAGES)
    expect(process.memoryUsage().heapUsed - usedBefore).toBeLessThan(MOST_GROWTH_BYTES)
    expect(packbench.openWork().ops).toBe(0)
    const after = await ask('station:bootstrap', nothing)
    expect({ preferences: after.preferences, rows: (await ask('packing:queue', FIRST_PAGE)).rows }).toEqual(
      before,
    )
    console.log(`${sent} malformed messages refused (seed ${SEED})`)
  },
)
