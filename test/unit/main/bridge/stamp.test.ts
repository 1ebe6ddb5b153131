import { expect, test } from 'vitest'
import { countRevisions } from '../../../../src/main/base/revision'
import type { Handlers } from '../../../../src/main/bridge/handle'
import { stamped } from '../../../../src/main/bridge/stamp'

/** A handler that something happens in, which announces itself. */
function acting(answer: (announce: () => number) => unknown) {
  const revision = countRevisions()
  const handlers = { 'station:sync': () => answer(revision) } as unknown as Handlers
  return { run: () => stamped(handlers, revision)['station:sync']({}), revision }
}

test('a value that comes at once knows of what its own call has announced', async () => {
  let announced = 0
  const { run } = acting((announce) => {
    announced = announce()
    return 'read'
  })
  const { value, revision } = await run()
  expect(value).toBe('read')
  expect(revision).toBeGreaterThan(announced)
})

test('a value that is waited for passes for no newer than its question', async () => {
  let read = (_value: string): void => {}
  const { run, revision } = acting(() => new Promise((resolve) => (read = resolve)))
  const answer = run()
  const meanwhile = revision()
  read('read')
  expect((await answer).revision).toBeLessThan(meanwhile)
})

test('what a handler throws at once is a rejection like any other', async () => {
  const { run } = acting(() => {
    throw new Error('refused')
  })
  await expect(run()).rejects.toThrow('refused')
})
