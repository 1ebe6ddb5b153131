import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import { describe, expect, it } from 'vitest'
import { createReplace } from '../../../../src/main/hub/replace'

/** What three real servers cannot be made to do on purpose: `test/contract/hub/replace.test.ts` has the rest. */

const SUBJECT = 'orders.1'
const WRITE = { subject: SUBJECT, data: new Uint8Array(), replaces: 7 }

/**
 * @param refusals how often the leader refuses the write
 * @param newest what the leader says of the subject, one answer after the other; the last one stays
 */
function cluster(refusals: number, newest: readonly number[]) {
  let refused = 0
  let asked = 0
  const js = {
    async publish() {
      if (refused >= refusals) return { seq: 99 }
      refused += 1
      throw Object.assign(new Error('wrong last sequence'), { code: 10_071 })
    },
  } as unknown as JetStreamClient
  const manager = {
    streams: {
      info: async () => ({ state: { last_seq: 42 } }),
      async getMessage() {
        asked += 1
        return { seq: newest[Math.min(asked, newest.length) - 1] }
      },
    },
  } as unknown as JetStreamManager
  return createReplace(3, { js, manager }, 'stream')
}

describe('a write that names what it replaces, at three servers', () => {
  it('is done when others have only written elsewhere', async () => {
    expect(await cluster(3, [7])(WRITE)).toBe(99)
  })

  it('is done although a new leader does not know yet what is replaced', async () => {
    expect(await cluster(2, [3, 7])(WRITE)).toBe(99)
    expect(await cluster(1, [0])(WRITE)).toBe(99)
  })

  it('is refused when there is something newer', async () => {
    expect(await cluster(Infinity, [8])(WRITE)).toBeNull()
    expect(await cluster(Infinity, [3, 7, 8])(WRITE)).toBeNull()
  })

  it('is refused when what it replaces is gone', async () => {
    expect(await cluster(Infinity, [0])(WRITE)).toBeNull()
  })

  it('ends when others write all the time', async () => {
    await expect(cluster(Infinity, [7])(WRITE)).rejects.toThrow('others keep writing to stream')
  })
})
