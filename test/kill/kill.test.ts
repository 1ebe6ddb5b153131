import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_FULL } from '../support/full'
import { bundle, type Bundle } from '../support/bundle'
import { playScenario, type Life } from './lives'
import { KINDS, TROUBLES, type Scenario } from './scenarios'
import { playStorm } from './storm'

/**
 * The station is a real process on real files and is killed with SIGKILL; the marketplace lives on in this process.
 * Every scenario is killed at one point, or with PACKBENCH_KILLS=every at each point that it passes.
 */
const EVERY = process.env['PACKBENCH_KILLS'] === 'every'
const STORM_KILLS = EVERY ? 150 : 6
/** No scenario passes fewer. */
const FEWEST_POINTS = 8
const LONG_MS = 30 * 60_000

const totals = { lives: 0, kills: 0, storm: 0, losses: 0 }
const points = new Map<string, number>()
let built: Bundle

beforeAll(async () => {
  built = await bundle('test/kill/station-process.ts')
}, 60_000)

afterAll(() => {
  built.remove()
  const byPoint = [...points].map(([point, kills]) => `${point} ${kills}`).join(', ')
  console.log(
    [
      'Killed stations',
      `  scenarios: ${SCENARIOS.length} (${KINDS.length} kinds of op, ${TROUBLES.length} answers)`,
      `  killed at a point: ${totals.kills}${byPoint === '' ? '' : ` (${byPoint})`}`,
      `  killed at a random moment: ${totals.storm}`,
      `  losses: ${totals.losses}`,
    ].join('\n'),
  )
})

const ALL = KINDS.flatMap((kind) => TROUBLES.map((trouble): Scenario => ({ kind, trouble })))
/**
 * The gate runs every other scenario, and `npm test` every fourth: both still cover every kind of op and every answer.
 */
const STEP = IS_FULL ? 2 : 4
const SCENARIOS = ALL.filter((_, place) => EVERY || place % STEP === 0)

async function play(scenario: Scenario, dieAt: number | null): Promise<Life> {
  totals.lives += 1
  try {
    const life = await playScenario(built.file, scenario, dieAt)
    if (life.killed) totals.kills += 1
    return life
  } catch (error) {
    totals.losses += 1
    throw new Error(`killed at point ${dieAt}: ${String(error)}`, { cause: error })
  }
}

describe.concurrent('a station killed while it does', () => {
  it.each(SCENARIOS)(
    '$kind ($trouble) does it once and loses nothing (I1-I9, I11)',
    async (scenario) => {
      if (!EVERY) {
        const life = await play(scenario, SCENARIOS.indexOf(scenario) % FEWEST_POINTS)
        expect(life.killed).toBe(true)
        return
      }
      const whole = await play(scenario, null)
      for (const [place, { point, with: commit }] of whole.points.entries()) {
        const { killed } = await play(scenario, place)
        const name = point === 'committed' ? `after ${commit.join('+')}` : `in ${point}`
        if (killed) points.set(name, (points.get(name) ?? 0) + 1)
      }
    },
    LONG_MS,
  )
})

it(
  'killed again and again at random moments, a station does all once and loses nothing (I1-I9, I11)',
  async () => {
    const seed = Number(process.env['PACKBENCH_SEED'] ?? Math.trunc(Math.random() * 1e9))
    console.log(`storm: PACKBENCH_SEED=${seed}`)
    const storm = await playStorm(built.file, seed, STORM_KILLS)
    totals.storm += storm.kills
    console.log(`storm: ${JSON.stringify(storm)}`)
    expect(storm.kills).toBe(STORM_KILLS)
  },
  LONG_MS,
)
