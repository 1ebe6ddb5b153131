import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createOperators } from '../../../src/main/operators'
import { openPreferences } from '../../../src/main/preferences'
import { badgeOf } from '../../../src/shared/domain/command'
import { createManualClock } from '../../support/clock'
import { tempDir } from '../../support/temp-dir'

const ADA = {
  operatorId: null,
  name: 'Ada',
  role: 'packer',
  active: true,
  pin: '1234',
  newBadge: false,
} as const
const BOB = { ...ADA, name: 'Bob', pin: null }

function thePc(dir = tempDir()) {
  const clock = createManualClock()
  const preferences = openPreferences(dir, () => {})
  const operators = createOperators(preferences, clock)
  const named = (name: string) => {
    const found = operators.list().find((one) => one.name === name)
    if (found === undefined) throw new Error(`no ${name}`)
    return found
  }
  return { clock, preferences, operators, named, dir }
}

const codeOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'done'
}

describe('signing in', () => {
  it('takes the badge that was given, whatever its case, and no other', async () => {
    const { operators, named } = thePc()
    await operators.save(BOB)
    const { badge } = named('Bob')
    expect(badgeOf(badge)).toBe(badge)
    expect(codeOf(() => operators.signInByBadge('PBXBBBBBBBBBBBBB'))).toBe('badge_unknown')
    expect(codeOf(() => operators.signInByBadge('Bob'))).toBe('badge_unknown')
    expect(operators.signedIn()).toBeNull()
    operators.signInByBadge(badge.toLowerCase())
    expect(operators.signedIn()).toMatchObject({ name: 'Bob', role: 'packer' })
  })

  it('takes the right PIN of the right person, also after a restart', async () => {
    const { operators, named, dir } = thePc()
    await operators.save(ADA)
    await operators.save(BOB)
    await expect(operators.signInByPin(named('Bob').operatorId, '1234')).rejects.toMatchObject({
      code: 'pin_wrong',
    })
    await expect(operators.signInByPin(named('Ada').operatorId, '1235')).rejects.toMatchObject({
      code: 'pin_wrong',
    })
    const again = thePc(dir)
    await again.operators.signInByPin(again.named('Ada').operatorId, '1234')
    expect(again.operators.signedIn()?.name).toBe('Ada')
  })

  it('keeps no PIN that could be read', async () => {
    const { operators, dir } = thePc()
    await operators.save({ ...ADA, pin: '987654' })
    expect(readFileSync(join(dir, 'preferences.json'), 'utf8')).not.toContain('987654')
  })

  it('makes who guesses wait, longer each time, and counts guesses made at once', async () => {
    const { operators, named, clock } = thePc()
    await operators.save(ADA)
    const { operatorId } = named('Ada')
    const guess = (pin: string) => operators.signInByPin(operatorId, pin).catch((error: unknown) => error)
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
    operators.signInByBadge(badge)
    await operators.save({ ...BOB, operatorId, active: false })
    expect(operators.signedIn()).toBeNull()
    expect(codeOf(() => operators.signInByBadge(badge))).toBe('badge_unknown')
  })

  it('takes a new badge and the lost one no more', async () => {
    const { operators, named } = thePc()
    await operators.save(BOB)
    const { badge, operatorId } = named('Bob')
    await operators.save({ ...BOB, operatorId, newBadge: true })
    expect(codeOf(() => operators.signInByBadge(badge))).toBe('badge_unknown')
    expect(codeOf(() => operators.signInByBadge(named('Bob').badge))).toBe('done')
  })
})

describe('what is barred', () => {
  it('is nothing without operators, whatever is set', () => {
    const { operators, preferences } = thePc()
    preferences.save({ lock: { signInNeeded: true, idleMinutes: 5 } })
    operators.lock()
    expect(codeOf(() => operators.refuseBarred())).toBe('done')
    expect(operators.view('pc')).toMatchObject({ barred: null, mayManage: true, recordedAs: 'pc' })
  })

  it('is everything until somebody signs in, where that is demanded', async () => {
    const { operators, preferences, named } = thePc()
    await operators.save(BOB)
    expect(codeOf(() => operators.refuseBarred())).toBe('done')
    preferences.save({ lock: { signInNeeded: true, idleMinutes: 0 } })
    expect(codeOf(() => operators.refuseBarred())).toBe('sign_in_needed')
    operators.signInByBadge(named('Bob').badge)
    expect(codeOf(() => operators.refuseBarred())).toBe('done')
    operators.signOut()
    expect(operators.view('')).toMatchObject({ barred: 'sign_in_needed', signedIn: null })
  })

  it('is everything while the station is locked, until anybody signs in', async () => {
    const { operators, named } = thePc()
    await operators.save(ADA)
    await operators.save(BOB)
    operators.signInByBadge(named('Bob').badge)
    operators.lock()
    expect(codeOf(() => operators.refuseBarred())).toBe('station_locked')
    operators.signInByBadge(named('Ada').badge)
    expect(codeOf(() => operators.refuseBarred())).toBe('done')
    expect(operators.signedIn()?.name).toBe('Ada')
  })
})

describe('supervisors', () => {
  const SUE = { ...ADA, name: 'Sue', role: 'supervisor' } as const

  it('alone may manage once there is one, and not while the station is locked', async () => {
    const { operators, named } = thePc()
    await operators.save(BOB)
    expect(codeOf(() => operators.refuseUnlessManaging())).toBe('done')
    await operators.save(SUE)
    expect(codeOf(() => operators.refuseUnlessManaging())).toBe('supervisor_needed')
    operators.signInByBadge(named('Bob').badge)
    expect(codeOf(() => operators.refuseUnlessManaging())).toBe('supervisor_needed')
    operators.signInByBadge(named('Sue').badge)
    expect(codeOf(() => operators.refuseUnlessManaging())).toBe('done')
    operators.lock()
    expect(codeOf(() => operators.refuseUnlessManaging())).toBe('supervisor_needed')
  })

  it('need a PIN, because a badge that nobody printed opens nothing', async () => {
    const { operators } = thePc()
    await expect(operators.save({ ...SUE, pin: null })).rejects.toMatchObject({ fields: { pin: 'missing' } })
  })

  it('are gone with the section, and so is everything that asks for one', async () => {
    const { operators, preferences, clock } = thePc()
    await operators.save(SUE)
    preferences.savePrivate('operators', null)
    const again = createOperators(preferences, clock)
    expect(again.view('')).toMatchObject({ mayManage: true, barred: null, operators: [] })
  })
})

it('no two people have one name', async () => {
  const { operators } = thePc()
  await operators.save(ADA)
  await expect(operators.save({ ...ADA, name: 'ada' })).rejects.toMatchObject({ fields: { name: 'taken' } })
})
