import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { HAS_NAMESPACES } from '../support/namespaces'
import { HAS_NATS } from '../support/nats-process'
import { openPlayed, settle } from './adoption-run'
import { adopt, nth, perform, type Played } from './adoption-steps'
import { bundleForTests, WORLD } from './bundles'
import { Child, Gone } from './child'
import type { ComposedStation } from './composed-station'
import type { CopiesQuestion, CopiesStart } from './messages'
import { judge } from './told'
import type { World } from './warehouse-world'

/**
 * Copies of open operations at the hub (H1, H2), when a station is struck at any step of packing and keeping copies.
 * `npm run test:hub` plays every step; the gate plays two.
 */
const EVERY_STEP = process.env['PACKBENCH_HUB_SCHEDULES'] !== undefined
/** Packs are committed and no copies sent; answers about the first copies have arrived. */
const SOME_STEPS = [6, 10]
const MOST_STEPS = 60
const NEVER = Number.MAX_SAFE_INTEGER
const PACKS = 3
const ORDERS = 800
const NO_LIMIT_MS = 3_600_000
const WITHIN = { timeout: 60_000, interval: 50 }
/** Later, operations change, and are sent because of that. */
const COPIED = { timeout: 20_000, interval: 50 }
const OPEN = { view: 'open', sort: null, offset: 0, limit: 500 } as const

/** What happens to the first station at a step, and how it comes back. */
type Fault = {
  name: string
  strike: 'dieAt' | 'stopAt'
  comeBack(of: Struck): Promise<void>
}
const FAULTS: readonly Fault[] = [
  {
    name: 'is killed',
    strike: 'dieAt',
    comeBack: ({ struck }) => struck.start(),
  },
  {
    name: 'loses the hub',
    strike: 'stopAt',
    async comeBack({ played, struck, packing }) {
      await perform(played, { do: 'cutHub', station: 0 })
      struck.goOn()
      // Nothing of a pack waits for the hub.
      await packing
      await perform(played, { do: 'pack', station: 0 })
      await perform(played, { do: 'joinHub', station: 0 })
    },
  },
  {
    name: 'is lost, and found again',
    strike: 'dieAt',
    async comeBack({ played, struck, look }) {
      await perform(played, { do: 'loseDisk', station: 0 })
      const before = played.counts['adopted'] ?? 0
      const left = (await look()).length - (await openAt(played, 1))
      await adopt(played, nth(played.world.stations, 1), struck)
      expect((played.counts['adopted'] ?? 0) - before, 'operations taken over').toBe(left)
      await perform(played, { do: 'bringDisk', station: 0 })
      await struck.start()
    },
  },
]
type Struck = {
  played: Played
  struck: ComposedStation
  /** Every pack has been answered, unless the station has ended. */
  packing: Promise<unknown>
  look: Look
}
/** The subjects of the copies that the hub has. */
type Look = () => Promise<string[]>

describe.skipIf(!HAS_NATS || !HAS_NAMESPACES)('copies of open operations', () => {
  const files = bundleForTests({ ...WORLD, copies: 'test/hub/copies-process.ts' })

  it.each(FAULTS)(
    'are all at the hub, at whatever step a station $name (H1, H2)',
    { timeout: NO_LIMIT_MS },
    async (fault) => {
      const played = await openPlayed(files, 1, { stations: 2, orders: ORDERS })
      const look = await openLook(played.world, files.copies)
      for (const index of [0, 1]) await perform(played, { do: 'cutMarket', station: index })
      const steps = EVERY_STEP ? Array.from({ length: MOST_STEPS }, (_, step) => step) : SOME_STEPS
      let struck = 0
      while (struck < steps.length && (await playStep(played, look, nth(steps, struck), fault))) struck += 1
      // Every step was played only if the last one was not there any more.
      if (EVERY_STEP) expect(struck).toBeLessThan(MOST_STEPS)
      expect(struck).toBeGreaterThanOrEqual(EVERY_STEP ? Math.max(...SOME_STEPS) : SOME_STEPS.length)
      await disarm(nth(played.world.stations, 0))
      if ('loseDisk' in played.counts) expect(played.counts['adopted']).toBeGreaterThan(0)
      const queued = played.told.filter((told) => told.queued).length
      await settle(played)
      const judged = await judge(played.world, played.told)
      console.log(`copies: struck at ${struck} steps: ${JSON.stringify({ ...played.counts, ...judged })}`)
      expect(judged).toMatchObject({ needPerson: 0, onlyOnLostDisks: 0 })
      expect(judged.done).toBeGreaterThanOrEqual(queued)
      await vi.waitFor(async () => expect(await look()).toEqual([]), WITHIN)
    },
  )
})

/** What the station does by itself may be the step that was yet to come. */
async function disarm(station: ComposedStation): Promise<void> {
  try {
    await station.dieAt(NEVER)
  } catch (error) {
    if (!(error instanceof Gone)) throw error
    await station.start()
  }
}

/** @returns whether there is such a step */
async function playStep(
  played: Played,
  look: Look,
  step: number,
  { strike, comeBack }: Fault,
): Promise<boolean> {
  const struck = nth(played.world.stations, 0)
  // So that the hub has something of it, however early it is struck.
  await perform(played, { do: 'pack', station: 0 })
  await perform(played, { do: 'awaitCopies', station: 0 })
  await struck[strike](step)
  const packing = Promise.all(
    Array.from({ length: PACKS }, () => perform(played, { do: 'pack', station: 0 })),
  )
  let kept = false
  void packing.then(() => perform(played, { do: 'awaitCopies', station: 0 })).then(() => (kept = true))
  await vi.waitFor(() => expect(kept || !struck.runs || struck.stopped).toBe(true), WITHIN)
  const isStruck = !struck.runs || struck.stopped
  if (isStruck) {
    const atHub = (await look()).length
    await comeBack({ played, struck, packing, look })
    await vi.waitFor(async () => {
      const open = (await openAt(played, 0)) + (await openAt(played, 1))
      expect(await look()).toHaveLength(open)
      // A copy follows the station's own commit.
      expect(open).toBeGreaterThanOrEqual(atHub)
      expect(open).toBeGreaterThanOrEqual(played.told.filter(({ queued }) => queued).length)
      // An operation is open at one station.
      expect(open).toBeLessThanOrEqual(played.told.length)
    }, COPIED)
  }
  return isStruck
}

const openAt = async ({ world }: Played, index: number): Promise<number> =>
  (await nth(world.stations, index).ask('outbox:list', OPEN)).total

async function openLook({ hub: [computer], servers }: World, file: string): Promise<Look> {
  if (computer === undefined) throw new RangeError('a hub without a server')
  const start: CopiesStart = { servers: servers.map(({ url }) => url) }
  const child = new Child<CopiesQuestion>(
    computer.spawn(process.execPath, [file, JSON.stringify(start)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  onTestFinished(() => child.kill())
  await child.ready
  return () => child.ask<string[]>({ ask: 'copies' })
}
