import { describe, expect, it } from 'vitest'
import { badgeOf } from '../../../../../src/shared/domain/scanning/badge'
import { ADA, BOB, thePc, codeOf } from './the-pc'

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

  it('does not lock a station that nobody can unlock', async () => {
    const { operators, named } = thePc()
    await operators.save(BOB)
    operators.lock()
    expect(operators.isBarred()).toBe(false)
    // Someone who signed in by badge has one.
    await operators.signIn({ badge: named('Bob').badge })
    operators.lock()
    expect(operators.isBarred()).toBe(true)
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
    // Meanwhile the right PIN is refused too, but the badge works.
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

  it('do not leave while only badges that may never have been printed would be left', async () => {
    const { operators, named, preferences } = thePc()
    preferences.save({ lock: { ...preferences.read().lock, signInNeeded: true } })
    await operators.save(BOB)
    await operators.save(ADA)
    const { operatorId } = named('Ada')
    await operators.signIn({ operatorId, pin: '1234' })
    const leaving = { ...ADA, operatorId, pin: null, active: false }
    await expect(operators.save(leaving)).rejects.toMatchObject({
      code: 'invalid_request',
      fields: { active: 'last_way_in' },
    })
    expect(operators.signedIn()?.name).toBe('Ada')
    await operators.save({ ...BOB, operatorId: named('Bob').operatorId, pin: '4321' })
    await operators.save(leaving)
    expect(operators.signedIn()).toBeNull()
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
