import { randomBytes } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openBucket } from '../../../src/main/warehouse/nats/storage/bucket'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { eventually } from '../../support/eventually'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'

/** A bucket of sealed values at a real server. */

const PLAN = { name: 'slow', schema: z.string() }

describe.skipIf(!HAS_NATS)('a bucket that is followed', () => {
  it('is not taken for deaf while it is heard slowly, only when nothing more is heard', async () => {
    const server = await startNatsServer()
    const connection = await connect({ servers: server.url })
    onTestFinished(() => connection.close())
    const group = hubGroup(randomBytes(32))
    const bucket = await openBucket({ connection, group, replicas: 1, onIgnored: () => {} }, PLAN)
    const taken: (() => void)[] = []
    const followed = await bucket.follow(
      0,
      () => new Promise<void>((resolve) => taken.push(resolve)),
      (error) => expect.fail(String(error)),
    )
    onTestFinished(() => followed.stop())
    for (const key of ['a', 'b', 'c', 'd']) await bucket.put(key, key)
    await eventually(() => expect(taken).toHaveLength(1))
    await bucket.check()
    for (const count of [2, 3]) {
      taken.at(-1)?.()
      await eventually(() => expect(taken).toHaveLength(count))
      await bucket.check()
    }
    await expect(bucket.check()).rejects.toThrow('nothing is heard of slow any more')
  })
})
