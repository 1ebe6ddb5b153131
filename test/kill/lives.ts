import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createControl, type Control } from '../../src/marketplace/control-client'
import { startMarketplace } from '../../src/marketplace/server'
import { checkEffects } from './effects'
import type { Act, OpReport, Passed } from './messages'
import { scaledClock } from './scaled-clock'
import { actsOf, kindsOf, makeTrouble, type Scenario, type Subject } from './scenarios'
import { Killed, StationProcess } from './station'

export type Life = { killed: boolean; points: Passed[]; ops: OpReport[] }

const PATIENCE_MS = 30_000
/** At this speed, the settle window of two minutes is over after half a second. */
const SPEED = 240

/**
 * Plays a scenario against a marketplace that lives on: kills the station at a point of its first life, starts it
 * again, and compares what people were told with what the marketplace did.
 * @param dieAt the point, counted from 0; `null`: it is not killed
 */
export async function playScenario(file: string, scenario: Scenario, dieAt: number | null): Promise<Life> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-kill-'))
  const time = { beganMs: Date.now(), speed: SPEED }
  const marketplace = await startMarketplace({
    dataDir: join(dir, 'marketplace'),
    orders: 0,
    items: 2,
    control: true,
    nowMs: scaledClock(time).wallMs,
    settings: { jobIntervalMs: 1_000_000 },
  })
  const control = createControl(marketplace.controlUrl ?? '')
  const subject = await prepare(control, marketplace)
  await makeTrouble(control, scenario, subject)
  const start = {
    dataDir: join(dir, 'station'),
    baseUrl: marketplace.baseUrl,
    accessToken: marketplace.accessToken,
    time,
  }
  const told: Act[] = []
  let station = new StationProcess(file, { ...start, dieAt })
  let killed = false
  try {
    try {
      await live(station, scenario, subject, told)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      killed = true
      station = new StationProcess(file, { ...start, dieAt: null })
      await live(station, scenario, subject, told)
    }
    const ops = await station.ops()
    const points = await station.close()
    checkKept(scenario, subject, ops, told)
    await checkEffects(control, marketplace, scenario, subject, ops)
    return { killed, points, ops }
  } finally {
    await station.kill()
    await marketplace.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function prepare(
  control: Control,
  { baseUrl, accessToken }: { baseUrl: string; accessToken: string },
): Promise<Subject> {
  const { id: orderId } = await control.placeOrder({ lines: 2 })
  const response = await fetch(`${baseUrl}/api/v1.0/items?page_size=1`, {
    headers: { 'x-partner-access-token': accessToken },
  })
  const [item] = (await response.json()) as { item_number: string }[]
  await control.clearRequestLog()
  return { orderId, itemNumber: item?.item_number ?? '', externalId: 'KILLED-1' }
}

/** The person does the remaining acts; then waits until everything is done, and discards what is refused for good. */
async function live(
  station: StationProcess,
  scenario: Scenario,
  subject: Subject,
  told: Act[],
): Promise<void> {
  const acts = actsOf(scenario, subject)
  const kinds = kindsOf(scenario, subject)
  let done = (await station.ops()).length
  let place = 0
  for (const act of acts) {
    if (act === 'settled') {
      await untilSettled(station)
      continue
    }
    place += 1
    // It was confirmed here before the process died, whether or not anybody was told.
    if (place <= done) continue
    const refused = await station.act(act)
    if (refused !== null) throw new Error(`${act.do} was refused: ${refused}`)
    done += 1
    told.push(act)
  }
  if (done > kinds.length) throw new Error(`${done} ops for ${kinds.length} acts`)
  const ops = await untilSettled(station)
  if (scenario.trouble === 'refused' && ops.some(({ state }) => state === 'held'))
    await station.act({ do: 'discard' })
}

/** Waits until the only open ops need a person, or wait behind one that does. */
export async function untilSettled(station: StationProcess): Promise<OpReport[]> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const ops = await station.ops()
    const blocked = new Set<number | null>()
    const open = ops.filter(({ state, orderId }) => {
      if (state === 'held') blocked.add(orderId)
      // An op behind a held one waits for a person.
      return !['confirmed', 'discarded'].includes(state) && !blocked.has(orderId)
    })
    if (open.length === 0) return ops
    if (Date.now() > deadline) throw new Error(`I9: stuck: ${JSON.stringify(ops)}`)
    await pause(10)
  }
}

/** I4: everything that a person was told exists; and no op exists that nobody requested. */
function checkKept(scenario: Scenario, subject: Subject, ops: OpReport[], told: Act[]): void {
  const wanted = kindsOf(scenario, subject)
  const kept = ops.map(({ kind }) => kind)
  if (told.length > ops.length || kept.join() !== wanted.join())
    throw new Error(`I4: asked for ${wanted.join()}, kept ${kept.join()}`)
}
