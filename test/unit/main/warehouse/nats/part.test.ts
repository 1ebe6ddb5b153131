import { describe, expect, it } from 'vitest'
import { runPart, type OpenHub } from '../../../../../src/main/warehouse/nats/part'
import { createManualClock } from '../../../../support/clock'

const OPEN = { replicas: 3 } as OpenHub
const RETRY_MS = 3_000

function slowPart() {
  const clock = createManualClock()
  const begun: ((error?: Error) => void)[] = []
  const part = runPart(
    {
      use: (open) =>
        open === null
          ? Promise.resolve()
          : new Promise((resolve, reject) => {
              begun.push((error) => (error === undefined ? resolve() : reject(error)))
            }),
      leave: async () => {},
      close: async () => {},
    },
    { clock, onFault: () => {}, onTrouble: () => {} },
  )
  /** What can follow has followed. */
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const answer = async (error?: Error) => {
    begun.at(-1)?.(error)
    await turn()
  }
  return { clock, part, begun, turn, answer }
}

describe('a part of the hub that fails', () => {
  it('begins again in a moment', async () => {
    const { clock, part, begun, turn, answer } = slowPart()
    part.begin(OPEN)
    await turn()
    await answer()
    part.fail(new Error('no answer'))
    await turn()
    expect(begun).toHaveLength(1)
    clock.advance(RETRY_MS)
    await turn()
    expect(begun).toHaveLength(2)
    expect(part.trouble()).toBe('no answer')
    await answer()
    expect(part.trouble()).toBeNull()
  })

  it('begins again in time where each try of its own fails meanwhile', async () => {
    const { clock, part, begun, turn, answer } = slowPart()
    part.begin(OPEN)
    await turn()
    await answer()
    for (let failure = 0; failure < 4; failure += 1) {
      part.fail(new Error('no answer'))
      clock.advance(RETRY_MS / 3)
      await turn()
    }
    expect(begun).toHaveLength(2)
  })

  it('begins once more, however often it failed while it was beginning', async () => {
    const { clock, part, begun, turn, answer } = slowPart()
    part.begin(OPEN)
    await turn()
    for (let failure = 0; failure < 4; failure += 1) {
      part.fail(new Error('no answer'))
      clock.advance(RETRY_MS)
      await turn()
    }
    await answer()
    expect(begun).toHaveLength(2)
    await answer()
    clock.advance(10 * RETRY_MS)
    await turn()
    expect(begun).toHaveLength(2)
  })

  it('does not begin again for a failure from before it began', async () => {
    const { clock, part, begun, turn, answer } = slowPart()
    part.begin(OPEN)
    await turn()
    await answer()
    part.fail(new Error('no answer'))
    part.begin(OPEN)
    await turn()
    await answer()
    clock.advance(RETRY_MS)
    await turn()
    expect(begun).toHaveLength(2)
  })
})
