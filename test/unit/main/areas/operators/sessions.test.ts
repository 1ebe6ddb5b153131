import { randomUUID } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../../support/clock'
import { ADA, BOB, thePc, codeOf } from './the-pc'

describe('a restart', () => {
  const IDLE = { lock: { signInNeeded: false, idleMinutes: 5 } }
  const restarted = ({ dir, operators }: ReturnType<typeof thePc>, clock = createManualClock()) => {
    operators.close()
    return thePc(dir, clock)
  }

  it('keeps the signed-in operator, and the lock', async () => {
    const pc = thePc()
    await pc.operators.save(BOB)
    await pc.operators.signIn({ badge: pc.named('Bob').badge })
    const again = restarted(pc)
    expect(again.operators.signedIn()?.name).toBe('Bob')
    again.operators.lock()
    expect(again.operators.view('pc')).toMatchObject({ barred: 'station_locked', signedIn: null })
    expect(restarted(again).operators.view('pc')).toMatchObject({ barred: 'station_locked', signedIn: null })
  })

  it('does not unlock by signing out first', async () => {
    const pc = thePc()
    await pc.operators.save(ADA)
    pc.operators.lock()
    pc.operators.signOut()
    expect(pc.operators.isBarred()).toBe(true)
    expect(restarted(pc).operators.isBarred()).toBe(true)
  })

  it('locks the station if the signed-in operator is unknown', async () => {
    const pc = thePc()
    await pc.operators.save(BOB)
    await pc.operators.signIn({ badge: pc.named('Bob').badge })
    pc.operators.close()
    const file = join(pc.dir, 'sign-in.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    for (const damage of [() => writeFileSync(file, '{"locked":false'), () => rmSync(file)]) {
      damage()
      expect(thePc(pc.dir).operators.view('').barred).toBe('station_locked')
    }
  })

  it('forgives no wrong PIN and shortens no wait, whatever the clock shows', async () => {
    const pc = thePc()
    await pc.operators.save(ADA)
    const by = { operatorId: pc.named('Ada').operatorId, pin: '0' }
    for (let tries = 0; tries < 5; tries += 1)
      expect(await codeOf(() => pc.operators.signIn(by))).toBe('pin_wrong')
    pc.clock.advance(20_000)
    const later = createManualClock(pc.clock.wallMs() + 86_400_000)
    const again = restarted(pc, later)
    expect(await codeOf(() => again.operators.signIn({ ...by, pin: '1234' }))).toBe('too_many_tries')
    later.advance(30_000)
    expect(await codeOf(() => again.operators.signIn(by))).toBe('pin_wrong')
    later.advance(59_000)
    expect(await codeOf(() => again.operators.signIn({ ...by, pin: '1234' }))).toBe('too_many_tries')
    later.advance(1_000)
    expect(await codeOf(() => again.operators.signIn({ ...by, pin: '1234' }))).toBe('done')
  })

  it('counts tries of people who do not exist together', async () => {
    const { operators } = thePc()
    await operators.save(ADA)
    const codes = []
    for (let tries = 0; tries < 6; tries += 1)
      codes.push(await codeOf(() => operators.signIn({ operatorId: randomUUID(), pin: '1' })))
    expect(codes).toEqual([...Array<string>(5).fill('pin_wrong'), 'too_many_tries'])
  })

  it.each([
    ['while it was off', 300_000, true],
    ['for less than that', 200_000, false],
    ['by a clock that was set back', -3_600_000, true],
  ])('counts time %s as idle', async (_, wallLater, barred) => {
    const pc = thePc()
    pc.preferences.save(IDLE)
    await pc.operators.save(BOB)
    await pc.operators.signIn({ badge: pc.named('Bob').badge })
    const again = restarted(pc, createManualClock(pc.clock.wallMs() + wallLater))
    expect(again.operators.isBarred()).toBe(barred)
  })
})

describe('idle time', () => {
  async function withBob() {
    const pc = thePc()
    pc.preferences.save({ lock: { signInNeeded: false, idleMinutes: 5 } })
    await pc.operators.save(BOB)
    await pc.operators.signIn({ badge: pc.named('Bob').badge })
    return pc
  }

  it('locks a station whose window reports no activity', async () => {
    const { operators, clock, onLocked } = await withBob()
    clock.advance(299_000)
    expect(operators.isBarred()).toBe(false)
    clock.advance(1_000)
    expect(onLocked).toHaveBeenCalledOnce()
    expect(operators.view('').barred).toBe('station_locked')
  })

  it('restarts with every activity, and not once it is over', async () => {
    const { operators, clock, onLocked } = await withBob()
    for (let minutes = 0; minutes < 20; minutes += 4) {
      clock.advance(240_000)
      operators.noteActive()
    }
    expect(operators.isBarred()).toBe(false)
    clock.advance(300_000)
    operators.noteActive()
    expect(operators.isBarred()).toBe(true)
    expect(onLocked).toHaveBeenCalledOnce()
  })

  it('continues while the PC sleeps, and setting the clock back does not extend it', async () => {
    const { operators, clock } = await withBob()
    clock.setWall(clock.wallMs() + 300_000)
    operators.noteActive()
    expect(operators.isBarred()).toBe(true)
    const other = await withBob()
    other.clock.advance(200_000)
    other.clock.setWall(other.clock.wallMs() - 3_600_000)
    other.clock.advance(100_000)
    expect(other.operators.isBarred()).toBe(true)
  })

  it('follows the preferences as soon as they change', async () => {
    const { operators, clock, preferences } = await withBob()
    preferences.save({ lock: { signInNeeded: false, idleMinutes: 1 } })
    operators.refresh()
    clock.advance(60_000)
    expect(operators.isBarred()).toBe(true)
  })
})
