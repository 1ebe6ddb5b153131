import { describe, expect, it } from 'vitest'
import { makeMarketplace } from './pull-market'

/** What a round of another station brings, once all that it read was taken in (H6). */

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
const place = (cursor: string) => ({ cursor, settled: later(cursor, -120_000) })

async function afterOneRound() {
  const { clock, control, stationOn } = await makeMarketplace(5)
  const station = stationOn()
  await station.pull.now()
  const lists = async () =>
    (await control.requestLog()).flatMap(({ path }) => {
      const after = new URLSearchParams(path.split('?')[1]).get('updated_after')
      return path.includes('/orders') && after !== null ? [after] : []
    })
  await station.pull.now()
  const [settled = ''] = (await lists()).slice(-1)
  return { clock, station, lists, cursor: later(settled, 120_000) }
}

describe('a round of another station', () => {
  it('brings a station further that knows everything from before it', async () => {
    const { clock, station, lists, cursor } = await afterOneRound()
    clock.advance(3_600_000)
    const to = place(later(cursor, 3_000_000))
    const followed = { from: place(cursor), to, ageMs: 2_000 }
    expect(station.pull.follow(followed)).toBe('followed')
    expect(Date.parse(station.pull.dataAsOf() ?? '')).toBe(clock.wallMs() - 2_000)
    await station.pull.now()
    expect((await lists()).at(-1)).toBe(to.settled)
  })

  it.each([
    ['read', { cursor: 1, settled: 0 }],
    ['surely shown', { cursor: 0, settled: 1 }],
  ])('brings no station further that may lack what was %s before it', async (_name, more) => {
    const { clock, station, lists, cursor } = await afterOneRound()
    const asOf = station.pull.dataAsOf()
    clock.advance(60_000)
    const known = place(cursor)
    const from = { cursor: later(known.cursor, more.cursor), settled: later(known.settled, more.settled) }
    expect(station.pull.follow({ from, to: place(later(cursor, 60_000)), ageMs: 0 })).toBe('behind')
    expect(station.pull.dataAsOf()).toBe(asOf)
    await station.pull.now()
    expect((await lists()).at(-1)).toBe(known.settled)
  })

  it('never takes a station back', async () => {
    const { station, lists, cursor } = await afterOneRound()
    const before = place(later(cursor, -600_000))
    expect(station.pull.follow({ from: before, to: before, ageMs: 0 })).toBe('followed')
    await station.pull.now()
    expect((await lists()).at(-1)).toBe(place(cursor).settled)
  })

  it('brings no station further before its first import', async () => {
    const { stationOn } = await makeMarketplace(5)
    const station = stationOn()
    const from = place('2026-11-20T00:00:00.000Z')
    expect(station.pull.follow({ from, to: from, ageMs: 0 })).toBe('behind')
    expect(station.pull.dataAsOf()).toBeNull()
  })
})
