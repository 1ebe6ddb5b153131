import { expect, it } from 'vitest'
import { asOneAct, lender, noteLender } from '../../../../src/main/bridge/delegated-approval'

it('names the lender while the act runs, and not in timers that outlive it', async () => {
  let later: Promise<string | null> = Promise.resolve('not started')
  let goOn = (): void => undefined
  const ended = new Promise<void>((resolve) => (goOn = resolve))
  await asOneAct(async () => {
    expect(lender()).toBeNull()
    noteLender('Sam')
    await Promise.resolve()
    expect(lender()).toBe('Sam')
    // Like a round of the engine that the act has woken.
    later = ended.then(() => lender())
  })
  goOn()
  expect(await later).toBeNull()
  expect(lender()).toBeNull()
})

it('keeps concurrent acts apart', async () => {
  const named = (name: string) =>
    asOneAct(async () => {
      noteLender(name)
      await new Promise((resolve) => setImmediate(resolve))
      return lender()
    })
  expect(await Promise.all([named('Sam'), named('Sue'), asOneAct(async () => lender())])).toEqual([
    'Sam',
    'Sue',
    null,
  ])
})
