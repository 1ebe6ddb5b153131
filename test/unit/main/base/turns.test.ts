import { expect, it } from 'vitest'
import { Turns, allEnded, endInOrder } from '../../../../src/main/base/turns'

it('does one piece of work after the other, also after one that failed', async () => {
  const turns = new Turns()
  const done: string[] = []
  const piece = (name: string) => async () => {
    done.push(`${name} begins`)
    await Promise.resolve()
    done.push(`${name} ends`)
  }
  const failed = turns.take(() => Promise.reject(new Error('no')))
  turns.later(piece('first'))
  await turns.take(piece('second'))
  await expect(failed).rejects.toThrow('no')
  expect(done).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})

it('ends after what was asked for, and begins nothing that this asks for', async () => {
  const turns = new Turns()
  const done: string[] = []
  turns.later(async () => {
    await Promise.resolve()
    turns.later(async () => void done.push('asked for by it'))
    done.push('asked for before')
  })
  const ended = turns.end()
  turns.later(async () => void done.push('asked for after'))
  await expect(turns.take(async () => done.push('taken'))).rejects.toThrow('closed')
  await ended
  await turns.end()
  expect(done).toEqual(['asked for before'])
})

it('waits for all ends, and throws what the first that failed has thrown', async () => {
  let isOver = false
  const slow = new Promise<void>((resolve) =>
    setImmediate(() => {
      isOver = true
      resolve()
    }),
  )
  await expect(allEnded([Promise.reject(new Error('no')), slow])).rejects.toThrow('no')
  expect(isOver).toBe(true)
  await allEnded([slow])
})

it('takes each step of an end, also after one that fails, and throws what that has thrown', async () => {
  const taken: string[] = []
  const steps = [
    () => void taken.push('first'),
    () => Promise.reject(new Error('no')),
    () => {
      throw new Error('nor this')
    },
    async () => void taken.push('last'),
  ]
  await expect(endInOrder(steps)).rejects.toThrow('no')
  expect(taken).toEqual(['first', 'last'])
})
