import type { JetStreamClient, JetStreamManager, JetStreamPublishOptions } from '@nats-io/jetstream'
import { describe, expect, it } from 'vitest'
import { createCompareAndSet } from '../../../../../../src/main/warehouse/nats/storage/compare-and-set'

/** What three real servers cannot be made to do on purpose: `test/contract/hub/replace.test.ts` has the rest. */

const SUBJECT = 'orders.1'
const LAST = 42
/** Made for the sequence that it gets. */
const WRITE = { subject: SUBJECT, replaces: 7, make: (sequence: number) => ({ data: Buffer.of(sequence) }) }

/**
 * @param refusals how often the leader refuses the write
 * @param newest what the leader says of the subject, one answer after the other; the last one stays
 */
function cluster(refusals: number, newest: readonly number[], stored = [LAST + 1]) {
  let refused = 0
  let asked = 0
  let last = LAST
  const written: unknown[] = []
  const js = {
    async publish(_subject: string, data: Buffer, { expect: named }: JetStreamPublishOptions) {
      if (refused >= refusals) {
        last = stored[written.length] ?? last
        written.push({ made: data[0], replaces: named?.lastSubjectSequence })
        return { seq: last }
      }
      refused += 1
      throw Object.assign(new Error('wrong last sequence'), { code: 10_071 })
    },
  } as unknown as JetStreamClient
  const manager = {
    streams: {
      info: async () => ({ state: { last_seq: last } }),
      async getMessage() {
        asked += 1
        return { seq: newest[Math.min(asked, newest.length) - 1] }
      },
    },
  } as unknown as JetStreamManager
  const { close, write } = createCompareAndSet(3, { js, manager }, 'stream', async () => {})
  return Object.assign(() => write(WRITE), { written, close })
}

describe('a write that names what it replaces, at three servers', () => {
  it('is done when others have only written elsewhere', async () => {
    expect(await cluster(3, [7])()).toBe(LAST + 1)
  })

  it('is done although a new leader does not know yet what is replaced', async () => {
    expect(await cluster(2, [3, 7])()).toBe(LAST + 1)
    expect(await cluster(1, [0])()).toBe(LAST + 1)
  })

  it('is refused when there is something newer', async () => {
    expect(await cluster(Infinity, [8])()).toBeNull()
    expect(await cluster(Infinity, [3, 7, 8])()).toBeNull()
  })

  it('is refused when what it replaces is gone', async () => {
    expect(await cluster(Infinity, [0])()).toBeNull()
  })

  it('ends when others write all the time', async () => {
    await expect(cluster(Infinity, [7])()).rejects.toThrow('others keep writing to stream')
  })

  it('is not made late, once its writer has started again', async () => {
    const write = cluster(0, [7])
    const late = expect(write()).rejects.toThrow('left')
    write.close()
    await late
    expect(write.written).toEqual([])
  })

  it('is made again for where it comes to stand, as an empty stream of NATS 2.9 compares nothing', async () => {
    const write = cluster(0, [7], [LAST + 2, LAST + 3])
    expect(await write()).toBe(LAST + 3)
    expect(write.written).toEqual([
      { made: LAST + 1, replaces: 7 },
      { made: LAST + 3, replaces: LAST + 2 },
    ])
  })
})
