import { expect, it } from 'vitest'
import { ADA, BOB, thePc } from './the-pc'

it('keeps a barred station barred when its rules or operators are replaced', async () => {
  const { preferences, operators, named } = thePc()
  await operators.save(BOB)
  preferences.save({ lock: { signInNeeded: true, idleMinutes: 0 } })
  expect(operators.view('pc').barred).toBe('sign_in_needed')
  operators.keepBarred(() => preferences.save({ lock: { signInNeeded: false, idleMinutes: 0 } }))
  expect(operators.view('pc').barred).toBe('station_locked')
  await operators.signIn({ badge: named('Bob').badge })
  expect(operators.view('pc').barred).toBeNull()
})

it('lets an open station stay open, and knows operators that were taken over after a restart', async () => {
  const from = thePc()
  await from.operators.save(ADA)
  const { dir, operators } = thePc()
  operators.keepBarred(() => operators.replace(from.operators.stored()))
  expect(operators.view('pc').barred).toBeNull()
  operators.close()
  const again = thePc(dir).operators
  const { operatorId } = from.named('Ada')
  expect((await again.signIn({ operatorId, pin: ADA.pin })).name).toBe('Ada')
})

it('counts idle time from the moment at which a limit for it is taken over', async () => {
  const { preferences, operators, clock } = thePc()
  await operators.save(ADA)
  clock.advance(3_600_000)
  operators.keepBarred(() => preferences.save({ lock: { signInNeeded: false, idleMinutes: 5 } }))
  expect(operators.view('pc').barred).toBeNull()
  clock.advance(299_000)
  expect(operators.view('pc').barred).toBeNull()
  clock.advance(2_000)
  expect(operators.view('pc').barred).toBe('station_locked')
})
