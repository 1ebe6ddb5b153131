import { randomUUID } from 'node:crypto'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createOperators } from '../../../../../src/main/areas/operators/operators'
import { openPreferences } from '../../../../../src/main/areas/settings/preferences'
import { openSignInFile } from '../../../../../src/main/areas/operators/sign-in-state'
import { badgeOf } from '../../../../../src/shared/domain/scanning/badge'
import { createManualClock } from '../../../../support/clock'
import { tempDir } from '../../../../support/temp-dir'

const ADA = {
  operatorId: null,
  name: 'Ada',
  role: 'packer',
  active: true,
  pin: '1234',
  newBadge: false,
} as const
const BOB = { ...ADA, name: 'Bob', pin: null }

function thePc(dir = tempDir(), clock = createManualClock()) {
  const preferences = openPreferences(dir, () => {})
  const onLocked = vi.fn<() => void>()
  const operators = createOperators(
    preferences,
    clock,
    openSignInFile(dir, () => {}),
    onLocked,
  )
  const named = (name: string) => {
    const found = operators.list().find((one) => one.name === name)
    if (found === undefined) throw new Error(`no ${name}`)
    return found
  }
  return { clock, preferences, operators, named, dir, onLocked }
}

const codeOf = async (act: () => unknown): Promise<string> => {
  try {
    await act()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'done'
}

describe('signing in', () => {
  it('accepts the assigned badge, in any case, and no other', async () => {
    const { operators, named } = thePc()
    await operators.save(BOB)
    const { badge } = named('Bob')
    expect(badgeOf(badge)).toBe(badge)
    expect(await codeOf(() => operators.signIn({ badge: 'PBXBBBBBBBBBBBBB' }))).toBe('badge_unknown')
    expect(await codeOf(() => operators.signIn({ badge: 'Bob' }))).toBe('badge_unknown')
    expect(operators.signedIn()).toBeNull()
    await operators.signIn({ badge: badge.toLowerCase() })
    expect(operators.signedIn()).toMatchObject({ name: 'Bob', role: 'packer' })
  })

  it('accepts the right PIN of the right person, even after a restart', async () => {
    const { operators, named, dir } = thePc()
    await operators.save(ADA)
    await operators.save(BOB)
    await expect(
      operators.signIn({ operatorId: named('Bob').operatorId, pin: '1234' }),
    ).rejects.toMatchObject({
      code: 'pin_wrong',
    })
    await expect(
      operators.signIn({ operatorId: named('Ada').operatorId, pin: '1235' }),
    ).rejects.toMatchObject({
      code: 'pin_wrong',
    })
    const again = thePc(dir)
    await again.operators.signIn({ operatorId: again.named('Ada').operatorId, pin: '1234' })
    expect(again.operators.signedIn()?.name).toBe('Ada')
  })

  it('stores no readable PIN', async () => {
    const { operators, preferences } = thePc()
    await operators.save({ ...ADA, pin: '987654' })
    expect(JSON.stringify(preferences.readPrivate('operators'))).not.toContain('987654')
  })

  it('makes guessing wait, longer each time, and counts simultaneous guesses', async () => {
    const { operators, named, clock } = thePc()
    await operators.save(ADA)
    const { operatorId } = named('Ada')
    const guess = (pin: string) =>
      operators.signIn({ operatorId: operatorId, pin: pin }).catch((error: unknown) => error)
    const codes = await Promise.all(['1', '2', '3', '4', '5', '6'].map(guess))
    expect(codes.map((error) => (error as { code: string }).code)).toEqual([
      ...Array<string>(5).fill('pin_wrong'),
      'too_many_tries',
    ])
    // The right one does not help meanwhile, and the badge does.
    expect(await guess('1234')).toMatchObject({ code: 'too_many_tries', fields: { seconds: '30' } })
    clock.advance(30_000)
    expect(await guess('7')).toMatchObject({ code: 'pin_wrong' })
    clock.advance(30_000)
    expect(await guess('1234')).toMatchObject({ fields: { seconds: '30' } })
    clock.advance(30_000)
    expect(await guess('1234')).toMatchObject({ name: 'Ada' })
    expect(await guess('8')).toMatchObject({ code: 'pin_wrong' })
  })

  it('ends when the operator is made inactive, and the badge with it', async () => {
    const { operators, named } = thePc()
    await operators.save(BOB)
    const { badge, operatorId } = named('Bob')
    await operators.signIn({ badge: badge })
    await operators.save({ ...BOB, operatorId, active: false })
    expect(operators.signedIn()).toBeNull()
    expect(await codeOf(() => operators.signIn({ badge: badge }))).toBe('badge_unknown')
  })

  it('accepts a new badge and no longer the lost one', async () => {
    const { operators, named } = thePc()
    await operators.save(BOB)
    const { badge, operatorId } = named('Bob')
    await operators.save({ ...BOB, operatorId, newBadge: true })
    expect(await codeOf(() => operators.signIn({ badge: badge }))).toBe('badge_unknown')
    expect(await codeOf(() => operators.signIn({ badge: named('Bob').badge }))).toBe('done')
  })
})

describe('the barred calls', () => {
  it('are none without operators, whatever the settings', async () => {
    const { operators, preferences } = thePc()
    preferences.save({ lock: { signInNeeded: true, idleMinutes: 5 } })
    operators.lock()
    expect(await codeOf(() => operators.refuseBarred())).toBe('done')
    expect(operators.view('pc')).toMatchObject({ barred: null, mayManage: true, recordedAs: 'pc' })
  })

  it('are all until somebody signs in, if that is required', async () => {
    const { operators, preferences, named } = thePc()
    await operators.save(BOB)
    expect(await codeOf(() => operators.refuseBarred())).toBe('done')
    preferences.save({ lock: { signInNeeded: true, idleMinutes: 0 } })
    expect(await codeOf(() => operators.refuseBarred())).toBe('sign_in_needed')
    await operators.signIn({ badge: named('Bob').badge })
    expect(await codeOf(() => operators.refuseBarred())).toBe('done')
    operators.signOut()
    expect(operators.view('')).toMatchObject({ barred: 'sign_in_needed', signedIn: null })
  })

  it('are all while the station is locked, until anybody signs in', async () => {
    const { operators, named } = thePc()
    await operators.save(ADA)
    await operators.save(BOB)
    await operators.signIn({ badge: named('Bob').badge })
    operators.lock()
    expect(await codeOf(() => operators.refuseBarred())).toBe('station_locked')
    await operators.signIn({ badge: named('Ada').badge })
    expect(await codeOf(() => operators.refuseBarred())).toBe('done')
    expect(operators.signedIn()?.name).toBe('Ada')
  })
})

describe('supervisors', () => {
  const SUE = { ...ADA, name: 'Sue', role: 'supervisor' } as const

  it('are the only ones who may manage operators, and not while the station is locked', async () => {
    const { operators, named } = thePc()
    await operators.save(BOB)
    expect(operators.mayDo('settings')).toBe(true)
    await operators.save(SUE)
    expect(operators.mayDo('settings')).toBe(false)
    await operators.signIn({ badge: named('Bob').badge })
    expect(operators.mayDo('settings')).toBe(false)
    await operators.signIn({ badge: named('Sue').badge })
    expect(operators.mayDo('settings')).toBe(true)
    operators.lock()
    expect(operators.mayDo('settings')).toBe(false)
  })

  it('need a PIN, because a badge that is not printed opens nothing', async () => {
    const { operators } = thePc()
    await expect(operators.save({ ...SUE, pin: null })).rejects.toMatchObject({ fields: { pin: 'missing' } })
  })

  it('disappear with the section, and so does every requirement to sign in', async () => {
    const { operators, preferences, dir } = thePc()
    await operators.save(SUE)
    preferences.savePrivate('operators', null)
    const again = thePc(dir).operators
    expect(again.view('')).toMatchObject({
      mayManage: true,
      barred: null,
      operators: [],
      signInNeeded: false,
    })
  })

  it('require everybody to sign in, whatever the preferences say', async () => {
    const { operators, named } = thePc()
    await operators.save(BOB)
    expect(operators.view('')).toMatchObject({ barred: null, signInNeeded: false })
    await operators.save(SUE)
    expect(operators.view('')).toMatchObject({ barred: 'sign_in_needed', signInNeeded: true })
    await operators.signIn({ badge: named('Bob').badge })
    expect(operators.mayDo('pack')).toBe(true)
    expect(operators.mayDo('refund')).toBe(false)
    operators.signOut()
    expect(operators.mayDo('pack')).toBe(false)
  })

  it('can allow an act without signing in themselves, and packers cannot', async () => {
    const { operators, named } = thePc()
    await operators.save(BOB)
    await operators.save(SUE)
    await operators.signIn({ badge: named('Bob').badge })
    expect(await operators.approve({ badge: named('Sue').badge })).toMatchObject({ name: 'Sue' })
    expect(await operators.approve({ operatorId: named('Sue').operatorId, pin: '1234' })).toMatchObject({
      name: 'Sue',
    })
    expect(await codeOf(() => operators.approve({ badge: named('Bob').badge }))).toBe('not_supervisor')
    expect(operators.signedIn()?.name).toBe('Bob')
  })
})

it('no two operators share a name', async () => {
  const { operators } = thePc()
  await operators.save(ADA)
  await expect(operators.save({ ...ADA, name: 'ada' })).rejects.toMatchObject({ fields: { name: 'taken' } })
})

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
    await pc.operators.save(BOB)
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
